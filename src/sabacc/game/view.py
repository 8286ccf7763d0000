"""What a seat may know: its events so far, and what folds from them. Nothing else feeds a bot, a client or `sample`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabacc.cards import Card
from sabacc.game.board import PETALS
from sabacc.game.combinations import without
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
    HandVoided,
    ItemStaked,
    Kept,
    Offered,
    Paid,
    Peeked,
    PileTaken,
    Placed,
    PushedBack,
    QuietRounds,
    Refunded,
    RoundStarted,
    Selected,
    Shifted,
    Shown,
    Shuffled,
    SideDeclared,
    Spilled,
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
from sabacc.game.question import Question
from sabacc.game.types import Side
from sabacc.rules import Rules


class View:
    """The table as one seat sees it (`seat` None: a spectator). Made by folding that seat's events, one after the other."""

    def __init__(self, rules: Rules, names: tuple[str, ...], seat: int | None) -> None:
        n = len(names)
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
        self.started_with = [0] * n  # credits, and the items that were made some (HR9)
        self.paid = [0] * n
        self.bets = [0] * n
        self.blind = 0  # what there is to match at the least, even if whoever owed it was short of it
        self.fees = 0
        self.spilled = 0  # of the fees, what came out of a sabacc pot over its cap (HR14)
        self.sabacc_pot = 0
        self.sides: list[Side | None] = [None] * n
        self.totals: list[int | None] = [None] * n  # as declared (PG1)
        self.outdated = [False] * n  # a seat's cards have changed since it declared its total
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
        self.quiet_left: int | None = None  # quiet rounds until the table calls the hand, once it may be called (E1)
        self.called = False
        self.caller: int | None = None
        self.shown: dict[int, Shown] = {}
        self.over = False
        self.board: tuple[Card, ...] = ("",) * PETALS  # (CH5); an empty text is a gap
        self.peeked: Card | None = None  # the card one has just looked at (CH13)
        self.gold: int | None = None  # the target of a round (CS4)
        self.silver: str | None = None
        self.chosen: tuple[Card, ...] = ()  # one's own selection (CS5)
        self.chosen_counts = [0] * n

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
        self.started_with = list(event.stacks)
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

    def _quiet(self, event: QuietRounds) -> None:
        self.quiet_left = event.left

    def _shifted(self, event: Shifted) -> None:
        if self.quiet_left == 0:
            self.quiet_left = 1  # everybody is asked once more before the table calls

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
        self.bets[event.seat] = max(0, self.bets[event.seat] - event.amount)

    def _won(self, event: Won) -> None:
        self.stacks[event.seat] += event.amount
        if event.pot < 0:
            self.sabacc_pot -= event.amount
        else:
            self._from_hand_pot(event.amount)

    def _swept(self, event: Swept) -> None:
        self.sabacc_pot += event.amount
        self._from_hand_pot(event.amount)

    def _spilled(self, event: Spilled) -> None:
        self.sabacc_pot -= event.amount
        self.fees += event.amount
        self.spilled = event.amount

    def _from_hand_pot(self, amount: int) -> None:
        """Pots are paid out whole, so whose credits they were no longer matters."""
        pot = self.hand_pot
        self.paid = [0] * len(self.paid)
        self.fees = pot - amount

    def _ended(self, event: HandEnded) -> None:
        self.over = True
        self.asked = ()

    def _voided(self, event: HandVoided) -> None:
        self.over = True
        self.asked = ()
        self.number = event.number
        self.cards = ()
        self.counts = [0] * len(self.counts)
        self.fields = [()] * len(self.fields)
        self.stacks = list(event.stacks)
        self.started_with = list(event.stacks)
        self.sabacc_pot = event.sabacc_pot
        self.paid = [0] * len(self.paid)
        self.bets = [0] * len(self.bets)
        self.fees = 0

    def _shuffled(self, event: Shuffled) -> None:
        if "hands" in event.zones:
            self.cards = ()
            self.counts = [0] * len(self.counts)
            self.outdated = [total is not None for total in self.totals]
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
        self._outdates(event.seat)
        if event.shuffle != self.aside_shuffle:
            self.deck_count -= 1
        if event.up:
            self.fields[event.seat] += (str(event.card),)
        else:
            self.counts[event.seat] += 1
            if event.seat == self.seat:
                self.cards += (str(event.card),)

    def _dropped(self, event: Dropped) -> None:
        self._outdates(event.seat)
        if event.up:
            self.fields[event.seat] = without(self.fields[event.seat], str(event.card))
        else:
            self._loses(event.seat, event.card)
        if event.to == "pile":
            self.pile += (str(event.card),)

    def _taken(self, event: Taken) -> None:
        self._outdates(event.seat)
        self._loses(event.seat, event.card)

    def _pile_taken(self, event: PileTaken) -> None:
        self._outdates(event.seat)
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
        self._outdates(event.seat)
        self.counts[event.seat] = 0
        if event.seat == self.seat:
            self.cards = ()

    def _staked(self, event: ItemStaked) -> None:
        self.stacks[event.seat] += event.value
        self.started_with[event.seat] += event.value

    def _side(self, event: SideDeclared) -> None:
        self.sides[event.seat] = event.side

    def _total(self, event: TotalDeclared) -> None:
        self.totals[event.seat] = event.total

    def _shown(self, event: Shown) -> None:
        self.shown[event.seat] = event

    # ---- the board, cards looked at, selections

    def _board_dealt(self, event: BoardDealt) -> None:
        self.deck_count -= 1
        self._put_on_board(event.place, event.card)

    def _board_filled(self, event: BoardFilled) -> None:
        self.pile = self.pile[:-1]
        self._put_on_board(event.place, event.card)

    def _bought(self, event: Bought) -> None:
        if event.place == len(self.board):
            self.pile = self.pile[:-1]
        else:
            self._put_on_board(event.place, "")
        self.fields[event.seat] += (event.card,)

    def _swapped(self, event: Swapped) -> None:
        if event.up:
            self.fields[event.seat] = without(self.fields[event.seat], event.card)
        else:
            self._loses(event.seat, event.card)
        self._put_on_board(event.place, event.card)

    def _put_on_board(self, place: int, card: Card) -> None:
        if place == len(self.board):
            self.pile += (card,)
        else:
            self.board = (*self.board[:place], card, *self.board[place + 1 :])

    def _peeked(self, event: Peeked) -> None:
        self.deck_count -= 1
        if event.seat == self.seat:
            self.peeked = event.card

    def _kept(self, event: Kept) -> None:
        self.counts[event.seat] += 1
        if event.seat == self.seat and self.peeked is not None:
            self.cards += (self.peeked,)
            self.peeked = None

    def _pushed_back(self, event: PushedBack) -> None:
        self.peeked = None

    def _offered(self, event: Offered) -> None:
        self.fields[event.seat] = without(self.fields[event.seat], event.card)

    def _target(self, event: TargetSet) -> None:
        self.gold = event.gold
        self.silver = event.silver

    def _selected(self, event: Selected) -> None:
        self.counts[event.seat] -= event.count
        self.chosen_counts[event.seat] += event.count
        if event.seat == self.seat and event.cards is not None:
            for card in event.cards:
                self.cards = without(self.cards, card)
            self.chosen += event.cards

    def _tie_drawn(self, event: TieDrawn) -> None:
        self.deck_count -= 1

    def _outdates(self, seat: int) -> None:
        """A seat's cards change, and what it has declared of them is no longer so."""
        if self.totals[seat] is not None:
            self.outdated[seat] = True

    def _loses(self, seat: int, card: Card | None) -> None:
        self.counts[seat] -= 1
        if seat == self.seat and card is not None:
            self.cards = without(self.cards, card)


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
    Spilled: View._spilled,
    QuietRounds: View._quiet,
    Shifted: View._shifted,
    HandEnded: View._ended,
    HandVoided: View._voided,
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
