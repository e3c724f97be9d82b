"""Internal, external and retest consistency."""
