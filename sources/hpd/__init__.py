"""HPD (Harry Potter Dialogue, Chen et al. 2023): affection and familiarity by chapter, both ways."""
