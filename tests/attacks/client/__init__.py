"""One client for all attacks: it starts the server as a process, and shares no code with it."""
