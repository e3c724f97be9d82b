"""Protocols: how a case of a benchmark is played."""
