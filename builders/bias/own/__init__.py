"""Topics of one's own, played as bias is."""
