"""What a hand is worth, as a value: one kind of worth for each family of games.

They stand apart from the rankers that make them, since the rankers are compiled and structs can't be.
"""

from __future__ import annotations

import msgspec

from sabacc.cards import Card

ARRAY, PURE_SABACC, PURE_NEGATIVE, PLAIN, BOMBED_OUT = 1, 2, 3, 4, 5  # ranks of the 76-card family

CORELLIAN_RANKS = (
    "Dreadnoughts",
    "Rhylet Neat",
    "Krayt Dragon",
    "Idiots Full",
    "Echelon",
    "Fleet",
    "Tusken File",
    "Rhylet Stirred",
    "Uttini!",
    "Gee Whizz!",
    "Dewbacks",
    "Squadron",
    "The Idiots",
    "Idiot's Array",
    "Banthas Wild",
    "Straight Khyron",
    "Yee-Haa",
    "Rule of Two",
    "Sabacc",
    "Nuhlrek",
)
_BANTHAS_WILD = CORELLIAN_RANKS.index("Banthas Wild") + 1


class ClassicWorth(msgspec.Struct, frozen=True, gc=False):
    """A hand of the 76-card family: its rank (1 the best of 5), total and name; `key` orders all hands, the best highest.

    `total` is the sum as it is told; `towards` is what is compared, which is minus the total on the Dark side (FO3).
    """

    rank: int
    total: int
    towards: int
    key: int
    name: str
    borrowed: tuple[Card, ...] = ()  # cards of others' fields that count (HR8)

    @property
    def bombed_out(self) -> bool:
        """Over 23, under −23 or exactly 0 (H1)."""
        return self.rank == BOMBED_OUT

    @property
    def special(self) -> bool:
        """Takes the sabacc pot too (H5)."""
        return self.rank < PLAIN


class CorellianWorth(msgspec.Struct, frozen=True, gc=False):
    """A Corellian hand: its rank (1 the best of 20) and sum; `key` orders all hands, the best highest.

    Hands with equal keys are tied, and draw blind (CH25).
    """

    rank: int
    total: int
    key: int

    @property
    def name(self) -> str:
        """What the rank is called."""
        return CORELLIAN_RANKS[self.rank - 1]

    @property
    def special(self) -> bool:
        """Takes the sabacc pot too (CH21)."""
        return self.rank <= _BANTHAS_WILD

    @property
    def bombed_out(self) -> bool:
        """Nobody bombs out here."""
        return False


class SelectionWorth(msgspec.Struct, frozen=True, gc=False):
    """A selection's sum, its distance from the gold number, its cards of the silver suit; `key` is best highest.

    Selections with equal keys are tied, and draw (CS10).
    """

    total: int
    distance: int
    suit_cards: int
    key: int

    @property
    def rank(self) -> int:
        """1 is on the number, the best there is."""
        return self.distance + 1

    @property
    def name(self) -> str:
        """How near it is, and with how many cards of the suit."""
        near = f"{self.distance} off" if self.distance else "On the number"
        return f"{near}, {self.suit_cards} of the suit"

    @property
    def special(self) -> bool:
        """There is no sabacc pot to take."""
        return False

    @property
    def bombed_out(self) -> bool:
        """Nobody bombs out here."""
        return False
