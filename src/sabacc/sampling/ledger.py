"""Where every card has been, as one seat saw it: the book-keeping behind `sample`.

A *token* is a card whose face may not be known. Each card dealt from the deck is a new token; a shuffle takes tokens in (its
sources) and gives tokens out (its positions), and which became which is decided last (`token_matching`). So what is seen late, at
the showdown say, can still settle what was dealt early.

The ledger walks the events forward. Cards the seat saw get their faces; hidden choices of others (which card was dropped,
which one a shift took) are made by chance, with an eye on what will be seen. Each choice that is not made with the odds of
the game itself is weighed, so that guesses together can be weighted right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sabacc.cards import Card, Deck
from sabacc.game.board import PILE
from sabacc.game.events import (
    BoardDealt,
    BoardFilled,
    Bought,
    Dealt,
    Discarded,
    Dropped,
    Event,
    Folded,
    Kept,
    Offered,
    Peeked,
    PileTaken,
    Placed,
    PushedBack,
    Selected,
    Shifted,
    Shown,
    Shuffled,
    Swapped,
    Taken,
    TieDrawn,
    TookBack,
    TotalDeclared,
)
from sabacc.sampling.foresight import Foresight
from sabacc.sampling.weighted_chance import Impossible, Token, WeightedChance

# Weights of a guess.
SHOWN_LATER = 0.001  # that a card was lost which its holder shows later
NEVER_SHOWN = 4.0  # that a card was lost which its holder turns out not to have
PASSED_ON = 0.002  # that a card has changed hands unseen more than once


class Ledger:
    """All tokens of a hand, and the zone each one lies in."""

    def __init__(
        self,
        deck: Deck,
        seats: int,
        events: Sequence[Event],
        seat: int | None,
        chance: WeightedChance,
        values: Sequence[Mapping[Card, int]] = (),
    ) -> None:
        self.values = values  # what cards are worth to each seat, where totals are declared
        self.deck_kind = deck
        self.seat = seat
        self.chance = chance
        self.later = Foresight(events, seat)
        self.at = 0
        self.faces: list[Card | None] = []
        self.origin: list[int] = []  # of each token, the shuffle it came out of
        self.went_into: dict[Card, int] = {}  # the shuffle a card was last seen going into
        self.free = Counter(deck.copies)  # faces that an unknown token may still have
        self.hands: list[list[Token]] = [[] for _ in range(seats)]
        self.fields: list[list[Token]] = [[] for _ in range(seats)]
        self.chosen: list[list[Token]] = [[] for _ in range(seats)]
        self.junk: list[Token] = []
        self.pile: list[Token] = []
        self.aside: list[Token] = []
        self.board: dict[int, Token] = {}
        self.peeked: Token = -1
        self.sources: dict[int, list[Token]] = {}  # of each shuffle into the deck
        self.outputs: dict[int, dict[int, Token]] = {}
        self.sizes: dict[int, int] = {}
        self.dealt: dict[int, int] = {}  # how many cards of each shuffle were dealt
        self.deck: list[int] = []  # the shuffles that lie in the deck
        self.beside: dict[tuple[int, int], Token] = {}  # positions of a shuffle beside the deck, not yet dealt
        self.orders: dict[int, list[Token]] = {}  # of the shuffles beside the deck
        self.forced: dict[int, Token] = {}  # by seat, what a shift must have taken
        self.dropped: dict[int, Token] = {}  # by event: the hidden halves of actions
        self.taken: list[Token] = []  # in order: the picks of shifts
        self.selected: list[list[list[Token]]] = [[] for _ in range(seats)]  # by seat, in order
        self.sums: list[tuple[tuple[Token, Token], int, int]] = []  # declared totals: tokens, total, seat
        self.pairs: dict[
            Token, tuple[Token, int, int]
        ] = {}  # of declared totals, by token: the other token, total, seat
        for self.at, event in enumerate(events):
            self.see(event)

    def see(self, event: Event) -> None:
        """Moves tokens as an event says."""
        if isinstance(event, Dealt):
            token = self.beside.pop((event.shuffle, event.position), -1)
            if token < 0:
                token = self.deal(event)
            (self.fields if event.up else self.hands)[event.seat].append(token)
        elif isinstance(event, Dropped):
            token = self.give_up(event.seat, event.card, event.up)
            self.dropped[self.at] = token
            (self.pile if event.to == "pile" else self.junk).append(token)
        elif isinstance(event, Placed):
            self.fields[event.seat].append(self.lose(event.seat, event.card))
        elif isinstance(event, TookBack):
            self.hands[event.seat].append(self.pick_known(self.fields[event.seat], event.card))
        elif isinstance(event, PileTaken):
            self.hands[event.seat].append(self.pick_known(self.pile, event.card))
        elif isinstance(event, (Discarded, Folded)):
            self.throw_away(event)
        elif isinstance(event, TotalDeclared):
            first, second = self.hands[event.seat]
            self.sums.append(((first, second), event.total, event.seat))
            self.pairs[first] = (second, event.total, event.seat)
            self.pairs[second] = (first, event.total, event.seat)
        elif isinstance(event, Shown):
            self.show(event.seat, event.cards)
        elif isinstance(event, (Shifted, Taken, Shuffled)):
            self.see_shift(event)
        else:
            self.see_board(event)

    def see_shift(self, event: Shifted | Taken | Shuffled) -> None:
        """Moves tokens in a shift, and in every shuffle."""
        if isinstance(event, Shifted):
            self.assign_taken()
        elif isinstance(event, Taken):
            token = self.forced.pop(event.seat, -1)
            if token >= 0:
                self.hands[event.seat].remove(token)
            else:
                token = self.lose(event.seat, event.card)
            self.taken.append(token)
            self.aside.append(token)
        elif event.to == "aside":
            self.shuffle_aside(event)
        else:
            self.shuffle(event)

    def see_board(self, event: Event) -> None:
        """Moves tokens on and off the board, past a player's eyes, and into a selection."""
        if isinstance(event, BoardDealt):
            self.put_on_board(event.place, self.deal(event))
        elif isinstance(event, BoardFilled):
            self.put_on_board(event.place, self.pile.pop())
        elif isinstance(event, Bought):
            token = self.board.pop(event.place) if event.place in self.board else self.pile.pop()
            self.fields[event.seat].append(token)
        elif isinstance(event, Swapped):
            self.put_on_board(event.place, self.give_up(event.seat, event.card, event.up))
        elif isinstance(event, Peeked):
            self.peeked = self.deal(event)
        elif isinstance(event, Kept):
            self.hands[event.seat].append(self.peeked)
        elif isinstance(event, PushedBack):
            self.junk.append(self.peeked)
        elif isinstance(event, Offered):
            self.aside.append(self.pick_known(self.fields[event.seat], event.card))
        elif isinstance(event, TieDrawn):
            self.junk.append(self.deal(event))
        elif isinstance(event, Selected):
            cards: Sequence[Card | None] = event.cards if event.cards is not None else [None] * event.count
            tokens = [self.lose(event.seat, card) for card in cards]
            self.chosen[event.seat] += tokens
            self.selected[event.seat].append(tokens)

    # ---- single tokens

    def deal(self, event: Dealt | BoardDealt | Peeked | TieDrawn) -> Token:
        """A new token off the deck; its face, if it is seen, was set apart when the deck was shuffled."""
        token = self.new(event.shuffle)
        self.faces[token] = event.card
        if event.card is not None and self.went_into.get(event.card) == event.shuffle:
            del self.went_into[event.card]
        self.outputs[event.shuffle][event.position] = token
        self.dealt[event.shuffle] = event.position + 1
        return token

    def new(self, shuffle: int) -> Token:
        """One more token, out of a shuffle."""
        self.faces.append(None)
        self.origin.append(shuffle)
        return len(self.faces) - 1

    def give_face(self, token: Token, card: Card) -> None:
        """An unknown token turns out to be a card."""
        if self.faces[token] is None:
            self.faces[token] = card
            self.free[card] -= 1

    def give_up(self, seat: int, card: Card | None, up: bool) -> Token:
        """A card out of a hand, or one that lies face up."""
        return self.pick_known(self.fields[seat], str(card)) if up else self.lose(seat, card)

    def lose(self, seat: int, card: Card | None) -> Token:
        """A token out of a hand: the one with that face, or any, rather not one that is yet to be shown."""
        hand = self.hands[seat]
        token = self.reveal(hand, card) if card is not None else self.let_go(seat)
        hand.remove(token)
        return token

    def let_go(self, seat: int) -> Token:
        """Which card a seat lost, unseen."""
        hand = self.hands[seat]
        shows = self.later.will_show(seat, self.at)
        unlike = NEVER_SHOWN if self.later.shows_all(seat) else 1.0
        pools = {self.went_into[card] for card in shows if card in self.went_into}  # where they must have come from
        choices: list[tuple[Token, float]] = []
        for token in hand:
            face = self.faces[token]
            if face is None:
                weight = 10 * SHOWN_LATER if self.origin[token] in pools else 1.0
            else:
                weight = SHOWN_LATER if shows[face] else unlike
            choices.append((token, weight))
        return self.chance.weighted(choices, of=len(hand))

    def pick_known(self, zone: list[Token], card: Card) -> Token:
        """The last token in a face-up zone that has this face."""
        found = [token for token in zone if self.faces[token] == card]
        if not found:
            raise Impossible
        zone.remove(found[-1])
        return found[-1]

    def reveal(self, tokens: Sequence[Token], card: Card) -> Token:
        """Which of these is the card that was just seen; an unknown one gets its face."""
        mine = self.seat is not None and self.seat < len(self.hands) and tokens is self.hands[self.seat]
        for token in tokens:
            if mine and self.faces[token] == card:
                return token
        chosen = self.chance.weighted(self.candidates(tokens, card))
        self.give_face(chosen, card)
        return chosen

    def share_of(self, card: Card) -> float:
        """How likely an unknown token is to be this card."""
        return max(self.free[card], 0) / max(1, sum(n for n in self.free.values() if n > 0))

    # ---- several tokens

    def throw_away(self, event: Discarded | Folded) -> None:
        """A hand, or all a folder has, into the junk."""
        seat = event.seat
        self.junk += self.hands[seat]
        self.hands[seat] = []
        if isinstance(event, Folded):
            self.junk += self.fields[seat] + self.chosen[seat]
            self.fields[seat] = []
            self.chosen[seat] = []

    def show(self, seat: int, cards: tuple[Card, ...]) -> None:
        """All of a seat's cards are seen; those in the field were known before."""
        unseen = self.hands[seat] + self.chosen[seat]
        open_cards = Counter(str(self.faces[token]) for token in self.fields[seat])
        known = Counter(str(self.faces[token]) for token in unseen if self.faces[token] is not None)
        cards = tuple((Counter(cards) - open_cards).elements())
        if known - Counter(cards):
            raise Impossible
        for card in sorted(cards, key=lambda card: (not known[card], -self.went_into.get(card, 0))):  # the surest first
            unseen.remove(self.reveal(unseen, card))

    def put_on_board(self, place: int, token: Token) -> None:
        """On a petal, or on the pile in the centre."""
        if place == PILE:
            self.pile.append(token)
        else:
            self.board[place] = token

    def assign_taken(self) -> None:
        """Where a shift takes a card of each, and some are seen when they are dealt again: whose those were."""
        takes, seen = self.later.shift_after(self.at)
        left = [seat for seat in takes if seat != self.seat]
        for card in seen:
            choices: list[tuple[Token, float]] = []
            for seat in left:
                share = 1.0 / len(self.hands[seat])
                choices += [(token, share * likely) for token, likely in self.candidates(self.hands[seat], card)]
            token = self.chance.weighted(choices)
            seat = next(seat for seat in left if token in self.hands[seat])
            left.remove(seat)
            self.give_face(token, card)
            self.forced[seat] = token
            self.chance.weighted([(token, 1.0)], of=len(self.hands[seat]))

    def candidates(self, tokens: Sequence[Token], card: Card) -> list[tuple[Token, float]]:
        """Those of the tokens that may be a card, and how likely each is to be it."""
        known = [(token, 1.0) for token in tokens if self.faces[token] == card]
        if self.free[card] <= 0:
            return known
        blank = [token for token in tokens if self.faces[token] is None]
        return known + [(token, chance) for token in blank if (chance := self.chance_of(token, card)) > 0]

    def chance_of(self, token: Token, card: Card) -> float:
        """How likely an unknown token is to be a card, by where both came from."""
        if token in self.pairs and self.values:
            return self.chance_in_pair(token, card)
        pool, origin = self.went_into.get(card, 0), self.origin[token]
        if origin == pool:
            return 1.0 / self.sizes[pool]
        if origin > 1 and not self.has_room(origin, card):
            return 0.0
        if not pool:
            return self.share_of(card)
        if origin < pool:  # it came out before the card went in
            return self.share_of(card) if self.deck_kind.copies[card] > 1 else 0.0
        passed_on = any(self.faces[one] is None and self.origin[one] == pool for one in self.sources[origin])
        return PASSED_ON if passed_on else PASSED_ON**2

    def chance_in_pair(self, token: Token, card: Card) -> float:
        """The same for a first card whose total with another was declared (PG1)."""
        other, total, seat = self.pairs[token]
        worth = self.values[seat]
        missing = total - worth[card]
        face = self.faces[other]
        if face is not None:
            return 0.25 if worth[face] == missing else 0.0
        fits = sum(n for one, n in self.free.items() if n > 0 and worth[one] == missing and (one != card or n > 1))
        return self.share_of(card) * fits

    def has_room(self, number: int, card: Card) -> bool:
        """Whether one more card that was not seen going into a shuffle may have come out of it."""
        went_in = Counter(str(self.faces[token]) for token in self.sources[number])
        if went_in[card]:
            return True
        came_out = Counter(str(self.faces[token]) for token in self.outputs[number].values())
        unknown, _ = went_in.pop("None", 0), came_out.pop("None", 0)
        return unknown > sum((came_out - went_in).values())

    def shuffle_aside(self, event: Shuffled) -> None:
        """Cards set aside are shuffled by themselves and dealt back at once: known faces find their own."""
        tokens = self.aside
        self.aside = []
        if len(tokens) != event.size:
            raise Impossible
        self.chance.game_shuffles(event.size)
        order: dict[int, Token] = {}
        for output in self.later.dealt_from(event, self.at):
            if output.card is not None:
                order[output.position] = self.reveal(tokens, output.card)
                tokens.remove(order[output.position])
        blank = [place for place in range(event.size) if place not in order]
        order |= dict(zip(blank, self.chance.shuffled(tokens), strict=True))
        self.beside |= {(event.number, place): token for place, token in order.items()}
        self.orders[event.number] = [order[place] for place in range(event.size)]

    def shuffle(self, event: Shuffled) -> None:
        """Zones flow into a new shuffle, to be the deck or to lie under it."""
        number = event.number
        tokens: list[Token] = []
        for zone in event.zones:
            tokens += self.gather(zone, event.size)
        if len(tokens) != event.size:
            raise Impossible
        for token in tokens:
            face = self.faces[token]
            if face is not None:
                self.free[face] += 1  # it may come out again as any token
                self.went_into[face] = number
        self.free.subtract(self.later.faces_of(number))  # but these are spoken for
        self.sources[number] = tokens
        self.outputs[number] = {}
        self.dealt[number] = 0
        self.sizes[number] = event.size
        self.chance.game_shuffles(event.size)
        self.deck = [number] if event.to == "deck" else [*self.deck, number]

    def gather(self, zone: str, size: int) -> list[Token]:
        """Empties a zone."""
        if zone == "box":
            return [self.new(0) for _ in range(size)]
        if zone == "deck":
            undealt = [(n, place) for n in self.deck for place in range(self.dealt[n], self.sizes[n])]
            for number, place in undealt:
                self.outputs[number][place] = self.new(number)
            return [self.outputs[number][place] for number, place in undealt]
        if zone == "under":
            tokens, self.pile = self.pile[:-1], self.pile[-1:]
            return tokens
        if zone == "hands":
            tokens = [token for hand in self.hands for token in hand]
            self.hands = [[] for _ in self.hands]
            return tokens
        pile = {"junk": self.junk, "pile": self.pile, "aside": self.aside}[zone]
        tokens = pile[:]
        pile.clear()
        return tokens
