"""The 76-card family: flows in turns and in rounds, shifts, the static field, the showdown."""
