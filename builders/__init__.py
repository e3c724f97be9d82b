"""Builders: pure functions from source frames to the tables of a benchmark."""
