"""What follows from a table's rules and is sent with it, so that no client has to know the games by name."""

from __future__ import annotations

from typing import Any

import msgspec

from sabacc.cards import Card
from sabacc.hands.weigh import changed_values
from sabacc.rules import Rules, effective_ante, family_of, plays_for_rounds

WITHOUT_DICE = ("pulse", "randomiser", "none")  # triggers of shifts that nobody rolls for


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from the rules, so that no client has to know the games by name."""

    family: str  # whose cards and hands it is played with
    has_sides: bool  # cards are worth something else to the Light and to the Dark side (FO2)
    card_values: dict[Card, int]  # of cards that are worth something else than their deck says (D3)
    ante: int  # the unit of the stakes: the ante, or what stands for one
    lays_cards_out: bool  # players lay cards apart from their hand: a static field, face up, a selection
    for_credits: bool  # false where rounds are all one plays for (CS13)
    rolls_for_shifts: bool  # whoever is on turn rolls the dice that may bring a shift (HR5)


def game_facts(rules: Rules) -> dict[str, Any]:
    """The fields of `GameFacts` for a table's rules."""
    return {
        "family": family_of(rules).key,
        "has_sides": rules.sides,
        "card_values": changed_values(rules),
        "ante": effective_ante(rules),
        "lays_cards_out": family_of(rules).lays_cards_out(rules),
        "for_credits": not plays_for_rounds(rules),
        "rolls_for_shifts": rules.shift_trigger not in WITHOUT_DICE,
    }
