"""The frame of a hand: who is asked, who does what, how it ends."""

from __future__ import annotations

from sabacc.game.actions import AnyAction
from sabacc.game.events.base import Event, Public


class HandStarted(Public, frozen=True, tag="hand-started"):
    """A hand begins: who is dealt in, from the dealer's left, and what lies where."""

    number: int
    button: int
    dealt_in: tuple[int, ...]
    stacks: tuple[int, ...]
    sabacc_pot: int
    sides: tuple[str | None, ...] = ()
    commitment: str = ""
    clock: bool = False  # a randomiser runs on the clock (HR5)


class RoundStarted(Public, frozen=True, tag="round"):
    """A round of play begins."""

    round: int


class TurnStarted(Public, frozen=True, tag="turn"):
    """It is a player's turn."""

    seat: int
    round: int


class BettingStarted(Public, frozen=True, tag="betting-started"):
    """New bets: what was bet before lies in the pot and is matched. `standing` is what to match at first (a blind)."""

    round: int
    standing: int = 0


class Asked(Public, frozen=True, tag="asked"):
    """A question is open to one or several seats; what each may answer is its own affair."""

    question: int
    kind: str
    seats: tuple[int, ...]


class Acted(Event, frozen=True, tag="acted"):
    """A player's action was accepted; `by` says whether the player, the clock or the table (for one who left) chose it."""

    seat: int
    question: int
    action: AnyAction
    by: str = "player"

    def seen_by(self, seat: int | None) -> Event:
        if seat == self.seat:
            return self
        return Acted(self.seat, self.question, self.action.public(), self.by)  # type: ignore[arg-type]  # an Action is one of AnyAction


class WalkedAway(Public, frozen=True, tag="walked-away"):
    """A player left in mid-hand; the table plays their cards and folds at the first chance (T10)."""

    seat: int


class ClockStruck(Public, frozen=True, tag="clock-struck"):
    """The randomiser went off (HR5)."""


class Called(Public, frozen=True, tag="called"):
    """The hand was called, by a player or, where `seat` is None, by the table (E1)."""

    seat: int | None
    clause: str


class SideDeclared(Public, frozen=True, tag="side-declared"):
    """A player stands on the Light side or the Dark side."""

    seat: int
    side: str


class TotalDeclared(Public, frozen=True, tag="total-declared"):
    """A player told the total of their first cards."""

    seat: int
    total: int


class TargetSet(Public, frozen=True, tag="target-set"):
    """The gold number and the silver suit of a round (CS4)."""

    gold: int
    silver: str


class RoundWon(Public, frozen=True, tag="round-won"):
    """A player won a round that is played for rounds, not credits (CS9)."""

    seat: int
    clause: str


class HandEnded(Public, frozen=True, tag="hand-ended"):
    """The hand is over."""

    how: str  # "folded", "called", "table-called"
    stacks: tuple[int, ...]
    sabacc_pot: int
    special: bool
