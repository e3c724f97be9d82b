"""A run of any benchmark: planned, played, judged, scored and compared."""
