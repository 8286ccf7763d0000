"""What environments need of the 76-card family: its actions in order, its bounds, and small tables."""
