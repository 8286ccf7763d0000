"""Sabacc in rounds: pagat and galactic.

A round is a play round and a betting round, both from the dealer's left. In pagat the hand is called with a bet, in galactic
instead of a draw.
"""

from __future__ import annotations

from sabacc.game.actions import (
    CALL_HAND,
    CHECK,
    CHECK_AND_CALL,
    DONE,
    FOLD,
    MATCH,
    MATCH_AND_CALL,
    PASS,
    STAND,
    Action,
    CallHand,
    Check,
    Match,
    Raise,
    TakeBack,
)
from sabacc.game.events import RoundStarted, TurnStarted
from sabacc.game.flow import Flow, Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.rules import Rules, fold_fee_due
from sabacc.variants.betting import BettingRound
from sabacc.variants.draws import draw, draw_options
from sabacc.variants.ending import LastPlayer
from sabacc.variants.family76.opening import opening
from sabacc.variants.family76.shifts import DroidPulses, pulses_of, rolled_shift, strike
from sabacc.variants.family76.showdown import Showdown
from sabacc.variants.family76.static_field import field_of
from sabacc.variants.family76.table_call import count_quiet, decline, table_calls
from sabacc.variants.opening import Antes


def pagat(rules: Rules) -> Flow:
    """PG1 to PG6."""
    return _rounds(rules, Antes("PG1"), (), PlayTurn(), CallingBets(), (LastRoll(),))


def galactic(rules: Rules) -> Flow:
    """GA1 to GA6."""
    return _rounds(rules, Antes("GA1"), (TableCall(),), CallingTurn(), BettingRound(), ())


def _rounds(
    rules: Rules,
    antes: Antes,
    first: tuple[Phase, ...],
    turn: PlayTurn,
    bets: BettingRound,
    last: tuple[Phase, ...],
) -> Flow:
    moves = (FieldMoves(),) if rules.static_field in ("retrievable", "one-a-turn") else ()
    play = (StartRound(), *first, NextPlayer(), turn, *moves, RollAfterPlay())
    ending = (*last, Showdown(), LastPlayer())
    phases = (*opening(rules, antes), *play, bets, EndRound(), *ending)
    return Flow(phases, antes.price, field_of(rules, ends_at_call=False), pulses_of(rules))


class StartRound(Phase):
    """A round begins; the droid draws its pulse in secret (GA4)."""

    name = "start-round"

    def begin(self, hand: Hand) -> None:
        hand.round += 1
        hand.queue = hand.from_dealers_left()
        hand.news.append(RoundStarted(hand.round))
        if isinstance(hand.flow.pulses, DroidPulses):
            hand.flow.pulses.draw(hand)


class NextPlayer(Phase):
    """The next player's turn in the play round, or on to the betting."""

    name = "next-player"

    def begin(self, hand: Hand) -> None:
        hand.queue = tuple([seat for seat in hand.queue if hand.live[seat]])
        hand.placed = hand.taken_back = ()
        if not hand.queue:
            hand.turn = -1
            hand.go("betting-round")
            return
        hand.turn = hand.queue[0]
        hand.queue = hand.queue[1:]
        hand.news.append(TurnStarted(hand.turn, hand.round))


class PlayTurn(Phase):
    """Gain, trade or stand (PG3)."""

    name = "play"
    asks = "draw"

    def begin(self, hand: Hand) -> None:
        hand.ask(self.asks, (hand.turn,))

    def options(self, hand: Hand, seat: int) -> Options:
        return draw_options(hand, seat, trade_from=2)

    def default(self, hand: Hand, seat: int) -> Action:
        return STAND

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        draw(hand, seat, action)


class CallingTurn(PlayTurn):
    """After the pot-building rounds a player may, instead, call the hand (GA3)."""

    def options(self, hand: Hand, seat: int) -> Options:
        options = super().options(hand, seat)
        return options.also((CALL_HAND,)) if may_call(hand) else options

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        if isinstance(action, CallHand):
            hand.call(seat, "GA3")
            hand.turn = -1
            hand.go("betting-round")
        else:
            if may_call(hand):
                decline(hand, seat)
            super().answer(hand, seat, action)


class TableCall(Phase):
    """Where nobody calls for too long, the table does before a round's first turn (E1)."""

    name = "table-call"

    def begin(self, hand: Hand) -> None:
        if may_call(hand) and table_calls(hand):
            hand.call(None, "E1")
            hand.go("betting-round")


def may_call(hand: Hand) -> bool:
    """Whether the pot has been built and nobody has called yet (PG5, GA3)."""
    return not hand.called and hand.round > hand.seating.rules.pot_building_rounds


class FieldMoves(Phase):
    """After the draw there may still be a field move to make in one's own turn (F3, F4)."""

    name = "field"
    asks = "field"

    def begin(self, hand: Hand) -> None:
        moves = hand.flow.freedom.options(hand, hand.turn)
        if hand.seating.rules.static_field == "retrievable":
            moves = tuple([move for move in moves if isinstance(move, TakeBack)])  # the others can be made at any time
        if moves:
            hand.ask(self.asks, (hand.turn,))

    def options(self, hand: Hand, seat: int) -> Options:
        return Options((DONE,))

    def default(self, hand: Hand, seat: int) -> Action:
        return DONE

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        """Nothing more: the moves were made while the question was open."""


class RollAfterPlay(Phase):
    """The player rolls, where dice bring the shifts (PG3); then the turn is complete."""

    name = "roll"

    def begin(self, hand: Hand) -> None:
        kind = rolled_shift(hand, hand.turn)
        if kind:
            strike(hand, kind)
        hand.turns[hand.turn] += 1

    def proceed(self, hand: Hand) -> None:
        hand.go("next-player")


class CallingBets(BettingRound):
    """A betting round in which the hand may be called with a check, match or raise (PG5)."""

    def begin(self, hand: Hand) -> None:
        if may_call(hand) and table_calls(hand):
            hand.call(None, "E1")
        super().begin(hand)

    def must_act(self, hand: Hand, seat: int) -> bool:
        if not hand.live[seat]:
            return False
        return hand.stacks[seat] > 0 or (may_call(hand) and seat not in hand.passed)

    def options(self, hand: Hand, seat: int) -> Options:
        if not hand.stacks[seat]:
            return Options((PASS, CALL_HAND))
        if not may_call(hand):
            return super().options(hand, seat)
        owed = hand.owes(seat)
        actions = (MATCH, FOLD, MATCH_AND_CALL) if owed else (CHECK, FOLD, CHECK_AND_CALL)
        fee = min(fold_fee_due(hand.seating.rules), hand.stacks[seat])
        return Options(actions, self.raises(hand, seat), hand.bets[seat], owed, fee, may_call=True)

    def default(self, hand: Hand, seat: int) -> Action:
        return super().default(hand, seat) if hand.stacks[seat] else PASS

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        super().answer(hand, seat, action)
        if not hand.stacks[seat]:
            hand.passed += (seat,)
        calls = isinstance(action, CallHand) or (isinstance(action, (Check, Match, Raise)) and action.and_call)
        if calls:
            hand.call(seat, "PG5")
        elif may_call(hand):
            decline(hand, seat)


class EndRound(Phase):
    """A pulse that is still due strikes; then the next round, or, if the hand was called, the end."""

    name = "end-round"

    def begin(self, hand: Hand) -> None:
        if isinstance(hand.flow.pulses, DroidPulses):
            hand.flow.pulses.end_round(hand)

    def proceed(self, hand: Hand) -> None:
        if hand.called:
            hand.next()
        else:
            count_quiet(hand, hand.live_count(), may_call(hand))
            hand.go("start-round")


class LastRoll(Phase):
    """The dice are rolled once more, by the dealer, where dice bring the shifts (PG5)."""

    name = "last-roll"

    def begin(self, hand: Hand) -> None:
        kind = rolled_shift(hand, hand.seating.button)
        if kind:
            strike(hand, kind)
