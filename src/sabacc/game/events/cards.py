"""Cards, wherever they go; and the dice."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.events.base import CardEvent, EventBase, Public, SeatEvent
from sabacc.game.types import DropTo, ShiftKind, ShuffleTo, Zone


class Shuffled(Public, frozen=True, tag="shuffled"):
    """A numbered shuffle: the cards of some zones, put somewhere face down."""

    number: int
    size: int
    zones: tuple[Zone, ...]
    to: ShuffleTo


class Dealt(EventBase, frozen=True, tag="dealt"):
    """A card from a shuffle's position to a seat."""

    seat: int
    shuffle: int
    position: int
    card: Card | None = None
    up: bool = False

    def seen_by(self, seat: int | None) -> Dealt:
        if self.up or seat == self.seat:
            return self
        return Dealt(self.seat, self.shuffle, self.position)


class Dropped(EventBase, frozen=True, tag="dropped"):
    """A card left a hand for the junk, face down, or for the discard pile, face up."""

    seat: int
    to: DropTo
    card: Card | None = None
    up: bool = False  # it lay face up before

    def seen_by(self, seat: int | None) -> Dropped:
        if self.to == "pile" or seat == self.seat:
            return self
        return Dropped(self.seat, self.to)


class PileTaken(CardEvent, frozen=True, tag="pile-taken"):
    """The top card of the discard pile went into a hand."""


class Placed(CardEvent, frozen=True, tag="placed"):
    """A card lies in the static field."""


class TookBack(CardEvent, frozen=True, tag="took-back"):
    """A card was taken out of the static field."""


class Folded(SeatEvent, frozen=True, tag="folded"):
    """A player folded, and their cards are junk."""


class Rolled(SeatEvent, frozen=True, tag="rolled"):
    """Dice on the table."""

    dice: tuple[int, ...]
    sides: int


class Shifted(Public, frozen=True, tag="shifted"):
    """A Sabacc shift strikes."""

    kind: ShiftKind


class Discarded(EventBase, frozen=True, tag="discarded"):
    """All of a seat's unprotected cards became junk in a shift."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None = None

    def seen_by(self, seat: int | None) -> Discarded:
        return self if seat == self.seat else Discarded(self.seat, self.count)


class Taken(EventBase, frozen=True, tag="taken"):
    """A shift took one of a seat's cards, by chance."""

    seat: int
    card: Card | None = None

    def seen_by(self, seat: int | None) -> Taken:
        return self if seat == self.seat else Taken(self.seat)


class Selected(EventBase, frozen=True, tag="selected"):
    """Cards were laid face down into a selection (CS5, CS8)."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None = None

    def seen_by(self, seat: int | None) -> Selected:
        return self if seat == self.seat else Selected(self.seat, self.count)


class Shown(SeatEvent, frozen=True, tag="shown"):
    """A hand was shown, with what it is worth: `rank` 1 is the best, and `key` orders all hands, the best highest."""

    cards: tuple[Card, ...]
    name: str
    total: int
    bombed_out: bool
    borrowed: tuple[Card, ...] = ()
    rank: int = 0
    key: int = 0


class SuddenDemise(Public, frozen=True, tag="sudden-demise"):
    """Tied players get one more card each."""

    seats: tuple[int, ...]
    pot: int
    clause: str = "H9"


class NoSuddenDemise(Public, frozen=True, tag="no-sudden-demise"):
    """There were too few cards for a sudden demise, so the tie is split (D4)."""

    seats: tuple[int, ...]
    pot: int
    clause: str = "D4"


class TieDrawn(SeatEvent, frozen=True, tag="tie-drawn"):
    """A card drawn face up to break a tie (CH25, CS10)."""

    shuffle: int
    position: int
    card: Card
