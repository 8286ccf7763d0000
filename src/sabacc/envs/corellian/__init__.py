"""What other programs need of the Corellian family."""
