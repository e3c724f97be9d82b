"""A picon run as tables, charts and interviews."""
