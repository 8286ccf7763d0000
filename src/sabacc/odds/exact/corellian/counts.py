"""Every Corellian hand, counted by its rank and set beside the printed odds (CH22, CH26)."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import msgspec

from sabacc.cards import CORELLIAN
from sabacc.hands.corellian import HAND_SIZES, RANKS
from sabacc.odds.exact.corellian.ways import worths
from sabacc.rules import Rules, write_rules

PRINTED = dict(  # "odds against", as the document has them for ranks 1 to 18
    zip(
        RANKS,
        (
            *(360_500, 360_500, 179_750, 71_900, 71_900, 39_944, 30_990, 23_966, 19_971),
            *(13_314, 13_314, 6_197, 2_970, 2_852, 665, 491, 221, 76),
        ),
        strict=False,  # nothing is printed for Sabacc and Nuhlrek
    )
)
_ONE_IN = "What is printed is one in so many hands, not so many to 1"
_SLIP = "Probably a slip for 359,500, and that would be one in so many hands, not so many to 1"
MISPRINT_REASONS = {  # what the printed figure seems to count (CH26)
    "Dreadnoughts": _SLIP,
    "Rhylet Neat": _SLIP,
    "Krayt Dragon": _ONE_IN,
    "Idiots Full": _ONE_IN,
    "Echelon": _ONE_IN,
    "Fleet": _ONE_IN,
    "Dewbacks": "The printed figure fits 486 hands: 36 Krayt Dragons and 90 Echelons, which rank higher, were counted in",
    "The Idiots": "The printed figure fits both chances added up, with 1,134 hands of five cards where there are 1,080",
    "Yee-Haa": "The printed figure fits 29,160 hands, four times too many, as if each pair were counted twice",
    "Rule of Two": "The printed figure fits 7,290 hands of four cards, twice too many, and none of five",
}


class CorellianHands(msgspec.Struct, frozen=True):
    """All hands of one size by the best rank they fit, the best rank first."""

    hands: int
    ranks: dict[str, int]

    def against(self, name: str) -> float | None:
        """The odds against a rank, so many to 1; nothing for a rank that hands of this size don't make."""
        count = self.ranks[name]
        return (self.hands - count) / count if count else None


class CorellianCounts(msgspec.Struct, frozen=True):
    """The hands of four and five cards, the printed odds against each rank, and which of those are right and wrong."""

    preset: str
    rules: dict[str, Any]
    cards: dict[int, CorellianHands]
    printed: dict[str, int]
    right: dict[str, int]  # with how many cards the printed figure is right
    wrong: dict[str, str]  # what would be right, and why it was printed so


def count_hands(rules: Rules, side: str | None = None) -> CorellianCounts:
    """Counts them all."""
    cards = {size: _hands(size) for size in HAND_SIZES}
    right = {name: size for name in PRINTED for size in HAND_SIZES if _is_right(name, cards[size])}
    wrong = {name: f"{_exact_odds(name, cards)} {MISPRINT_REASONS[name]}." for name in PRINTED if name not in right}
    return CorellianCounts(rules.preset, write_rules(rules), cards, dict(PRINTED), right, wrong)


def _hands(size: int) -> CorellianHands:
    hands = comb(len(CORELLIAN), size)
    ranks = dict.fromkeys(RANKS, 0)
    for made, ways in worths(Counter(CORELLIAN.cards), size, total=0):
        ranks[made.name] += ways
    ranks["Nuhlrek"] = hands - sum(ranks.values())  # all that don't sum to zero
    return CorellianHands(hands, ranks)


def _is_right(name: str, hands: CorellianHands) -> bool:
    against = hands.against(name)
    return against is not None and round(against) == PRINTED[name]


def _exact_odds(name: str, cards: dict[int, CorellianHands]) -> str:
    """The exact odds against a rank, in words; a rank of two sizes also has them for both chances added up."""
    odds = {f"with {size} cards": hands.against(name) for size, hands in cards.items()}
    made = {base: against for base, against in odds.items() if against is not None}
    if len(made) > 1:
        made["with the chances added up"] = 1 / sum(1 / (against + 1) for against in made.values()) - 1
    right = ", ".join(f"{against:,.0f} to 1 {base}" for base, against in made.items())
    return f"Printed {PRINTED[name]:,}, right is {right}."
