"""The frame of a hand: who is asked, who does what, how it ends."""

from __future__ import annotations

from sabacc.game.actions import Action
from sabacc.game.events.base import EventBase, Public, SeatEvent
from sabacc.game.types import ActedBy, Ending, QuestionKind, Reason, Side, VoidReason


class HandStarted(Public, frozen=True, tag="hand-started"):
    """A hand begins: who is dealt in, from the dealer's left, and what lies where."""

    number: int
    button: int
    dealt_in: tuple[int, ...]
    stacks: tuple[int, ...]
    sabacc_pot: int
    sides: tuple[Side | None, ...] = ()
    commitment: str = ""
    clock: bool = False  # a randomiser runs on the clock (HR5)
    owes: tuple[tuple[int, Reason], ...] = ()  # seats, and what they missed when they sat out and pay now (T12)


class HandVoided(Public, frozen=True, tag="hand-voided"):
    """A hand that can't be played to its end counts for nothing: all is as it was before it was dealt."""

    number: int
    reason: VoidReason
    stacks: tuple[int, ...]
    sabacc_pot: int
    items: tuple[tuple[int, str], ...] = ()  # staked in the hand, and back with the seats they came from (HR9)


class RoundStarted(Public, frozen=True, tag="round"):
    """A round of play begins."""

    round: int


class TurnStarted(SeatEvent, frozen=True, tag="turn"):
    """It is a player's turn."""

    round: int


class BettingStarted(Public, frozen=True, tag="betting-started"):
    """New bets: what was bet before lies in the pot and is matched. `standing` is what to match at first (a blind)."""

    round: int
    standing: int = 0


class Asked(Public, frozen=True, tag="asked"):
    """A question is open to one or several seats; what each may answer is its own affair."""

    question: int
    kind: QuestionKind
    seats: tuple[int, ...]


class Acted(EventBase, frozen=True, tag="acted"):
    """A player's action was accepted; `by` says whether the player, the clock or the table (for one who left) chose it."""

    seat: int
    question: int
    action: Action
    by: ActedBy = "player"

    def seen_by(self, seat: int | None) -> Acted:
        if seat == self.seat:
            return self
        return Acted(self.seat, self.question, self.action.public(), self.by)


class WalkedAway(SeatEvent, frozen=True, tag="walked-away"):
    """A player left in mid-hand; the table plays their cards and folds at the first chance (T10)."""


class ClockStruck(Public, frozen=True, tag="clock-struck"):
    """The randomiser went off (HR5)."""


class SideDeclared(SeatEvent, frozen=True, tag="side-declared"):
    """A player stands on the Light side or the Dark side."""

    side: Side


class TotalDeclared(SeatEvent, frozen=True, tag="total-declared"):
    """A player told the total of their first cards."""

    total: int


class Called(Public, frozen=True, tag="called"):
    """The hand was called, by a player or, where `seat` is None, by the table (E1)."""

    seat: int | None
    clause: str


class QuietRounds(Public, frozen=True, tag="quiet-rounds"):
    """How many quiet rounds are left until the table calls the hand (E1); told when it changes."""

    left: int


class TargetSet(Public, frozen=True, tag="target-set"):
    """The gold number and the silver suit of a round (CS4)."""

    gold: int
    silver: str


class RoundWon(SeatEvent, frozen=True, tag="round-won"):
    """A player won a round that is played for rounds, not credits (CS9)."""

    clause: str


class HandEnded(Public, frozen=True, tag="hand-ended"):
    """The hand is over."""

    how: Ending
    stacks: tuple[int, ...]
    sabacc_pot: int
    special: bool
