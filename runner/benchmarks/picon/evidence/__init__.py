"""What documents and the web say of what was answered."""
