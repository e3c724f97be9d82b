"""Intervals, resampling, agreement and tests, of anything."""
