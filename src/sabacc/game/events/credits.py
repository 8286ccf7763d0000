"""Credits from player to pot and back."""

from __future__ import annotations

from sabacc.game.events.base import Public, SeatEvent
from sabacc.game.types import PotName, Reason


class Paid(SeatEvent, frozen=True, tag="paid"):
    """Credits went from a player to a pot."""

    amount: int
    pot: PotName
    why: Reason
    clause: str = ""


class Spilled(Public, frozen=True, tag="spilled"):
    """What the sabacc pot held above its cap went into the hand pot (HR14)."""

    amount: int


class Refunded(SeatEvent, frozen=True, tag="refunded"):
    """Uncalled credits went back to their owner."""

    amount: int
    clause: str = "B1"


class Won(SeatEvent, frozen=True, tag="won"):
    """A player takes credits from a pot: 0 is the main pot, 1 and up are side pots, −1 the sabacc pot."""

    amount: int
    pot: int
    clause: str
    shared: bool = False


class Swept(Public, frozen=True, tag="swept"):
    """A pot that nobody could win went into the sabacc pot."""

    amount: int
    pot: int
    clause: str
