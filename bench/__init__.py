"""`make bench`: how fast the engine, its rankers and its kernels are, beside named peers."""
