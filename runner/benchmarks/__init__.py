"""One wing for each benchmark; a wing imports no other."""
