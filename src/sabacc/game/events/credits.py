"""Credits from player to pot and back."""

from __future__ import annotations

from sabacc.game.events.base import Public


class Paid(Public, frozen=True, tag="paid"):
    """Credits went from a player to a pot."""

    seat: int
    amount: int
    pot: str  # "hand", "fees" (of the hand pot, but no bet) or "sabacc"
    why: str  # "ante", "bet", "fold-fee", "bomb-out", "caller", …
    clause: str = ""


class Refunded(Public, frozen=True, tag="refunded"):
    """Uncalled credits went back to their owner."""

    seat: int
    amount: int
    clause: str = "B1"


class Won(Public, frozen=True, tag="won"):
    """A player takes credits from a pot: 0 is the main pot, 1 and up are side pots, −1 the sabacc pot."""

    seat: int
    amount: int
    pot: int
    clause: str
    shared: bool = False


class Swept(Public, frozen=True, tag="swept"):
    """A pot that nobody could win went into the sabacc pot."""

    amount: int
    pot: int
    clause: str
