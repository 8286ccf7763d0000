"""Attacks on a server by clients that share nothing with it."""
