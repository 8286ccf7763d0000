"""The 76-card games explained to somebody who has never played, from the options that a table plays by.

Paragraphs, in the order in which one would tell them; what a word means is said where it comes first.
"""

from __future__ import annotations

from sabacc.messages import Message
from sabacc.rules import Rules
from sabacc.variants.family76.explain_cards import explain_cards
from sabacc.variants.family76.explain_end import explain_showdown, explain_table_call, first_call_with_a_bet
from sabacc.variants.family76.explain_play import (
    EMPTY_DECK,
    draw_ways,
    explain_bet_of_turn,
    explain_betting_round,
    explain_opening,
    explain_shift,
    explain_static_field,
    has_dice,
    has_shifts,
)
from sabacc.variants.passages import Passage, passage
from sabacc.variants.worked_hands import is_played_alike


def explain_turn_game(rules: Rules) -> list[Passage]:
    """cloud-city, classic and force."""
    return [
        *explain_cards(rules),
        *explain_opening(rules),
        passage("turns", Message("rules-76.turns", dice=has_dice(rules))),
        *explain_bet_of_turn(rules),
        *explain_static_field(rules, until_called=True),
        *explain_shift(rules),
        _call_on_anothers_turn(rules),
        passage("draw", *draw_ways(rules, may_be_called=True), EMPTY_DECK, Message("rules-76.next-turn")),
        explain_table_call(rules),
        *explain_showdown(rules),
        *_explain_worked_hand(rules),
    ]


def _call_on_anothers_turn(rules: Rules) -> Passage:
    return passage(
        "call",
        Message("rules-76.call-window", turns=rules.pot_building_rounds),
        None if rules.preset == "cloud-city" else Message("rules-76.call-match"),
        Message("rules-76.no-draw"),
    )


def explain_round_game(rules: Rules) -> list[Passage]:
    """pagat and galactic."""
    return [
        *explain_cards(rules),
        *explain_opening(rules),
        passage("rounds", Message("rules-76.rounds")),
        passage("play", *draw_ways(rules, may_be_called=False), EMPTY_DECK),
        *explain_static_field(rules, until_called=rules.static_field == "free"),
        *explain_shift(rules),
        *explain_betting_round(rules),
        _call_with_a_bet(rules) if rules.preset == "pagat" else _call_instead_of_a_draw(rules),
        explain_table_call(rules),
        *explain_showdown(rules),
        *_explain_worked_hand(rules),
    ]


def _call_with_a_bet(rules: Rules) -> Passage:
    first = first_call_with_a_bet(rules)
    when = Message("rules-76.call-with-bet", first=first) if first else Message("rules-76.only-table-calls")
    last = None
    if has_dice(rules):
        roller = "token" if rules.house_dealer else "dealer"
        last = Message("rules-76.last-roll", roller=roller, shift=has_shifts(rules))
    is_to_end, stands = Message("rules-76.call-is-to-end"), Message("rules-76.call-stands")
    return passage("call", is_to_end, when, stands, last, Message("rules-76.cards-shown"))


def _call_instead_of_a_draw(rules: Rules) -> Passage:
    return passage("call", Message("rules-76.call-instead", building=rules.pot_building_rounds))


def _explain_worked_hand(rules: Rules) -> list[Passage]:
    """The preset's worked hand, where it would be played just so."""
    told = Message(f"rules-76.told.{rules.preset}")
    return [passage("hand-told", told)] if is_played_alike(rules) else []
