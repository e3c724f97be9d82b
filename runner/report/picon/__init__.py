"""Reports of the picon benchmark."""
