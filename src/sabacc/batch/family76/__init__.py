"""The 76-card family in batches: turn games and round games."""
