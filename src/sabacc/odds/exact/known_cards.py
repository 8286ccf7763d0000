"""What a player knows who asks for the next step: the rules, the own cards, and cards seen elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from sabacc.cards import Card, Deck
from sabacc.errors import CardError, SabaccError
from sabacc.game.combinations import without
from sabacc.hands.dice import check_dice
from sabacc.hands.sides import check_side
from sabacc.rules import Part, Rules, deck_of, family_of, read_rules

Cards = str | Iterable[str]


class KnownCards(msgspec.Struct, frozen=True):
    """The cards a player knows; all others are equally likely to come next, wherever they are."""

    rules: Rules
    hand: tuple[Card, ...]
    field: tuple[Card, ...] = ()  # those of the hand that lie face up and safe
    seen: tuple[Card, ...] = ()
    side: str | None = None
    gold: int | None = None
    silver: str | None = None

    @property
    def deck(self) -> Deck:
        """What is played with."""
        return deck_of(self.rules)

    @property
    def loose(self) -> tuple[Card, ...]:
        """The cards that a shift takes."""
        loose = self.hand
        for card in self.field:
            loose = without(loose, card)
        return loose

    @property
    def unseen(self) -> Counter[Card]:
        """The cards that may come."""
        return Counter(self.deck.cards) - Counter(self.hand + self.seen)


def read_known_cards(
    rules: str | Mapping[str, Any] | Rules,
    hand: Cards,
    seen: Cards = (),
    side: str | None = None,
    gold: int | None = None,
    silver: str | None = None,
    field: Cards = (),
) -> KnownCards:
    """Reads the cards and checks that a player can know all that."""
    rules = read_rules(rules)
    check_side(rules, side)
    check_dice(rules, gold, silver, flag="--")
    deck = deck_of(rules)
    known = KnownCards(rules, deck.read_all(hand), deck.read_all(field), deck.read_all(seen), side, gold, silver)
    deck.check(known.hand + known.seen)
    _check_field(known)
    KNOWLEDGE_CHECK.of(family_of(rules))(known)
    return known


def _check_field(known: KnownCards) -> None:
    for card, times in Counter(known.field).items():
        if times > known.hand.count(card):
            raise CardError(f"{card} lies in the field, but not (so often) in the hand: the hand has all cards (F1).")


def refuse_field(known: KnownCards) -> None:
    """For games and tables without a static field."""
    if known.field:
        raise SabaccError(f"this table of {known.rules.preset} has no static field: leave it out (F5, HR7).")


KNOWLEDGE_CHECK: Part[Callable[[KnownCards], None]] = Part("knowledge_check", refuse_field)
