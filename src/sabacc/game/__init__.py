"""The machine: `Game`, `Hand`, actions, events and views. It runs the phases it is handed and names no variant."""
