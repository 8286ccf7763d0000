"""The Corellian family in batches."""
