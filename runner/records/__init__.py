"""What stands on disk, and what is shown of it, as values."""
