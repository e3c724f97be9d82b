"""Claims and character intimacy of the sharp benchmark."""
