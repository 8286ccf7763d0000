"""What other programs need of the Coruscant family."""
