"""Published figures, computed again from recorded verdicts."""
