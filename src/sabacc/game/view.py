"""What a seat may know: its events so far, and what folds from them. Nothing else feeds a bot, a client or `sample`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sabacc.cards import Card
from sabacc.game.actions import Action
from sabacc.game.board_view import BoardView
from sabacc.game.events import (
    Acted,
    Asked,
    BettingStarted,
    BoardDealt,
    BoardFilled,
    Bought,
    Called,
    Dealt,
    Discarded,
    Dropped,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    ItemStaked,
    Kept,
    Offered,
    Paid,
    Peeked,
    PileTaken,
    Placed,
    PushedBack,
    Refunded,
    RoundStarted,
    Selected,
    Shown,
    Shuffled,
    SideDeclared,
    Swapped,
    Swept,
    Taken,
    TargetSet,
    TieDrawn,
    TookBack,
    TotalDeclared,
    TurnStarted,
    Won,
)
from sabacc.game.options import NOTHING, Options
from sabacc.game.picking import without
from sabacc.rules import Rules


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked: the question's number and kind, and the answer given for who doesn't answer (T10)."""

    number: int
    kind: str
    default: Action


class View(BoardView):
    """The table as one seat sees it (`seat` None: a spectator). Made by folding that seat's events, one after the other."""

    def __init__(self, rules: Rules, names: tuple[str, ...], seat: int | None) -> None:
        n = len(names)
        super().__init__(n)
        self.rules = rules
        self.names = names
        self.seat = seat
        self.events: list[Event] = []
        self.question: Question | None = None  # what this seat is asked
        self.options: Options = NOTHING  # what this seat may do
        self.number = 0
        self.button = -1
        self.dealt_in: tuple[int, ...] = ()
        self.live = [False] * n
        self.stacks = [0] * n
        self.paid = [0] * n
        self.bets = [0] * n
        self.blind = 0  # what there is to match at the least, even if whoever owed it was short of it
        self.fees = 0
        self.sabacc_pot = 0
        self.sides: list[str | None] = [None] * n
        self.totals: list[int | None] = [None] * n  # as declared (PG1)
        self.cards: tuple[Card, ...] = ()  # one's own, face down
        self.counts = [0] * n  # everybody's face-down cards
        self.fields: list[tuple[Card, ...]] = [()] * n
        self.pile: tuple[Card, ...] = ()
        self.deck_count = 0
        self.aside_shuffle = 0  # the shuffle whose cards lie beside the deck
        self.turn: int | None = None
        self.round = 0
        self.asked: tuple[int, ...] = ()
        self.asked_kind = ""
        self.question_number = 0
        self.called = False
        self.caller: int | None = None
        self.shown: dict[int, Shown] = {}
        self.over = False

    def __repr__(self) -> str:
        return f"<View of {'a spectator' if self.seat is None else f'seat {self.seat}'}: {len(self.events)} events>"

    @property
    def hand_pot(self) -> int:
        """All pots of the hand together."""
        return sum(self.paid) + self.fees

    @property
    def standing(self) -> int:
        """The bet to match."""
        return max(*self.bets, self.blind)

    @property
    def my_cards(self) -> tuple[Card, ...]:
        """All that this seat holds, the static field included."""
        return self.cards + self.fields[self.seat] + self.chosen if self.seat is not None else ()

    def see(self, event: Event) -> None:
        """Folds one more event, as this seat sees it, into the view."""
        self.events.append(event)
        fold = _FOLDS.get(type(event))
        if fold is not None:
            fold(self, event)

    # ---- one fold for each kind of event that changes the picture

    def _started(self, event: HandStarted) -> None:
        self.number = event.number
        self.button = event.button
        self.dealt_in = event.dealt_in
        self.stacks = list(event.stacks)
        self.sabacc_pot = event.sabacc_pot
        for seat in event.dealt_in:
            self.live[seat] = True
        if event.sides:
            self.sides = list(event.sides)

    def _turn(self, event: TurnStarted) -> None:
        self.turn = event.seat
        self.round = event.round

    def _round(self, event: RoundStarted) -> None:
        self.round = event.round
        self.turn = None

    def _betting(self, event: BettingStarted) -> None:
        self.bets = [0] * len(self.bets)
        self.blind = event.standing
        self.round = event.round

    def _asked(self, event: Asked) -> None:
        self.asked = event.seats
        self.asked_kind = event.kind
        self.question_number = event.question

    def _acted(self, event: Acted) -> None:
        if event.question:
            self.asked = tuple(seat for seat in self.asked if seat != event.seat)

    def _called(self, event: Called) -> None:
        self.called = True
        self.caller = event.seat
        self.asked = ()

    def _paid(self, event: Paid) -> None:
        self.stacks[event.seat] -= event.amount
        if event.pot == "sabacc":
            self.sabacc_pot += event.amount
        elif event.pot == "fees":
            self.fees += event.amount
        else:
            self.paid[event.seat] += event.amount
            if event.why in ("bet", "big-blind"):
                self.bets[event.seat] += event.amount

    def _refunded(self, event: Refunded) -> None:
        self.stacks[event.seat] += event.amount
        self.paid[event.seat] -= event.amount

    def _won(self, event: Won) -> None:
        self.stacks[event.seat] += event.amount
        if event.pot < 0:
            self.sabacc_pot -= event.amount
        else:
            self._from_hand_pot(event.amount)

    def _swept(self, event: Swept) -> None:
        self.sabacc_pot += event.amount
        self._from_hand_pot(event.amount)

    def _from_hand_pot(self, amount: int) -> None:
        """Pots are paid out whole, so whose credits they were no longer matters."""
        pot = self.hand_pot
        self.paid = [0] * len(self.paid)
        self.fees = pot - amount

    def _ended(self, event: HandEnded) -> None:
        self.over = True
        self.asked = ()

    def _shuffled(self, event: Shuffled) -> None:
        if "hands" in event.zones:
            self.cards = ()
            self.counts = [0] * len(self.counts)
        if "pile" in event.zones:
            self.pile = ()
        elif "under" in event.zones:
            self.pile = self.pile[-1:]
        if event.to == "deck":
            self.deck_count = event.size
        elif event.to == "bottom":
            self.deck_count += event.size
        else:
            self.aside_shuffle = event.number

    def _dealt(self, event: Dealt) -> None:
        if event.shuffle != self.aside_shuffle:
            self.deck_count -= 1
        if event.up:
            self.fields[event.seat] += (str(event.card),)
        else:
            self.counts[event.seat] += 1
            if event.seat == self.seat:
                self.cards += (str(event.card),)

    def _dropped(self, event: Dropped) -> None:
        if event.up:
            self.fields[event.seat] = without(self.fields[event.seat], str(event.card))
        else:
            self._loses(event.seat, event.card)
        if event.to == "pile":
            self.pile += (str(event.card),)

    def _taken(self, event: Taken) -> None:
        self._loses(event.seat, event.card)

    def _pile_taken(self, event: PileTaken) -> None:
        at = max(at for at, card in enumerate(self.pile) if card == event.card)
        self.pile = self.pile[:at] + self.pile[at + 1 :]
        self.counts[event.seat] += 1
        if event.seat == self.seat:
            self.cards += (event.card,)

    def _placed(self, event: Placed) -> None:
        self._loses(event.seat, event.card)
        self.fields[event.seat] += (event.card,)

    def _took_back(self, event: TookBack) -> None:
        self.fields[event.seat] = without(self.fields[event.seat], event.card)
        self.counts[event.seat] += 1
        if event.seat == self.seat:
            self.cards += (event.card,)

    def _folded(self, event: Folded) -> None:
        self.live[event.seat] = False
        self.counts[event.seat] = 0
        self.fields[event.seat] = ()
        self.chosen_counts[event.seat] = 0
        if event.seat == self.seat:
            self.cards = ()
            self.chosen = ()

    def _discarded(self, event: Discarded) -> None:
        self.counts[event.seat] = 0
        if event.seat == self.seat:
            self.cards = ()

    def _staked(self, event: ItemStaked) -> None:
        self.stacks[event.seat] += event.value

    def _side(self, event: SideDeclared) -> None:
        self.sides[event.seat] = event.side

    def _total(self, event: TotalDeclared) -> None:
        self.totals[event.seat] = event.total

    def _shown(self, event: Shown) -> None:
        self.shown[event.seat] = event


_FOLDS: dict[type[Event], Callable[[View, Any], None]] = {
    HandStarted: View._started,
    TurnStarted: View._turn,
    RoundStarted: View._round,
    BettingStarted: View._betting,
    Asked: View._asked,
    Acted: View._acted,
    Called: View._called,
    Paid: View._paid,
    Refunded: View._refunded,
    Won: View._won,
    Swept: View._swept,
    HandEnded: View._ended,
    Shuffled: View._shuffled,
    Dealt: View._dealt,
    Dropped: View._dropped,
    Taken: View._taken,
    PileTaken: View._pile_taken,
    Placed: View._placed,
    TookBack: View._took_back,
    Folded: View._folded,
    Discarded: View._discarded,
    SideDeclared: View._side,
    TotalDeclared: View._total,
    Shown: View._shown,
    BoardDealt: View._board_dealt,
    BoardFilled: View._board_filled,
    Bought: View._bought,
    Swapped: View._swapped,
    Peeked: View._peeked,
    Kept: View._kept,
    PushedBack: View._pushed_back,
    Offered: View._offered,
    TargetSet: View._target,
    Selected: View._selected,
    TieDrawn: View._tie_drawn,
    ItemStaked: View._staked,
}


def view_of(
    rules: Rules,
    names: tuple[str, ...],
    seat: int | None,
    events: Iterable[Event],
    question: Question | None,
    options: Options,
) -> View:
    """A view from true events: each is cut down to what the seat sees before anything is made of it."""
    view = View(rules, names, seat)
    for event in events:
        view.see(event.seen_by(seat))
    view.question = question
    view.options = options
    return view
