"""How fast the engine is, as ratios against named peers measured in the same run."""
