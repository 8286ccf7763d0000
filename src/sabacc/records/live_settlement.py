"""Live showdowns written as cases to settle, each with its result: what was played can be settled again by anybody."""

from __future__ import annotations

from typing import Any

from sabacc.errors import SabaccError
from sabacc.game.events import Dealt, Shown, TieDrawn
from sabacc.game.hand import Hand
from sabacc.game.result import settlement_of, shown_first
from sabacc.game.view import View
from sabacc.records.settlement.case import SETTLEMENT, settle_case
from sabacc.rules import family_of, store_rules


def case_of_hand(hand: Hand) -> dict[str, Any] | None:
    """A showdown as a case with its result; None of a hand that had none."""
    if not hand.over:
        return None
    events = hand.events
    settlement = settlement_of(events)
    if not any(isinstance(event, Shown) for event in settlement):
        return None
    first = next(at for at, event in enumerate(events) if event is settlement[0])
    view = View(hand.seating.rules, hand.seating.names, None)
    for event in events[:first]:
        view.see(event)
    seats = sorted(hand.seating.dealt_in)
    place = {seat: at for at, seat in enumerate(seats)}
    shown = shown_first(settlement)
    fields = SETTLEMENT.of(family_of(view.rules))
    case: dict[str, Any] = {
        "rules": store_rules(view.rules),
        "dealer": place[hand.seating.button],
        "caller": place[view.caller] if view.caller is not None else None,
        "sabacc_pot": view.sabacc_pot,
        "fees": view.fees,
        "players": [_player(view, seat, shown.get(seat)) for seat in seats],
        fields.tie_field: [str(event.card) for event in settlement if isinstance(event, (Dealt, TieDrawn))],
        "gold": view.gold,
        "silver": view.silver,
    }
    case = {name: value for name, value in case.items() if name not in fields.foreign_fields}
    if view.spilled:
        case["spilled"] = view.spilled
    case["result"] = settle_case(case)
    stacks = case["result"]["stacks"]
    if stacks != [hand.stacks[seat] for seat in seats] or case["result"]["sabacc_pot"] != hand.sabacc_pot:
        raise SabaccError(f"hand {hand.seating.number} was settled one way at the table and another way as a case.")
    return case


def _player(view: View, seat: int, shown: Shown | None) -> dict[str, Any]:
    cards = "selection" if view.gold is not None else "hand"
    player: dict[str, Any] = {
        "name": view.names[seat],
        "stack": view.stacks[seat],
        "paid": view.paid[seat],
        cards: list(shown.cards) if shown is not None else [],
        "folded": not view.live[seat],
    }
    if view.rules.sides:
        player["side"] = view.sides[seat]
    if view.rules.community_field:
        player["field"] = list(view.fields[seat])
    return player
