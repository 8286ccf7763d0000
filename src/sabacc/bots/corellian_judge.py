"""Judgement in corellian-house: where a hand stands among those that others have by then, and what a card makes of it.

The hands of others are known from careers: hands are dealt with a board of their own and drawn to three times by a player who
takes what stands best. Their standings after 0, 1, 2 and 3 draws are kept in order, and so is what became of hands that stood
here or there earlier.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from typing import Final

from sabacc.bots.judge import LOST, Habits, Judge, Outlook
from sabacc.bots.spot import Spot
from sabacc.cards import CORELLIAN, Card
from sabacc.game.actions import PEEK, PUSH_BACK, STAND, Action, Buy, Keep, Offer, Protect
from sabacc.hands.corellian import BANTHAS_WILD, worth
from sabacc.rules import Rules

DRAWS: Final = 3
FACES: Final = tuple(CORELLIAN.copies)
COPIES: Final = tuple(CORELLIAN.copies.values())
CODE: Final = {card: 1 << (3 * at) for at, card in enumerate(FACES)}  # a hand's code: three bits for each kind of card
CODES: Final = tuple(CODE.values())
SHIFT: Final = 1 / 6
_CAREERS: Final = 1500
_BUCKETS: Final = 20


class FlowerCareers:
    """What hands stand at after so many draws, and what they come to in the end."""

    def __init__(self) -> None:
        self.keys: dict[int, int] = {}  # by code
        self.sorted: list[list[int]] = [[] for _ in range(DRAWS + 1)]
        self.places: list[dict[int, float]] = [{} for _ in range(DRAWS + 1)]
        self.become: list[list[float]] = []
        self._deal()
        for _ in range(2):
            self._play()

    def key(self, code: int) -> int:
        """The hand's place among all hands, worked out once."""
        key = self.keys.get(code)
        if key is None:
            cards: list[Card] = []
            for at, face in enumerate(FACES):
                cards += [face] * (code >> (3 * at) & 7)
            found = worth(cards)
            key = self.keys[code] = found.key * 2 + (1 if found.rank <= BANTHAS_WILD else 0)
        return key

    def place(self, code: int, draws: int) -> float:
        """The share of the hands after so many draws that this one is ahead of."""
        places = self.places[draws]
        place = places.get(code)
        if place is None:
            keys = self.sorted[draws]
            key = self.key(code)
            place = places[code] = (bisect_left(keys, key) + bisect_left(keys, key + 1)) / (2 * len(keys))
        return place

    def chance(self, code: int, draws: int) -> float:
        """The chance to be ahead of one other hand in the end, on the average of what such hands came to."""
        place = self.place(code, draws)
        if draws >= DRAWS:
            return place
        become = self.become[draws]
        at = place * _BUCKETS - 0.5
        low = min(max(int(at), 0), _BUCKETS - 2)
        share = min(max(at - low, 0.0), 1.0)
        return become[low] + share * (become[low + 1] - become[low])

    def _deal(self) -> None:
        """Hands as they are dealt."""
        luck = random.Random("flowers")
        for _ in range(_CAREERS):
            self.sorted[0].append(self.key(code_of(luck.sample(CORELLIAN.cards, 4))))
        self.sorted[0].sort()
        for draws in range(1, DRAWS + 1):
            self.sorted[draws] = self.sorted[0]

    def _play(self) -> None:
        luck = random.Random("careers")
        histories: list[list[int]] = []
        for _ in range(_CAREERS):
            cards = luck.sample(CORELLIAN.cards, 4 + 7 + DRAWS)
            code, held = code_of(cards[:4]), 4
            history = [code]
            for draws in range(DRAWS):
                board = cards[4:11] if draws == 0 else luck.sample(cards[4:11], 4)  # others take some
                code, held = self._take(code, held, board, cards[11 + draws], draws + 1)
                history.append(code)
            histories.append(history)
        for draws in range(DRAWS + 1):
            self.sorted[draws] = sorted(self.key(history[draws]) for history in histories)
            self.places[draws] = {}
        self.become = [self._becoming(histories, draws) for draws in range(DRAWS)]

    def _take(self, code: int, held: int, board: list[Card], stub: Card, draws: int) -> tuple[int, int]:
        """The better of the best board card, which costs something, and a look at the stub."""
        best, best_place, best_held = code, self.place(code, draws), held
        for at, card in enumerate([*board, stub]):
            for taken, size in changes(code, held, CODE[card]):
                place = self.place(taken, draws) - (0.0 if at == len(board) else 0.05)
                if place > best_place:
                    best, best_place, best_held = taken, place, size
        return best, best_held

    def _becoming(self, histories: list[list[int]], draws: int) -> list[float]:
        """By where a hand stands: its mean place in the end."""
        sums = [0.5] * _BUCKETS
        counts = [1] * _BUCKETS
        for history in histories:
            bucket = min(int(self.place(history[draws], draws) * _BUCKETS), _BUCKETS - 1)
            sums[bucket] += self.place(history[DRAWS], DRAWS)
            counts[bucket] += 1
        return [total / count for total, count in zip(sums, counts, strict=True)]


def code_of(cards: list[Card]) -> int:
    """The code of a hand."""
    code = 0
    for card in cards:
        code += CODE[card]
    return code


def changes(code: int, held: int, new: int) -> list[tuple[int, int]]:
    """What a card makes of a hand: added if there is room, or in the place of each of its cards."""
    found: list[tuple[int, int]] = []
    if held < 5:
        found.append((code + new, held + 1))
    for at, one in enumerate(CODES):
        if code >> (3 * at) & 7:
            found.append((code - one + new, held))
    return found


_MADE: list[FlowerCareers] = []


def flower_careers() -> FlowerCareers:
    """Made once."""
    if not _MADE:
        _MADE.append(FlowerCareers())
    return _MADE[0]


class CorellianJudge(Judge):
    """Judges hands of corellian-house."""

    def __init__(self, rules: Rules, habits: Habits) -> None:
        super().__init__(habits)
        self.rules = rules
        self.careers = flower_careers()

    def prices(self, spot: Spot) -> list[tuple[Action, float]]:
        kind = spot.kind
        if kind == "bet":
            return self.price_bets(spot, self.outlook(spot))
        if kind == "board":
            return self._board(spot)
        if kind == "peeked":
            return self._peeked(spot)
        if kind == "protect":
            return self._protect(spot)
        if kind == "offer":
            return self._offer(spot)
        return [(action, -float(at)) for at, action in enumerate(spot.options.actions)]

    def outlook(self, spot: Spot) -> Outlook:
        code = code_of(list(spot.loose + spot.field))
        return self._outlook(spot, code, min(spot.round - 1, DRAWS))

    def _outlook(self, spot: Spot, code: int, draws: int) -> Outlook:
        others = len(spot.others())
        win = self.careers.chance(code, draws) ** max(1, others)
        special = self.careers.key(code) & 1
        bonus = special * win * spot.sabacc_pot * (1 - 1 / (others + 1))
        return Outlook(win, bonus)

    def worth(self, spot: Spot, code: int, draws: int) -> float:
        """What a hand is worth, in credits, before any more betting."""
        outlook = self._outlook(spot, code, draws)
        return outlook.win * spot.pot * 1.5 + outlook.extra

    def _board(self, spot: Spot) -> list[tuple[Action, float]]:
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        cost = spot.options.board_price * LOST
        prices: list[tuple[Action, float]] = [(STAND, self.worth(spot, code, draws))]
        best: Action | None = None
        highest = 0.0
        for action in spot.options.actions:
            if action is PEEK:
                prices.append((PEEK, self._peeking(spot, code, draws)))
            elif isinstance(action, Buy):
                card = spot.pile[-1] if action.place == len(spot.board) else spot.board[action.place]
                taken = code + CODE[card] - (CODE[action.swap] if action.swap is not None else 0)
                price = self.worth(spot, taken, draws) - cost
                if best is None or price > highest:
                    best, highest = action, price
        if best is not None:
            prices.append((best, highest))
        return prices

    def _peeking(self, spot: Spot, code: int, draws: int) -> float:
        """What a look at the stub is worth: the best that each card that may come can be made of, or nothing."""
        held = len(spot.loose) + len(spot.field)
        here = self.careers.chance(code, draws)
        known = code + code_of(list(spot.seen))
        left = 0
        total = 0.0
        for at, one in enumerate(CODES):
            copies = COPIES[at] - (known >> (3 * at) & 7)
            if copies > 0:
                best = here
                for taken, _ in changes(code, held, one):
                    chance = self.careers.chance(taken, draws)
                    if chance > best:
                        best = chance
                total += copies * best
                left += copies
        win = (total / left if left else here) ** max(1, len(spot.others()))
        return win * spot.pot * 1.5

    def _peeked(self, spot: Spot) -> list[tuple[Action, float]]:
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        prices: list[tuple[Action, float]] = []
        for action in spot.options.actions:
            if action is PUSH_BACK:
                prices.append((action, self.worth(spot, code, draws)))
            elif isinstance(action, Keep):
                kept = code + CODE[spot.peeked] - (CODE[action.drop] if action.drop is not None else 0)
                prices.append((action, self.worth(spot, kept, draws)))
        return prices

    def _protect(self, spot: Spot) -> list[tuple[Action, float]]:
        """Nothing, or all but one pocket card: the one that matters least."""
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        here = self.careers.chance(code, draws)
        average = 0.45
        pot = spot.pot * 1.5
        prices: list[tuple[Action, float]] = []
        for action in spot.options.actions:
            assert isinstance(action, Protect)
            if not action.cards:
                prices.append((action, (here + SHIFT * (average - here)) * pot))
            elif len(action.cards) == len(spot.loose) - 1:
                after = self._replaced(spot, code, action.cards, draws)
                prices.append((action, (here + SHIFT * (after - here) - 0.01) * pot))  # it tells the others something
        return prices

    def _replaced(self, spot: Spot, code: int, kept: tuple[Card, ...], draws: int) -> float:
        """The mean chance if all pocket cards but those kept, which is one, turn into another."""
        rest = code_of(list(spot.loose)) - code_of(list(kept))
        return self._with_any(spot, code - rest, code, draws)

    def _with_any(self, spot: Spot, rest: int, known: int, draws: int) -> float:
        total = 0.0
        left = 0
        for at, one in enumerate(CODES):
            copies = COPIES[at] - (known >> (3 * at) & 7)
            if copies > 0:
                total += copies * self.careers.chance(rest + one, draws)
                left += copies
        return total / max(left, 1)

    def _offer(self, spot: Spot) -> list[tuple[Action, float]]:
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        return [
            (action, self._with_any(spot, code - CODE[str(action.card)], code, draws) * spot.pot)
            for action in spot.options.actions
            if isinstance(action, Offer)
        ]
