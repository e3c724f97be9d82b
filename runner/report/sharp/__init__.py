"""Reports of the sharp benchmark."""
