"""The picon interview: its stages, its roles, and what is found in it."""
