"""The picon benchmark played, judged, scored and shown (PICon, arXiv 2603.25620)."""
