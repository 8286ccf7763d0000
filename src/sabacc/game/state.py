"""The state of a hand: flat lists by seat and tuples, so that copying it costs next to nothing.

`State` also has the few moves everything else is made of: pay, deal, drop, shuffle, roll. Each writes its event.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sabacc.betting import uncalled
from sabacc.cards import Card
from sabacc.chance import OPEN, Chance
from sabacc.game.combinations import without
from sabacc.game.dues import Owed
from sabacc.game.events import (
    BettingStarted,
    Dealt,
    Dropped,
    Event,
    Folded,
    Paid,
    Refunded,
    Rolled,
    Shuffled,
)
from sabacc.game.types import DropTo, PotName, Reason, ShuffleTo, Side, Zone
from sabacc.rules import Rules

FieldMove = tuple[int, Card]  # a seat and the card that it moved

# A shuffle's number, its order from the top, and the cards that went into it (they differ where chance is open).
Segment = tuple[int, tuple[Card, ...], tuple[Card, ...]]


class Log:
    """The events of one act, and the log before it: so that copies of a hand share what they have in common."""

    __slots__ = ("act", "before")

    def __init__(self, before: Log | None, act: tuple[Event, ...]) -> None:
        self.before = before
        self.act = act


class Seating:
    """What a hand starts from and never changes: shared by all copies of the hand."""

    __slots__ = ("button", "chance", "clock", "commitment", "dealt_in", "names", "number", "owes", "rules")

    def __init__(
        self,
        rules: Rules,
        names: tuple[str, ...],
        number: int,
        button: int,
        dealt_in: tuple[int, ...],
        chance: Chance,
        commitment: str = "",
        clock: bool = False,
        owes: Owed = (),
    ) -> None:
        self.rules = rules
        self.names = names
        self.number = number
        self.button = button
        self.dealt_in = dealt_in  # from the dealer's left
        self.chance = chance
        self.commitment = commitment
        self.clock = clock  # whether a randomiser runs on a clock and not after actions (HR5)
        self.owes = owes  # what was missed by who sat out, and is paid now (T12)

    def with_chance(self, chance: Chance) -> Seating:
        """The same players before another chance."""
        return Seating(
            self.rules,
            self.names,
            self.number,
            self.button,
            self.dealt_in,
            chance,
            self.commitment,
            self.clock,
            self.owes,
        )


class State:
    """Everything about a hand that changes while it is played."""

    __slots__ = (
        "actions",
        "aside",
        "bets",
        "board",
        "caller",
        "capped",
        "chosen",
        "deck",
        "declined",
        "fees",
        "field_open",
        "fields",
        "hands",
        "junk",
        "last_raise",
        "live",
        "log",
        "news",
        "paid",
        "passed",
        "peeked",
        "picks",
        "pile",
        "placed",
        "pulse_at",
        "pulses",
        "queue",
        "quiet_left",
        "quiet_turns",
        "raise_count",
        "rolls",
        "round",
        "sabacc_pot",
        "sealed",
        "seating",
        "shifts_open",
        "shows_first",
        "shuffles",
        "sides",
        "spilled",
        "stacks",
        "standing",
        "taken_back",
        "target",
        "to_sabacc",
        "top",
        "turn",
        "turns",
    )

    def __init__(
        self,
        seating: Seating,
        stacks: list[int],
        sabacc_pot: int,
        sides: tuple[Side | None, ...],
        like: State | None = None,
    ) -> None:
        if like is None:
            self._begin(seating, stacks, sabacc_pot, sides)
        else:
            self._copy(like)

    def _begin(self, seating: Seating, stacks: list[int], sabacc_pot: int, sides: tuple[Side | None, ...]) -> None:
        n = len(stacks)
        self.seating = seating
        self.stacks = stacks
        self.paid = [0] * n  # into the hand pot, by ante and bets
        self.bets = [0] * n  # in the present betting
        self.to_sabacc = [0] * n  # into the sabacc pot, this hand (T3); replaced, never changed in place
        self.live = [seat in seating.dealt_in for seat in range(n)]
        self.hands: list[tuple[Card, ...]] = [()] * n  # face down, unprotected
        self.fields: list[tuple[Card, ...]] = [()] * n  # face up
        self.turns = [0] * n  # completed
        self.sides = sides
        self.sabacc_pot = sabacc_pot
        self.fees = 0  # in the main pot, but not bets
        self.spilled = 0  # of the fees, what came out of the sabacc pot (HR14)
        self.deck: tuple[Segment, ...] = ()
        self.top = 0  # of the first segment
        self.junk: tuple[Card, ...] = ()
        self.pile: tuple[Card, ...] = ()  # the last is on top
        self.aside: tuple[Card, ...] = ()
        self.shuffles = 0
        self.rolls = 0
        self.picks = 0
        self.turn = -1
        self.standing = 0  # the bet to match
        self.queue: tuple[int, ...] = ()  # who is still to act in the present betting
        self.quiet_turns = 0  # in a row, calls allowed and nothing done; −1 in a turn in which something was done (E1)
        self.quiet_left = -1  # quiet rounds until the table calls, as last told to all; −1 while nobody may call (E1)
        self.declined: tuple[int, ...] = ()  # who has let a call pass since the last shift (E1)
        self.caller = -1  # who called the hand; nobody yet, or the table
        self.shows_first = -1  # the last aggressor, where that one shows first (CH20)
        self.field_open = False
        self.placed: tuple[FieldMove, ...] = ()  # into the static field in the present turn
        self.taken_back: tuple[FieldMove, ...] = ()  # out of it in the present turn
        self.shifts_open = False
        self.round = 0
        self.actions = 0  # in the present round (GA4)
        self.pulse_at = 0  # the action after which a pulse strikes; 0 for none
        self.pulses = 0  # that have struck in this hand (GA4)
        self.passed: tuple[int, ...] = ()  # all-in players who were asked to call in this betting round (PG5)
        self.raise_count = 0  # in the present betting, the opening bet left out (B5)
        self.last_raise = 0  # the size of the last full bet or raise (CH8)
        self.capped: tuple[int, ...] = ()  # who may not raise any more in this betting round (CH8)
        self.board: tuple[Card, ...] = ()  # six petals; an empty text is a gap
        self.peeked: tuple[Card, ...] = ()
        self.target = (0, "")  # the gold number and the silver suit (CS4)
        self.chosen: list[tuple[Card, ...]] = [()] * n  # selections (CS5); replaced, never changed in place
        self.sealed: tuple[tuple[int, Any], ...] = ()  # answers not yet shown
        self.news: list[Event] = []
        self.log: Log | None = None

    def _copy(self, like: State) -> None:
        self.seating = like.seating
        self.stacks = like.stacks[:]
        self.paid = like.paid[:]
        self.bets = like.bets[:]
        self.to_sabacc = like.to_sabacc
        self.live = like.live[:]
        self.hands = like.hands[:]
        self.fields = like.fields[:]
        self.turns = like.turns[:]
        self.sides = like.sides
        self.sabacc_pot = like.sabacc_pot
        self.fees = like.fees
        self.spilled = like.spilled
        self.deck = like.deck
        self.top = like.top
        self.junk = like.junk
        self.pile = like.pile
        self.aside = like.aside
        self.shuffles = like.shuffles
        self.rolls = like.rolls
        self.picks = like.picks
        self.turn = like.turn
        self.standing = like.standing
        self.queue = like.queue
        self.quiet_turns = like.quiet_turns
        self.quiet_left = like.quiet_left
        self.declined = like.declined
        self.caller = like.caller
        self.shows_first = like.shows_first
        self.field_open = like.field_open
        self.placed = like.placed
        self.taken_back = like.taken_back
        self.shifts_open = like.shifts_open
        self.round = like.round
        self.actions = like.actions
        self.pulse_at = like.pulse_at
        self.pulses = like.pulses
        self.passed = like.passed
        self.raise_count = like.raise_count
        self.last_raise = like.last_raise
        self.capped = like.capped
        self.board = like.board
        self.peeked = like.peeked
        self.target = like.target
        self.chosen = like.chosen
        self.sealed = like.sealed
        self.news = like.news  # finished with: every act begins a new list
        self.log = like.log

    # ---- seats

    def live_from(self, seat: int) -> tuple[int, ...]:
        """The live seats clockwise, beginning with `seat` itself."""
        live = self.live
        n = len(live)
        return tuple([s % n for s in range(seat, seat + n) if live[s % n]])

    def live_count(self) -> int:
        """How many are still in the hand."""
        return sum(self.live)

    def from_dealers_left(self) -> tuple[int, ...]:
        """The live seats, the first one left of the dealer first."""
        live = self.live
        return tuple([seat for seat in self.seating.dealt_in if live[seat]])

    def stir(self) -> None:
        """Something happened that counts: the turn under way is not a quiet one (E1)."""
        self.quiet_turns = -1

    # ---- credits

    def owes(self, seat: int) -> int:
        """What a seat would have to put in to match, or all it has."""
        return min(self.standing - self.bets[seat], self.stacks[seat])

    def bet(self, seat: int, amount: int, why: Reason = "bet", clause: str = "") -> None:
        """Credits from a stack into the hand pot, as a bet."""
        if amount:
            self.stacks[seat] -= amount
            self.paid[seat] += amount
            self.bets[seat] += amount
            self.standing = max(self.standing, self.bets[seat])
            self.news.append(Paid(seat, amount, "hand", why, clause))

    def new_bets(self, standing: int = 0) -> None:
        """What was bet lies in the pot; a new betting begins."""
        self.bets = [0] * len(self.bets)
        self.standing = standing
        self.passed = ()
        self.capped = ()
        self.raise_count = 0
        self.news.append(BettingStarted(self.round, standing))

    def pay(self, seat: int, amount: int, pot: PotName, why: Reason, clause: str = "") -> None:
        """A forced payment; if it is larger than the stack it takes the whole stack (T5)."""
        amount = min(amount, self.stacks[seat])
        if not amount:
            return
        self.stacks[seat] -= amount
        if pot == "sabacc":
            self.sabacc_pot += amount
            self.to_sabacc = self.to_sabacc[:]
            self.to_sabacc[seat] += amount
        elif pot == "fees":
            self.fees += amount
        else:
            self.paid[seat] += amount
        self.news.append(Paid(seat, amount, pot, why, clause))

    def return_uncalled(self, clause: str) -> None:
        """What the largest payer, if live, put in above everybody else goes back (B1)."""
        back = uncalled(self.paid, self.live)
        if back is not None and back[1]:
            seat, amount = back
            self.paid[seat] -= amount
            self.stacks[seat] += amount
            self.bets[seat] = max(0, self.bets[seat] - amount)
            self.news.append(Refunded(seat, amount, clause))

    def hand_pot(self) -> int:
        """All pots of the hand together."""
        return sum(self.paid) + self.fees

    # ---- cards

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """All that a seat holds, the static field included (F1)."""
        return self.hands[seat] + self.fields[seat] + self.chosen[seat]

    def cards_left(self) -> int:
        """How many cards the deck has."""
        return sum([len(order) for _, order, _ in self.deck]) - self.top

    def shuffle(self, zones: tuple[Zone, ...], cards: tuple[Card, ...], to: ShuffleTo) -> None:
        """A numbered shuffle of cards that are already gathered from these zones."""
        self.shuffles += 1
        order = self.seating.chance.shuffle(self.shuffles, cards)
        self.news.append(Shuffled(self.shuffles, len(cards), zones, to))
        segment: Segment = (self.shuffles, order, cards)
        if to in ("deck", "aside"):
            self.deck = (segment,)
            self.top = 0
        elif to == "bottom":
            self.deck = (*self.deck, segment)

    def undealt(self) -> tuple[Card, ...]:
        """The cards of the deck, out of which only a shuffle may make anything."""
        left: tuple[Card, ...] = ()
        top = self.top
        for _, order, cards in self.deck:
            if OPEN in order:
                left += tuple((Counter(cards) - Counter(order[:top])).elements())
            else:
                left += order[top:]
            top = 0
        return left

    def turn_top(self) -> tuple[int, int, Card]:
        """Takes the top card off the deck: its shuffle, its position, itself."""
        number, order, cards = self.deck[0]
        position = self.top
        card = order[position]
        if card == OPEN:
            rest = tuple((Counter(cards) - Counter(order[:position])).elements())
            card = self.seating.chance.card(number, position, rest)
            self.deck = ((number, (*order[:position], card, *order[position + 1 :]), cards), *self.deck[1:])
        if position + 1 < len(order):
            self.top = position + 1
        else:
            self.deck = self.deck[1:]
            self.top = 0
        return number, position, card

    def reshuffle_junk(self) -> None:
        """The junk becomes the deck, when the deck is empty (D4); the discard pile counts as junk (HR4)."""
        cards = self.junk + self.pile
        zones: tuple[Zone, ...] = ("junk", "pile") if self.pile else ("junk",)
        self.junk = ()
        self.pile = ()
        if cards:
            self.shuffle(zones, cards, "deck")

    def deal(self, seat: int) -> None:
        """The top card, face down, to a hand. The deck must have one."""
        number, position, card = self.turn_top()
        self.hands[seat] += (card,)
        self.news.append(Dealt(seat, number, position, card))

    def deal_beside(self, cards: tuple[Card, ...], seats: tuple[int, ...], up: bool = False) -> None:
        """Cards set aside are shuffled by themselves and dealt, one to each seat."""
        deck, top = self.deck, self.top
        self.shuffle(("aside",), cards, "aside")
        for seat in seats:
            if up:
                self.deal_up(seat)
            else:
                self.deal(seat)
        self.deck, self.top = deck, top

    def deal_up(self, seat: int) -> Card:
        """The top card, face up, in front of a seat. The deck must have one."""
        number, position, card = self.turn_top()
        self.fields[seat] += (card,)
        self.news.append(Dealt(seat, number, position, card, True))
        return card

    def drop(self, seat: int, card: Card, to: DropTo = "junk", up: bool = False) -> None:
        """A card out of a hand, or one that lies face `up`: face down to the junk, or face up on the discard pile."""
        if up:
            self.fields[seat] = without(self.fields[seat], card)
        else:
            self.hands[seat] = without(self.hands[seat], card)
        if to == "pile":
            self.pile += (card,)
        else:
            self.junk += (card,)
        self.news.append(Dropped(seat, to, card, up))

    def choose(self, seat: int, cards: tuple[Card, ...]) -> None:
        """A seat's selection is these cards, face down (CS5)."""
        self.chosen = self.chosen[:]
        self.chosen[seat] = cards

    def fold(self, seat: int) -> None:
        """A seat leaves the hand; its cards, those in the field too, are junk (F6, X7)."""
        self.live[seat] = False
        self.junk += self.cards_of(seat)
        self.hands[seat] = ()
        self.fields[seat] = ()
        if self.chosen[seat]:
            self.choose(seat, ())
        self.news.append(Folded(seat))

    def roll(self, seat: int, dice: int, sides: int) -> tuple[int, ...]:
        """Dice, for all to see."""
        self.rolls += 1
        rolled = self.seating.chance.roll(self.rolls, dice, sides)
        self.news.append(Rolled(seat, rolled, sides))
        return rolled
