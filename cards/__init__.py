"""Cards: how a release is described to people (dataset card) and machines (Croissant)."""
