"""A bias run as tables, charts and conversations."""
