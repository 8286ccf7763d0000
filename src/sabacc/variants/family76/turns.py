"""Sabacc in turns: cloud-city, classic and force.

A turn is bet, roll, call, draw. It goes round from the dealer's left until the hand is called or one player is left.
"""

from __future__ import annotations

from sabacc.game.events import TurnStarted
from sabacc.game.flow import Flow, Phase
from sabacc.game.hand import Hand
from sabacc.rules import Rules
from sabacc.variants.draws import Draw
from sabacc.variants.ending import LastPlayer
from sabacc.variants.family76.bets import LastBets, OpenBet, StandingBet
from sabacc.variants.family76.opening import opening
from sabacc.variants.family76.shifts import Roll, pulses_of
from sabacc.variants.family76.showdown import Showdown
from sabacc.variants.family76.static_field import field_of
from sabacc.variants.family76.table_call import count_quiet
from sabacc.variants.family76.windows import CallWindow, FoldWindow, pot_is_built
from sabacc.variants.opening import Antes, SabaccAnte


def cloud_city(rules: Rules) -> Flow:
    """CC1 to CC9."""
    flow = _turns(
        rules,
        antes=Antes("CC1", sabacc_only_if_empty=True),
        bet=OpenBet(),
        fold_window=FoldWindow("CC4", on_turn_too=True),
        call_window=CallWindow("CC6"),
        draw=Draw(trade_from=3),  # CC8
    )
    flow.dues = SabaccAnte()
    return flow


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
        first = hand.turn + 1 if hand.turn >= 0 else hand.seating.dealt_in[0]
        hand.turn = hand.live_from(first % len(hand.live))[0]
        hand.placed = hand.taken_back = ()
        if hand.round != hand.turns[hand.turn] + 1:
            hand.raise_count = 0  # B5
        hand.round = hand.turns[hand.turn] + 1
        hand.news.append(TurnStarted(hand.turn, hand.round))


class TurnDone(Phase):
    """The turn is complete (CC7, E1)."""

    name = "turn-done"

    def begin(self, hand: Hand) -> None:
        calls_allowed = pot_is_built(hand)  # before this turn is counted
        hand.turns[hand.turn] += 1
        count_quiet(hand, 1, calls_allowed)

    def proceed(self, hand: Hand) -> None:
        hand.go("next-turn")
