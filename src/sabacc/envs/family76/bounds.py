"""How many actions a hand of the 76-card family can have, at the most."""

from __future__ import annotations

from sabacc.rules import Rules, find_preset


def most_actions(rules: Rules, players: int, credits_each: int, cards: int) -> int:
    """Safe, not sharp."""
    if find_preset(rules.preset).alternates_play_and_betting:
        a_turn = 2 + int(rules.static_field != "none")  # draw and bet, and leaving the field as it is
        rounds = rules.max_rounds + int(rules.preset == "galactic")
    else:
        a_turn = 2 + 2 * players  # bet and draw, and two windows
        rounds = rules.max_rounds + 1
    answers = rounds * players * a_turn + players * credits_each + players  # each raise is by a credit at least
    return answers if rules.static_field == "none" else answers * (1 + cards)
