"""Hands after they are over: kept, searched, counted and shared."""
