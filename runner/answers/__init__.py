"""Free-text answers to bank questions: what they say, and whether two of them agree."""
