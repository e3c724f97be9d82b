"""The question bank of the picon benchmark."""
