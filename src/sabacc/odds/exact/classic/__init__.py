"""The 76-card family."""
