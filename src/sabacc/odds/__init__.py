"""What are my chances? Exact counts, one step ahead, and sampled chances in the middle of a hand."""
