"""Labelled replies of our own, and how well a judge reads them."""
