"""Exact counts: all hands there are, and one step ahead."""
