"""Recorded results of llm-bias-bench as run folders."""
