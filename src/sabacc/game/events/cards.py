"""Cards, wherever they go; and the dice."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.events.base import Event, Public


class Shuffled(Public, frozen=True, tag="shuffled"):
    """A numbered shuffle: the cards of some zones, put somewhere face down."""

    number: int
    size: int
    zones: tuple[
        str, ...
    ]  # "box" (a new deck), "deck", "junk", "pile", "under" (its top), "hands" (unprotected), "aside"
    to: str  # "deck", "bottom" (of the deck) or "aside"


class Dealt(Event, frozen=True, tag="dealt"):
    """A card from a shuffle's position to a seat."""

    seat: int
    shuffle: int
    position: int
    card: Card | None = None
    up: bool = False

    def seen_by(self, seat: int | None) -> Event:
        if self.up or seat == self.seat:
            return self
        return Dealt(self.seat, self.shuffle, self.position)


class Dropped(Event, frozen=True, tag="dropped"):
    """A card left a hand for the junk, face down, or for the discard pile, face up."""

    seat: int
    to: str  # "junk" or "pile"
    card: Card | None = None
    up: bool = False  # it lay face up before

    def seen_by(self, seat: int | None) -> Event:
        if self.to == "pile" or seat == self.seat:
            return self
        return Dropped(self.seat, self.to)


class PileTaken(Public, frozen=True, tag="pile-taken"):
    """The top card of the discard pile went into a hand."""

    seat: int
    card: Card


class Placed(Public, frozen=True, tag="placed"):
    """A card lies in the static field."""

    seat: int
    card: Card


class TookBack(Public, frozen=True, tag="took-back"):
    """A card was taken out of the static field."""

    seat: int
    card: Card


class Folded(Public, frozen=True, tag="folded"):
    """A player folded, and their cards are junk."""

    seat: int


class Rolled(Public, frozen=True, tag="rolled"):
    """Dice on the table."""

    seat: int
    dice: tuple[int, ...]
    sides: int


class Shifted(Public, frozen=True, tag="shifted"):
    """A Sabacc shift strikes."""

    kind: str


class Discarded(Event, frozen=True, tag="discarded"):
    """All of a seat's unprotected cards became junk in a shift."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None = None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else Discarded(self.seat, self.count)


class Taken(Event, frozen=True, tag="taken"):
    """A shift took one of a seat's cards, by chance."""

    seat: int
    card: Card | None = None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else Taken(self.seat)


class Selected(Event, frozen=True, tag="selected"):
    """Cards were laid face down into a selection (CS5, CS8)."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None = None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else Selected(self.seat, self.count)


class Shown(Public, frozen=True, tag="shown"):
    """A hand was shown, with what it is worth."""

    seat: int
    cards: tuple[Card, ...]
    name: str
    total: int
    bombed_out: bool
    borrowed: tuple[Card, ...] = ()


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


class TieDrawn(Public, frozen=True, tag="tie-drawn"):
    """A card drawn face up to break a tie (CH25, CS10)."""

    seat: int
    shuffle: int
    position: int
    card: Card
