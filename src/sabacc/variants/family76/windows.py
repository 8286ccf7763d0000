"""Windows: short questions to several players at once (W1)."""

from __future__ import annotations

from sabacc.game.actions import CALL_HAND, FOLD, PASS, Action, CallHand, Fold
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.rules import fold_fee_due
from sabacc.variants.family76.table_call import all_have_played, decline, table_calls


class FoldWindow(Phase):
    """When the betting is done, players may still fold: all (CC4), or all but the one on turn (CL3).

    Who has no credits left skips it, as all betting (T13).
    """

    name = "fold-window"
    asks = "fold-window"

    def __init__(self, clause: str, on_turn_too: bool) -> None:
        self.clause = clause
        self.on_turn_too = on_turn_too

    def begin(self, hand: Hand) -> None:
        n = len(hand.live)
        seats = hand.live_from((hand.turn + 1) % n)
        hand.ask(
            self.asks,
            tuple([s for s in seats if hand.stacks[s] and (self.on_turn_too or s != hand.turn)]),
        )

    def options(self, hand: Hand, seat: int) -> Options:
        return Options((PASS, FOLD), fold_fee=min(fold_fee_due(hand.seating.rules), hand.stacks[seat]))

    def default(self, hand: Hand, seat: int) -> Action:
        return PASS

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        if type(action) is Fold:
            hand.fold_and_pay(seat, self.clause)


class CallWindow(Phase):
    """Any live player but the one on turn may call the hand (CC6, CL5), once the pot has been built (CC7, HR3).

    Where nobody does for too long, the table does (E1).
    """

    name = "call-window"
    asks = "call-window"

    def __init__(self, clause: str) -> None:
        self.clause = clause

    def begin(self, hand: Hand) -> None:
        if not pot_is_built(hand):
            return
        if table_calls(hand):
            hand.call(None, "E1")
            hand.shifts_open = False  # X6
            hand.go("last-bets")
            return
        hand.ask(
            self.asks,
            tuple([s for s in hand.live_from((hand.turn + 1) % len(hand.live)) if s != hand.turn]),
        )

    def options(self, hand: Hand, seat: int) -> Options:
        return Options((PASS, CALL_HAND), owed=hand.owes(seat))

    def default(self, hand: Hand, seat: int) -> Action:
        return PASS

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        if type(action) is CallHand:
            hand.call(seat, self.clause)
            hand.shifts_open = False  # X6
            hand.go("last-bets")
        else:
            decline(hand, seat)


def pot_is_built(hand: Hand) -> bool:
    """Whether every live player has completed the turns before which nobody may call (CC7, HR3)."""
    return all_have_played(hand, hand.seating.rules.pot_building_rounds)
