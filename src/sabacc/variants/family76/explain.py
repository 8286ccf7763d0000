"""The 76-card games explained to somebody who has never played, from the options that a table plays by.

Paragraphs, in the order in which one would tell them; what a word means is said where it comes first.
"""

from __future__ import annotations

from sabacc.rules import Rules
from sabacc.variants.family76.explain_cards import explain_cards
from sabacc.variants.family76.explain_end import explain_showdown, explain_table_call
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
from sabacc.variants.family76.worked_hands import explain_worked_hand


def explain_turn_game(rules: Rules) -> list[str]:
    """cloud-city, classic and force."""
    steps = "bet, roll, call and draw" if has_dice(rules) else "bet, call and draw"
    return [
        *explain_cards(rules),
        *explain_opening(rules),
        f"Turns. They go to the left, round and round, until the hand ends. A turn has "
        f"{'four' if has_dice(rules) else 'three'} steps, which are explained one by one: {steps}.",
        *explain_bet_of_turn(rules),
        *explain_static_field(rules, until="the hand is ended"),
        *explain_shift(rules),
        _call_on_anothers_turn(rules),
        f"Draw. If nobody calls, the player on turn {draw_ways(rules)}. {EMPTY_DECK} Then the next turn begins.",
        explain_table_call(rules),
        *explain_showdown(rules),
        *explain_worked_hand(rules),
    ]


def _call_on_anothers_turn(rules: Rules) -> str:
    turns = "a turn" if rules.pot_building_rounds == 1 else f"{rules.pot_building_rounds} turns"
    call = (
        "Call. To call the hand is to end it: cards are shown. Once everybody who has not folded has "
        f"completed {turns}, all players but the one on turn are asked on each turn, all at the same time: they pass, or call. "
        "The first to call is the caller. (Where nobody can be first, ask in order from the left of the player on turn.)"
    )
    if rules.preset == "cloud-city":
        return f"{call} The player on turn then draws nothing."
    return (
        f"{call} The caller pays what is missing to the standing bet. Then the others who are "
        "behind it, from the caller's left, match it or fold; nobody raises. The player on turn then draws nothing."
    )


def explain_round_game(rules: Rules) -> list[str]:
    """pagat and galactic."""
    until = "the hand is ended" if rules.static_field == "free" else "cards are shown"
    return [
        *explain_cards(rules),
        *explain_opening(rules),
        "Rounds. A round has two parts: first everybody has a turn to play, then there is a betting round. Both begin with "
        "the first player and go to the left. Another round follows, until the hand ends.",
        f"Play. The player on turn {draw_ways(rules)}. {EMPTY_DECK}",
        *explain_static_field(rules, until),
        *explain_shift(rules),
        *explain_betting_round(rules),
        _call_with_a_bet(rules) if rules.preset == "pagat" else _call_instead_of_a_draw(rules),
        explain_table_call(rules),
        *explain_showdown(rules),
        *explain_worked_hand(rules),
    ]


def _call_with_a_bet(rules: Rules) -> str:
    last = ""
    if has_dice(rules):
        roller = "the player with the token" if rules.house_dealer else "the dealer"
        shift = ", and a shift may still strike" if has_shifts(rules) else ""
        last = f" Then {roller}, folded or not, rolls once more{shift}."
    first = rules.pot_building_rounds + 1
    if first >= rules.max_rounds:  # HR13: the table is always sooner
        when = "No player may do so here: the table does it, as told next, with a betting round."
    else:
        when = f"From betting round {first} on you may do so together with a check, a match, a bet or a raise."
    return (
        f"Call. To call the hand is to end it. {when} The betting round is played to its end; the others may still raise, and "
        f"the call stands whatever its caller does later.{last} Then cards are shown."
    )


def _call_instead_of_a_draw(rules: Rules) -> str:
    building = rules.pot_building_rounds
    rounds = "the first round" if building == 1 else f"the first {building} rounds"
    start = f"After {rounds} you" if building else "You"
    return (
        f"Call. To call the hand is to end it. {start} may do so on your turn to play, instead of standing, drawing or "
        "trading. Nobody plays after you in this round. A last betting round follows, which starts with you, and then cards "
        "are shown."
    )
