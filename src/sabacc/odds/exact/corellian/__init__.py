"""The Corellian family."""
