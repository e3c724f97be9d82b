"""Sources: raw material read into frames."""
