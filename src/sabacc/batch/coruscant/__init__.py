"""The Coruscant family in batches."""
