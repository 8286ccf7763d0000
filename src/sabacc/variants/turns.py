"""Sabacc in turns: cloud-city, classic and force.

A turn is bet, roll, call, draw. It goes round from the dealer's left until the hand is called or one player is left.
"""

from __future__ import annotations

from sabacc.game.events import TurnStarted
from sabacc.game.hand import Flow, Freedom, Hand, Phase
from sabacc.hands.classic import Scale
from sabacc.rules import Rules
from sabacc.variants.bets import LastBets, OpenBet, StandingBet
from sabacc.variants.draws import Draw
from sabacc.variants.ending import LastPlayer, Showdown
from sabacc.variants.field import StaticField
from sabacc.variants.opening import Antes, DealTwo, DeclareTotals, Sides
from sabacc.variants.shifts import Roll
from sabacc.variants.windows import CallWindow, FoldWindow

NEAREST_WINS = ("cloud-city",)  # H10: when all tied players bomb out in the sudden demise


def cloud_city(rules: Rules) -> Flow:
    """Document order: CC1 to CC9."""
    return _turns(
        rules,
        antes=Antes("CC1", sabacc_only_if_empty=True),
        bet=OpenBet(),
        fold_window=FoldWindow("CC4", on_turn_too=True),
        draw=Draw(trade_from=3),  # CC8
        showdown=Showdown(nearest_wins=True),  # H10
    )


def classic(rules: Rules) -> Flow:
    """Classic (CL1 to CL7) and, with sides, force."""
    return _turns(
        rules,
        antes=Antes("CL1"),
        bet=StandingBet(),
        fold_window=FoldWindow("CL3", on_turn_too=False),
        draw=Draw(trade_from=2),  # CL7
        showdown=Showdown(nearest_wins=False),
    )


def _turns(rules: Rules, antes: Antes, bet: Phase, fold_window: Phase, draw: Phase, showdown: Phase) -> Flow:
    opening: list[Phase] = [antes]
    if rules.sides:
        opening.append(Sides())
    opening.append(DealTwo())
    if rules.declare_totals:
        opening.append(DeclareTotals(Scale(rules)))
    turn: list[Phase] = [NextTurn(), bet, fold_window, Roll(), CallWindow(), draw, TurnDone()]
    ending: list[Phase] = [LastBets(), showdown, LastPlayer()]
    freedom = Freedom() if rules.static_field == "none" else StaticField(rules.static_field)
    return Flow((*opening, *turn, *ending), freedom, antes.price)


class NextTurn(Phase):
    """The next live seat to the left is on turn (T2); first the one left of the dealer."""

    name = "next-turn"

    def begin(self, hand: Hand) -> None:
        before = hand.turn if hand.turn >= 0 else hand.seating.button
        hand.turn = hand.live_from((before + 1) % len(hand.live))[0]
        hand.moved = ()
        hand.news.append(TurnStarted(hand.turn, hand.turns[hand.turn] + 1))


class TurnDone(Phase):
    """The turn is complete (CC7, E1)."""

    name = "turn-done"

    def begin(self, hand: Hand) -> None:
        hand.turns[hand.turn] += 1
        hand.quiet += 1

    def proceed(self, hand: Hand) -> None:
        hand.go("next-turn")
