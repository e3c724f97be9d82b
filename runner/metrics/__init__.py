"""Metrics: what the verdicts make of a run, with counts, intervals and choices."""
