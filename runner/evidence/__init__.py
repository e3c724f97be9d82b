"""Evidence from outside: search, fetch, and the text of what was found."""
