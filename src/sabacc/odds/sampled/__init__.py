"""Chances in the middle of a hand, by sampling what is hidden."""
