"""How well a judge reads stances whose label is known."""
