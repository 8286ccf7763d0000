"""The cluster under load."""
