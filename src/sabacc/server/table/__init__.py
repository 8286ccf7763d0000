"""A table: the actor, its state and log entries, its commands, clocks and autopilot."""
