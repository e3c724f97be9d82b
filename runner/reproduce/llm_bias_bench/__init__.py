"""The published tables of llm-bias-bench, one group of them a module."""
