"""What happens at a table, one struct for each kind of event.

Every event knows who may see which part of it: `seen_by(seat)` gives the event as that seat sees it (None is a spectator).
There is no default: an event that all may see says so by being a `Public`; the others build what strangers see from
nothing, naming each field that is safe.
"""

from __future__ import annotations

from typing import Union

import msgspec

from sabacc.cards import Card
from sabacc.game.actions import AnyAction


class Event(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """The base of all events."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat sees it."""
        raise NotImplementedError(type(self).__name__)


class Public(Event, frozen=True):
    """An event that everybody sees whole."""

    def seen_by(self, seat: int | None) -> Event:
        return self


# ---- the table, between hands


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


class Closed(Public, frozen=True, tag="closed"):
    """The table closed, and the sabacc pot was shared (T3)."""

    shares: tuple[tuple[int, int], ...]


# ---- the frame of a hand


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


class TurnStarted(Public, frozen=True, tag="turn"):
    """It is a player's turn."""

    seat: int
    round: int


class RoundStarted(Public, frozen=True, tag="round"):
    """A round of play begins."""

    round: int


class BettingStarted(Public, frozen=True, tag="betting-started"):
    """New bets: what was bet before lies in the pot and is matched. `standing` is what to match at first (a blind)."""

    round: int
    standing: int = 0


class ClockStruck(Public, frozen=True, tag="clock-struck"):
    """The randomiser went off (HR5)."""


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


class Called(Public, frozen=True, tag="called"):
    """The hand was called, by a player or, where `seat` is None, by the table (E1)."""

    seat: int | None
    clause: str


class HandEnded(Public, frozen=True, tag="hand-ended"):
    """The hand is over."""

    how: str  # "folded", "called", "table-called"
    stacks: tuple[int, ...]
    sabacc_pot: int
    special: bool


class RoundWon(Public, frozen=True, tag="round-won"):
    """A player won a round that is played for rounds, not credits (CS9)."""

    seat: int
    clause: str


class GameWon(Public, frozen=True, tag="game-won"):
    """A player won most rounds of a game (CS12)."""

    seat: int
    rounds: tuple[int, ...]


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


# ---- credits


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


# ---- cards


class Shuffled(Public, frozen=True, tag="shuffled"):
    """A numbered shuffle: the cards of some zones, put somewhere face down."""

    number: int
    size: int
    zones: tuple[str, ...]  # "box" (a new deck), "deck", "junk", "pile", "hands" (unprotected), "aside"
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


class BoardDealt(Public, frozen=True, tag="board-dealt"):
    """A card from a shuffle's position to the board, face up: places 0 to 5 are the petals, 6 is the discard pile."""

    place: int
    shuffle: int
    position: int
    card: Card


class BoardFilled(Public, frozen=True, tag="board-filled"):
    """The top of the discard pile went into a gap of the board (CH12)."""

    place: int
    card: Card


class Bought(Public, frozen=True, tag="bought"):
    """A board card went to a player, face up (CH11)."""

    seat: int
    place: int
    card: Card


class Swapped(Public, frozen=True, tag="swapped"):
    """A player's card took the place of the board card just bought (CH11)."""

    seat: int
    place: int
    card: Card
    up: bool = False  # it lay face up before


class Peeked(Event, frozen=True, tag="peeked"):
    """A player looked at a card off the stub (CH13)."""

    seat: int
    shuffle: int
    position: int
    card: Card | None = None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else Peeked(self.seat, self.shuffle, self.position)


class Kept(Public, frozen=True, tag="kept"):
    """The card just peeked at joined the pocket cards (CH13)."""

    seat: int


class PushedBack(Public, frozen=True, tag="pushed-back"):
    """The card just peeked at was mucked (CH13)."""

    seat: int


class Offered(Public, frozen=True, tag="offered"):
    """A player's pick after double spikes (CH19)."""

    seat: int
    card: Card


class TargetSet(Public, frozen=True, tag="target-set"):
    """The gold number and the silver suit of a round (CS4)."""

    gold: int
    silver: str


class Selected(Event, frozen=True, tag="selected"):
    """Cards were laid face down into a selection (CS5, CS8)."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None = None

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else Selected(self.seat, self.count)


class TieDrawn(Public, frozen=True, tag="tie-drawn"):
    """A card drawn face up to break a tie (CH25, CS10)."""

    seat: int
    shuffle: int
    position: int
    card: Card


class SideDeclared(Public, frozen=True, tag="side-declared"):
    """A player stands on a side of the Force."""

    seat: int
    side: str


class TotalDeclared(Public, frozen=True, tag="total-declared"):
    """A player told the total of their first cards."""

    seat: int
    total: int


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


AnyEvent = Union[  # noqa: UP007 - msgspec reads it at run time
    Sat, Left, Rebought, SatOut, CameBack, RulesChanged, Closed, LevelSet, ItemStaked, ItemTaken, ItemDeclined,
    HandStarted, TurnStarted, RoundStarted, BettingStarted, Asked, Acted, WalkedAway, ClockStruck, Called, HandEnded,
    RoundWon, GameWon, Paid, Refunded, Won, Swept,
    Shuffled, Dealt, Dropped, PileTaken, Placed, TookBack, Folded, Rolled, Shifted, Discarded, Taken,
    BoardDealt, BoardFilled, Bought, Swapped, Peeked, Kept, PushedBack, Offered, TargetSet, Selected, TieDrawn,
    SideDeclared, TotalDeclared, Shown, SuddenDemise, NoSuddenDemise,
]  # fmt: skip


def kind_of(event: Event) -> str:
    """The event's name in JSON, such as `hand-started`."""
    return str(event.__struct_config__.tag)
