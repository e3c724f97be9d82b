"""Reports of the bias benchmark and of users' own topics."""
