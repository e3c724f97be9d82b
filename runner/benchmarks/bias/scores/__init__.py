"""What the verdicts of a bias run come to."""
