"""The Corellian family: a board to buy from, spike dice, twenty ranks."""
