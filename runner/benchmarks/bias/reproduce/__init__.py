"""The published figures of llm-bias-bench from its recorded verdicts."""
