"""Where every card has been, as one seat saw it: the book-keeping behind `sample`.

A *token* is a card whose face may not be known. Each card dealt is a new token; a shuffle takes tokens in (its sources) and
gives tokens out (its positions), and which became which is decided last. So what is seen late, at the showdown say, can
still settle what was dealt early. The order of work:

1. Walk the events forward. Cards the seat saw get their faces; hidden choices of others (which card was dropped, which one
   a shift took) are made by chance.
2. Walk the shuffles backward and match what came out with what went in, so that known faces agree.
3. Give the first shuffle's unknown cards the faces that are left, and carry all faces forward.

Each choice that is not made with the odds of the game itself is weighed, so the guesses together can be weighted right.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from sabacc.cards import Card, Deck
from sabacc.chance import Chance
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
    Shown,
    Shuffled,
    Swapped,
    Taken,
    TieDrawn,
    TookBack,
    TotalDeclared,
)

Token = int
PILE = 6  # the board's centre


class Impossible(Exception):
    """The choices made so far can't be made to agree with what was seen."""


class Luck:
    """A guess's own chance, with a count of how unlikely its choices were."""

    def __init__(self, chance: Chance, purpose: str) -> None:
        self.chance = chance
        self.purpose = purpose
        self.asked = 0
        self.log_chosen = 0.0  # of the probability of all choices that were not the game's own

    def below(self, n: int) -> int:
        """A number below n."""
        self.asked += 1
        return self.chance.below(self.purpose, self.asked, n)

    def shuffled(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens in another order."""
        order = list(tokens)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        self.log_chosen -= math.lgamma(len(order) + 1)
        return order

    def weighted(self, choices: Sequence[tuple[Token, float]]) -> Token:
        """One token, by weight; what it cost is remembered."""
        whole = sum(weight for _, weight in choices)
        if whole <= 0:
            raise Impossible
        mark = self.below(1 << 32) / (1 << 32) * whole
        at = 0
        while at + 1 < len(choices) and mark >= choices[at][1]:
            mark -= choices[at][1]
            at += 1
        token, weight = choices[at]
        self.log_chosen += math.log(weight / whole)
        return token


class Ledger:
    """All tokens of a hand, and the zone each one lies in."""

    def __init__(self, deck: Deck, seats: int, seat: int | None, luck: Luck) -> None:
        self.seat = seat
        self.luck = luck
        self.faces: list[Card | None] = []
        self.left = Counter(deck.copies)  # faces not yet given to a token
        self.hands: list[list[Token]] = [[] for _ in range(seats)]
        self.fields: list[list[Token]] = [[] for _ in range(seats)]
        self.junk: list[Token] = []
        self.pile: list[Token] = []
        self.board: dict[int, Token] = {}
        self.peeked: Token = -1
        self.chosen: list[list[Token]] = [[] for _ in range(seats)]
        self.selected: list[list[list[Token]]] = [[] for _ in range(seats)]  # by seat, in order
        self.aside: list[Token] = []
        self.sources: dict[int, list[Token]] = {}
        self.outputs: dict[int, dict[int, Token]] = {}
        self.dealt: dict[int, int] = {}  # how many cards of each shuffle were dealt
        self.sizes: dict[int, int] = {}
        self.deck: list[int] = []  # the shuffles that lie in the deck
        self.dropped: list[Token] = []  # in order: the hidden halves of actions, and the picks of shifts
        self.taken: list[Token] = []
        self.sums: list[tuple[tuple[Token, ...], int, int]] = []  # declared totals: tokens, total, seat
        self.log_chance = 0.0  # of the probability of all shuffles, whatever came of them

    # ---- forward

    def see(self, event: Event) -> None:
        """Moves tokens as an event says."""
        if isinstance(event, Dealt):
            token = self.new(event.card)
            self.outputs[event.shuffle][event.position] = token
            self.dealt[event.shuffle] = event.position + 1
            (self.fields if event.up else self.hands)[event.seat].append(token)
        elif isinstance(event, Dropped):
            token = self.give_up(event.seat, event.card, event.up)
            self.dropped.append(token)
            (self.pile if event.to == "pile" else self.junk).append(token)
        elif isinstance(event, Placed):
            self.fields[event.seat].append(self.lose(event.seat, event.card))
        elif isinstance(event, Taken):
            token = self.lose(event.seat, event.card)
            self.taken.append(token)
            self.aside.append(token)
        elif isinstance(event, (Discarded, Folded)):
            self.junk += self.hands[event.seat]
            self.hands[event.seat] = []
            if isinstance(event, Folded):
                self.junk += self.fields[event.seat] + self.chosen[event.seat]
                self.fields[event.seat] = []
                self.chosen[event.seat] = []
        elif isinstance(event, Shuffled):
            self.shuffle(event)
        elif isinstance(event, PileTaken):
            self.hands[event.seat].append(self.pick_known(self.pile, event.card))
        elif isinstance(event, TookBack):
            self.hands[event.seat].append(self.pick_known(self.fields[event.seat], event.card))
        elif isinstance(event, TotalDeclared):
            self.sums.append((tuple(self.hands[event.seat]), event.total, event.seat))
        elif isinstance(event, Shown):
            self.show(event.seat, event.cards)
        elif isinstance(event, Selected):
            self.select(event)
        else:
            self.see_board(event)

    def see_board(self, event: Event) -> None:
        """Moves tokens on and off the board, and past a player's eyes."""
        if isinstance(event, BoardDealt):
            self.outputs[event.shuffle][event.position] = self.new(event.card)
            self.dealt[event.shuffle] = event.position + 1
            self.put_on_board(event.place, self.outputs[event.shuffle][event.position])
        elif isinstance(event, BoardFilled):
            self.put_on_board(event.place, self.pile.pop())
        elif isinstance(event, Bought):
            token = self.board.pop(event.place) if event.place in self.board else self.pile.pop()
            self.fields[event.seat].append(token)
        elif isinstance(event, Swapped):
            self.put_on_board(event.place, self.give_up(event.seat, event.card, event.up))
        elif isinstance(event, Peeked):
            self.peeked = self.new(event.card)
            self.outputs[event.shuffle][event.position] = self.peeked
            self.dealt[event.shuffle] = event.position + 1
        elif isinstance(event, Kept):
            self.hands[event.seat].append(self.peeked)
        elif isinstance(event, PushedBack):
            self.junk.append(self.peeked)
        elif isinstance(event, Offered):
            self.aside.append(self.pick_known(self.fields[event.seat], event.card))
        elif isinstance(event, TieDrawn):
            self.outputs[event.shuffle][event.position] = self.new(event.card)
            self.dealt[event.shuffle] = event.position + 1

    def put_on_board(self, place: int, token: Token) -> None:
        """On a petal, or on the pile in the centre."""
        if place == PILE:
            self.pile.append(token)
        else:
            self.board[place] = token

    def give_up(self, seat: int, card: Card | None, up: bool) -> Token:
        """A card out of a hand, or one that lies face up."""
        return self.pick_known(self.fields[seat], str(card)) if up else self.lose(seat, card)

    def select(self, event: Selected) -> None:
        """Cards into a selection: those one laid down oneself, or any, of others."""
        if event.cards is None:
            tokens = [self.lose(event.seat, None) for _ in range(event.count)]
        else:
            tokens = [self.lose(event.seat, card) for card in event.cards]
        self.chosen[event.seat] += tokens
        self.selected[event.seat].append(tokens)

    def new(self, card: Card | None) -> Token:
        """One more token, with a face if it was seen."""
        self.faces.append(None)
        token = len(self.faces) - 1
        if card is not None:
            self.faces[token] = card
        return token

    def lose(self, seat: int, card: Card | None) -> Token:
        """A token out of a hand: the one with that face, or any, as blind as the game's own choice."""
        hand = self.hands[seat]
        if card is None:
            return hand.pop(self.luck.below(len(hand)))
        token = self.reveal(hand, card)
        hand.remove(token)
        return token

    def pick_known(self, zone: list[Token], card: Card) -> Token:
        """The last token in a face-up zone that has this face."""
        token = [token for token in zone if self.faces[token] == card][-1]
        zone.remove(token)
        return token

    def reveal(self, tokens: Sequence[Token], card: Card) -> Token:
        """Which of these is the card that was just seen; an unknown one gets its face."""
        known = [token for token in tokens if self.faces[token] == card]
        blank = [token for token in tokens if self.faces[token] is None]
        if self.seat is not None and known and tokens is self.hands[self.seat]:
            return known[0]
        token = self.luck.weighted([(token, 1.0) for token in known + blank])
        self.faces[token] = card
        return token

    def show(self, seat: int, cards: tuple[Card, ...]) -> None:
        """All of a seat's cards are seen; those in the field were known before."""
        unseen = self.hands[seat] + self.chosen[seat]
        open_cards = Counter(str(self.faces[token]) for token in self.fields[seat])
        for card in cards:
            if open_cards[card]:
                open_cards[card] -= 1
            else:
                unseen.remove(self.reveal(unseen, card))

    def shuffle(self, event: Shuffled) -> None:
        """Zones flow into a new shuffle."""
        number = event.number
        tokens: list[Token] = []
        for zone in event.zones:
            tokens += self.gather(zone, event.size)
        if len(tokens) != event.size:
            raise Impossible
        self.sources[number] = tokens
        self.outputs[number] = {}
        self.dealt[number] = 0
        self.sizes[number] = event.size
        self.log_chance -= math.lgamma(event.size + 1)
        if event.to == "deck":
            self.deck = [number]
        elif event.to == "bottom":
            self.deck.append(number)

    def gather(self, zone: str, size: int) -> list[Token]:
        """Empties a zone."""
        tokens: list[Token] = []
        if zone == "box":
            tokens = [self.new(None) for _ in range(size)]
        elif zone == "deck":
            for number in self.deck:
                for position in range(self.sizes[number]):
                    if position not in self.outputs[number]:
                        self.outputs[number][position] = self.new(None)
                        tokens.append(self.outputs[number][position])
        elif zone == "under":
            tokens, self.pile = self.pile[:-1], self.pile[-1:]
        elif zone == "hands":
            for hand in self.hands:
                tokens += hand
                hand.clear()
        else:
            pile = {"junk": self.junk, "pile": self.pile, "aside": self.aside}[zone]
            tokens = pile[:]
            pile.clear()
        return tokens

    # ---- backward, and forward again

    def keep_totals(self, values: Sequence[Mapping[Card, int]]) -> None:
        """Faces for first cards whose total was declared (PG1); `values` are the cards' worth to each seat."""
        for tokens, total, seat in self.sums:
            worth = values[seat]
            seen = Counter(face for token in self.outputs[1].values() if (face := self.faces[token]) is not None)
            left = {card: n - seen[card] for card, n in self.left.items() if n > seen[card]}
            first, second = tokens
            if self.faces[first] is None:
                known = self.faces[second]
                second_worths = {worth[c] for c in left} if known is None else {worth[known]}
                fits = [(c, n) for c, n in left.items() if total - worth[c] in second_worths]
                self.faces[first] = self.one_of(fits)
                left[str(self.faces[first])] -= 1
            if self.faces[second] is None:
                missing = total - worth[str(self.faces[first])]
                self.faces[second] = self.one_of([(c, n) for c, n in left.items() if n and worth[c] == missing])

    def one_of(self, cards: list[tuple[Card, int]]) -> Card:
        """One of the cards, by how many there are of each."""
        at = self.luck.weighted([(at, float(n)) for at, (_, n) in enumerate(cards)])
        return cards[at][0]

    def resolve(self) -> None:
        """Gives every token a face."""
        matched: dict[int, list[tuple[Token, Token]]] = {}
        for number in sorted(self.outputs, reverse=True):
            outputs = self.outputs[number]
            for position in range(self.sizes[number]):
                if position not in outputs:
                    outputs[position] = self.new(None)
            if number > 1:
                matched[number] = self.match(self.sources[number], list(outputs.values()))
        self.fill(list(self.outputs[1].values()))
        for number in sorted(matched):
            for source, output in matched[number]:
                if self.faces[output] is None:
                    self.faces[output] = self.faces[source]

    def match(self, sources: list[Token], outputs: list[Token]) -> list[tuple[Token, Token]]:
        """Which token became which in a shuffle, so that faces agree."""
        faces = self.faces
        pairs: list[tuple[Token, Token]] = []
        sources = sources[:]
        blanks = [output for output in outputs if faces[output] is None]
        for output in outputs:
            if faces[output] is None:
                continue
            known = [source for source in sources if faces[source] == faces[output]]
            unknown = [source for source in sources if faces[source] is None]
            # A card known on both sides is most likely the same one; the weight puts right what this gets wrong.
            likely = 1.0 / max(len(unknown), 1)
            source = self.luck.weighted([(s, 1.0) for s in known] + [(s, likely / 4) for s in unknown])
            faces[source] = faces[output]
            sources.remove(source)
            pairs.append((source, output))
        known = [source for source in sources if faces[source] is not None]
        if len(known) > len(blanks):
            raise Impossible
        pairs += zip(known + [s for s in sources if faces[s] is None], self.luck.shuffled(blanks), strict=True)
        return pairs

    def fill(self, tokens: list[Token]) -> None:
        """The first shuffle's cards: what is known must be in the deck, the rest is dealt out blind."""
        self.left.subtract(Counter(face for token in tokens if (face := self.faces[token]) is not None))
        if min(self.left.values()) < 0:
            raise Impossible
        rest = list(self.left.elements())
        blanks = [token for token in tokens if self.faces[token] is None]
        for token, at in zip(blanks, self.luck.shuffled(range(len(rest))), strict=True):
            self.faces[token] = rest[at]
