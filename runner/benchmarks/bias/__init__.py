"""The bias benchmark played, judged, scored and shown (llm-bias-bench, arXiv 2604.21564)."""
