"""Ratings: what a rated game is, who stands where, leaderboards, and what a player's page shows."""
