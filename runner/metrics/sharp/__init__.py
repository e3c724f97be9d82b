"""Statistics of the sharp benchmark, one a file (SHARP, Findings of ACL 2025, arXiv 2411.07965)."""
