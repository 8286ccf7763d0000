"""What happens at the table between hands."""

from __future__ import annotations

from sabacc.game.events.base import Public


class Sat(Public, frozen=True, tag="sat"):
    """A player took a seat with credits of their own."""

    seat: int
    name: str
    stack: int


class Left(Public, frozen=True, tag="left"):
    """A player left the table and took their credits along; in mid-hand, `took` is settled after it."""

    seat: int
    took: int


class Rebought(Public, frozen=True, tag="rebought"):
    """A player brought more credits."""

    seat: int
    amount: int


class SatOut(Public, frozen=True, tag="sat-out"):
    """A player will not be dealt in until they return."""

    seat: int


class CameBack(Public, frozen=True, tag="came-back"):
    """A player who sat out will be dealt in again."""

    seat: int


class RulesChanged(Public, frozen=True, tag="rules-changed"):
    """The table plays by other rules from the next hand on."""

    rules: dict[str, object]


class LevelSet(Public, frozen=True, tag="level-set"):
    """A level of the blinds schedule, from the next hand on."""

    level: int
    blinds: tuple[int, int]
    board_price: int


class ItemStaked(Public, frozen=True, tag="item-staked"):
    """The table took an item at the Plutt's value, and gave its owner credits (HR9)."""

    seat: int
    item: str
    value: int


class ItemTaken(Public, frozen=True, tag="item-taken"):
    """A player took an item off the table for its price (HR9)."""

    seat: int
    item: str
    price: int


class ItemDeclined(Public, frozen=True, tag="item-declined"):
    """A player who might have taken an item first did not want it (HR9)."""

    seat: int
    item: str


class GameWon(Public, frozen=True, tag="game-won"):
    """A player won most rounds of a game (CS12)."""

    seat: int
    rounds: tuple[int, ...]


class Closed(Public, frozen=True, tag="closed"):
    """The table closed, and the sabacc pot was shared (T3)."""

    shares: tuple[tuple[int, int], ...]
