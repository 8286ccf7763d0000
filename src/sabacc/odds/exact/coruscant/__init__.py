"""The Coruscant family."""
