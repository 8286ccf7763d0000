"""The families of games, each registered by one object with everything that it needs."""
