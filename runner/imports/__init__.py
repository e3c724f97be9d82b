"""Recorded results of other tools, taken over into run folders."""
