"""A sharp run as tables, charts and chats."""
