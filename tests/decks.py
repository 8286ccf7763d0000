"""The decks by the names that tests call them."""

from sabacc.cards import CLASSIC, CORELLIAN, CORUSCANT

DECKS = {"classic": CLASSIC, "corellian": CORELLIAN, "coruscant": CORUSCANT}
