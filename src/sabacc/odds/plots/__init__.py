"""Odds as pictures."""
