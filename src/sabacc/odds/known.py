"""What a player knows who asks for the next step: the rules, the own cards, and cards seen elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from sabacc.cards import SHAPES, Card, Deck
from sabacc.errors import CardError, SabaccError
from sabacc.game.picking import without
from sabacc.hands.classic import DARK, LIGHT
from sabacc.hands.corellian import HAND_SIZES
from sabacc.rules import Rules, deck_of, find_preset, read_rules
from sabacc.variants.selection import CARDS, GOLD

Cards = str | Iterable[str]


class Known(msgspec.Struct, frozen=True):
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


def read_known(
    rules: str | Mapping[str, Any] | Rules,
    hand: Cards,
    seen: Cards = (),
    side: str | None = None,
    gold: int | None = None,
    silver: str | None = None,
    field: Cards = (),
) -> Known:
    """Reads the cards and checks that a player can know all that."""
    rules = read_rules(rules)
    check_side(rules, side)
    _check_dice(rules, gold, silver)
    deck = deck_of(rules)
    known = Known(rules, deck.read_all(hand), deck.read_all(field), deck.read_all(seen), side, gold, silver)
    deck.check(known.hand + known.seen)
    _check_size(known)
    _check_field(known)
    return known


def check_side(rules: Rules, side: str | None) -> None:
    """Refuses a side where there are none, and none where a hand is worth what a side makes of it."""
    if rules.sides and side not in (LIGHT, DARK):
        given = "" if side is None else f", not {side!r}"
        raise SabaccError(
            f"with sides a hand's worth depends on the player's: say which, light or dark{given} (--side, FO3)."
        )
    if side is not None and not rules.sides:
        raise SabaccError(f"{rules.preset} has no sides: leave out the side (FO1).")


def _check_dice(rules: Rules, gold: int | None, silver: str | None) -> None:
    if find_preset(rules.preset).family != "coruscant":
        if gold is not None or silver is not None:
            raise SabaccError(f"{rules.preset} has no gold and silver dice: leave them out (CS2).")
    elif gold not in GOLD:
        shown = "" if gold is None else f", not {gold}"
        raise SabaccError(
            f"a selection is worth what the dice make it: say what the gold die shows, 0, 5, -5, 10 or -10{shown} (--gold, CS2)."
        )
    elif silver not in SHAPES:
        shown = "" if silver is None else f", not {silver!r}"
        raise SabaccError(
            f"a selection is worth what the dice make it: say what the silver die shows, c, t or s{shown} (--silver, CS2)."
        )


def _check_size(known: Known) -> None:
    family = find_preset(known.rules.preset).family
    held = len(known.hand)
    if family == "76" and held < 2:
        raise CardError(f"a hand has at least two cards, not {held} (CC8).")
    if family == "corellian" and held not in HAND_SIZES:
        raise CardError(f"a Corellian hand has four or five cards, not {held} (CH4, CH13).")
    if family == "coruscant" and held != CARDS:
        raise CardError(f"five cards are dealt to each, not {held} (CS3): give the whole hand.")


def _check_field(known: Known) -> None:
    family = find_preset(known.rules.preset).family
    if known.field and (family == "coruscant" or (family == "76" and known.rules.static_field == "none")):
        raise SabaccError(f"this table of {known.rules.preset} has no static field: leave it out (F5, HR7).")
    for card, times in Counter(known.field).items():
        if times > known.hand.count(card):
            raise CardError(f"{card} lies in the field, but not (so often) in the hand: the hand has all cards (F1).")
    if family == "corellian" and not known.loose:
        raise CardError("one card at least stays face down: leave it out of the field (CH17).")
