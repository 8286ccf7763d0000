"""Search: sampled deals played out to the end."""
