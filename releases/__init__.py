"""Releases: frozen, digested, immutable versions of a benchmark's tables."""
