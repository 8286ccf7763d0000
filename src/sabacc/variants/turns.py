"""Sabacc in turns: cloud-city, classic and force.

A turn is bet, roll, call, draw. It goes round from the dealer's left until the hand is called or one player is left.
"""

from __future__ import annotations

from sabacc.game.events import TurnStarted
from sabacc.game.hand import Flow, Hand, Phase
from sabacc.rules import Rules
from sabacc.variants.bets import LastBets, OpenBet, StandingBet
from sabacc.variants.draws import Draw
from sabacc.variants.ending import LastPlayer, Showdown
from sabacc.variants.field import field_of
from sabacc.variants.opening import Antes, opening
from sabacc.variants.shifts import Roll, pulses_of
from sabacc.variants.windows import CallWindow, FoldWindow


def cloud_city(rules: Rules) -> Flow:
    """CC1 to CC9."""
    return _turns(
        rules,
        antes=Antes("CC1", sabacc_only_if_empty=True),
        bet=OpenBet(),
        fold_window=FoldWindow("CC4", on_turn_too=True),
        call_window=CallWindow("CC6"),
        draw=Draw(trade_from=3),  # CC8
    )


def classic(rules: Rules) -> Flow:
    """CL1 to CL7; with sides, force (FO1 to FO4)."""
    return _turns(
        rules,
        antes=Antes("CL1"),
        bet=StandingBet(),
        fold_window=FoldWindow("CL3", on_turn_too=False),
        call_window=CallWindow("CL5"),
        draw=Draw(trade_from=2),  # CL7
    )


def _turns(rules: Rules, antes: Antes, bet: Phase, fold_window: Phase, call_window: Phase, draw: Phase) -> Flow:
    turn = (NextTurn(), bet, fold_window, Roll(), call_window, draw, TurnDone())
    ending = (LastBets(), Showdown(), LastPlayer())
    return Flow((*opening(rules, antes), *turn, *ending), antes.price, field_of(rules), pulses_of(rules))


class NextTurn(Phase):
    """The next live seat to the left is on turn (T2); first the one left of the dealer."""

    name = "next-turn"

    def begin(self, hand: Hand) -> None:
        before = hand.turn if hand.turn >= 0 else hand.seating.button
        hand.turn = hand.live_from((before + 1) % len(hand.live))[0]
        hand.moved = ()
        hand.round = hand.turns[hand.turn] + 1
        hand.news.append(TurnStarted(hand.turn, hand.round))


class TurnDone(Phase):
    """The turn is complete (CC7, E1)."""

    name = "turn-done"

    def begin(self, hand: Hand) -> None:
        hand.turns[hand.turn] += 1
        hand.quiet += 1

    def proceed(self, hand: Hand) -> None:
        hand.go("next-turn")
