"""What hands are worth, a module for each family of games."""
