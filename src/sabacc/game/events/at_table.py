"""What happens at the table between hands."""

from __future__ import annotations

from sabacc.game.events.base import Public, SeatEvent
from sabacc.game.types import Reason


class Sat(SeatEvent, frozen=True, tag="sat"):
    """A player took a seat with credits of their own."""

    name: str
    stack: int
    owes: tuple[Reason, ...] = ()  # what they missed while they were gone (T12)


class Left(SeatEvent, frozen=True, tag="left"):
    """A player left the table and took their credits along; in mid-hand, `took` is settled after it."""

    took: int


class Rebought(SeatEvent, frozen=True, tag="rebought"):
    """A player brought more credits."""

    amount: int


class SatOut(SeatEvent, frozen=True, tag="sat-out"):
    """A player will not be dealt in until they return."""


class CameBack(SeatEvent, frozen=True, tag="came-back"):
    """A player who sat out will be dealt in again."""


class RulesChanged(Public, frozen=True, tag="rules-changed"):
    """The table plays by other rules from the next hand on."""

    rules: dict[str, object]


class LevelSet(Public, frozen=True, tag="level-set"):
    """A level of the blinds schedule, from the next hand on."""

    level: int
    blinds: tuple[int, int]
    board_price: int


class ItemStaked(SeatEvent, frozen=True, tag="item-staked"):
    """The table took an item at the Plutt's value, and gave its owner credits (HR9)."""

    item: str
    value: int


class ItemTaken(SeatEvent, frozen=True, tag="item-taken"):
    """A player took an item off the table for its price (HR9)."""

    item: str
    price: int


class ItemDeclined(SeatEvent, frozen=True, tag="item-declined"):
    """A player who might have taken an item first did not want it (HR9)."""

    item: str


class GameWon(SeatEvent, frozen=True, tag="game-won"):
    """A player won most rounds of a game (CS12)."""

    rounds: tuple[int, ...]


class Closed(Public, frozen=True, tag="closed"):
    """The table closed, and the sabacc pot was shared (T3)."""

    shares: tuple[tuple[int, int], ...]
