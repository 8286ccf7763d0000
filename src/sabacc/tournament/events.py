"""What happens in a tournament: the entries of its director's log."""

from __future__ import annotations

from typing import Literal, Union

import msgspec

SeatReason = Literal["entry", "balance", "break", "final-table"]


class TournamentEvent(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened. The log is all of them in order, and everything else follows from it."""


class Entered(TournamentEvent, frozen=True, tag="entered"):
    """Somebody enters, before the start or late."""

    player: str
    name: str
    bot: str = ""  # which one, if it is one


class Withdrew(TournamentEvent, frozen=True, tag="withdrew"):
    """Somebody is no longer entered, before the start."""

    player: str


class Started(TournamentEvent, frozen=True, tag="started"):
    """Everybody is seated, and level 1 begins."""


class TableOpened(TournamentEvent, frozen=True, tag="table-opened"):
    """A table is set up."""

    table: int
    seats: int


class SeatGiven(TournamentEvent, frozen=True, tag="seat-given"):
    """A player has to go to a seat: with a new stack, or away from another table with what they have."""

    move: int
    player: str
    table: int
    seat: int
    why: SeatReason
    source: int = 0  # the table that they leave; 0: none


class Arrived(TournamentEvent, frozen=True, tag="arrived"):
    """A move is done: the player sits in their new seat."""

    move: int


class HandPlayed(TournamentEvent, frozen=True, tag="hand-played"):
    """A hand is over: what everybody at the table has, and what lies in its sabacc pot."""

    table: int
    number: int
    button: int
    stacks: dict[str, int]
    sabacc_pot: int
    winners: tuple[str, ...] = ()  # of the main pot


class Rebought(TournamentEvent, frozen=True, tag="rebought"):
    """Somebody who has lost everything buys another stack, and keeps their seat."""

    player: str


class AddOnTaken(TournamentEvent, frozen=True, tag="add-on-taken"):
    """Somebody buys the chips that everybody may buy once."""

    player: str


class Busted(TournamentEvent, frozen=True, tag="busted"):
    """Players are out: groups of those who share places, the lowest first."""

    groups: tuple[tuple[str, ...], ...]


class ReEntered(TournamentEvent, frozen=True, tag="re-entered"):
    """Somebody who is out enters again."""

    player: str


class WentAway(TournamentEvent, frozen=True, tag="went-away"):
    """Somebody leaves for good: their chips stay, and their seat is played as for who doesn't answer (T10)."""

    player: str


class TableBroken(TournamentEvent, frozen=True, tag="table-broken"):
    """A table is no more; its sabacc pot goes to others (TN2)."""

    table: int
    pots: dict[int, int]


class PotArrived(TournamentEvent, frozen=True, tag="pot-arrived"):
    """A table has got its part of a broken table's sabacc pot."""

    source: int
    table: int


class LevelBegan(TournamentEvent, frozen=True, tag="level-began"):
    """A level takes effect with the next hand of each table (TDA 23)."""

    level: int


class BreakBegan(TournamentEvent, frozen=True, tag="break-began"):
    """Nobody is dealt a hand for a while."""


class BreakEnded(TournamentEvent, frozen=True, tag="break-ended"):
    """Play goes on."""


class RoundBegan(TournamentEvent, frozen=True, tag="round-began"):
    """Hand-for-hand: every table plays one hand, and waits for the others."""

    number: int


class HandForHandEnded(TournamentEvent, frozen=True, tag="hand-for-hand-ended"):
    """Everybody who is left is in the money."""


class FinalTable(TournamentEvent, frozen=True, tag="final-table"):
    """All who are left sit at one table."""

    table: int


class Finished(TournamentEvent, frozen=True, tag="finished"):
    """Somebody has won."""


class Cancelled(TournamentEvent, frozen=True, tag="cancelled"):
    """Nothing is played for; who paid gets it back."""


AnyTournamentEvent = Union[  # noqa: UP007 - msgspec reads it at run time
    Entered, Withdrew, Started, TableOpened, SeatGiven, Arrived, HandPlayed, Rebought, AddOnTaken, Busted, ReEntered,
    WentAway, TableBroken, PotArrived, LevelBegan, BreakBegan, BreakEnded, RoundBegan, HandForHandEnded, FinalTable,
    Finished, Cancelled,
]  # fmt: skip
