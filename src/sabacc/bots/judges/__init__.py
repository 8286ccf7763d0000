"""Judges: what each action is worth, one judge for each family of games."""
