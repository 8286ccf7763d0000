"""One SQLite file: the thread that writes it, and its migrations."""
