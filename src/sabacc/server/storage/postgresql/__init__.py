"""The store in PostgreSQL, for servers that outgrow one machine."""
