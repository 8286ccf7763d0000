"""Judgement in corellian-house: where a hand stands among those that others have by then, and what a card makes of it.

The hands of others are known from careers: hands are dealt with a board of their own and drawn to three times by a player who
takes what stands best. Their standings after 0, 1, 2 and 3 draws are kept in order, and so is what became of hands that stood
here or there earlier.
"""

from __future__ import annotations

import functools
import random
from bisect import bisect_left
from typing import Final

from sabacc.bots.judges.base import SABACC_POT_LOSS, Judge, JudgeHabits, JudgeSpec, Outlook
from sabacc.bots.spot import Spot
from sabacc.cards import CORELLIAN, Card
from sabacc.game.actions import PEEK, PUSH_BACK, STAND, Action, Buy, Keep, Offer, Protect
from sabacc.game.board import PETALS, card_at
from sabacc.hands.corellian import BANTHAS_WILD, worth
from sabacc.rules import Rules

DRAWS: Final = 3
DEALT: Final = 4  # cards to each hand (CH4)
BOARD: Final = PETALS + 1  # with the pile
FACES: Final = tuple(CORELLIAN.copies)
COPIES: Final = tuple(CORELLIAN.copies.values())
CODE: Final = {card: 1 << (3 * at) for at, card in enumerate(FACES)}  # a hand's code: three bits for each kind of card
CODES: Final = tuple(CODE.values())
SHIFT_RATE: Final = 1 / 6
_CAREERS: Final = 1500
_BUCKETS: Final = 20


class FlowerCareers:
    """What hands stand at after so many draws, and what they come to in the end."""

    def __init__(self) -> None:
        self.keys: dict[int, int] = {}  # by code
        self.sorted: list[list[int]] = [[] for _ in range(DRAWS + 1)]
        self.places: list[dict[int, float]] = [{} for _ in range(DRAWS + 1)]
        self.final_places: list[list[float]] = []
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
        final_places = self.final_places[draws]
        at = place * _BUCKETS - 0.5
        low = min(max(int(at), 0), _BUCKETS - 2)
        share = min(max(at - low, 0.0), 1.0)
        return final_places[low] + share * (final_places[low + 1] - final_places[low])

    def _deal(self) -> None:
        """Hands as they are dealt."""
        luck = random.Random("flowers")
        for _ in range(_CAREERS):
            self.sorted[0].append(self.key(code_of(luck.sample(CORELLIAN.cards, DEALT))))
        self.sorted[0].sort()
        for draws in range(1, DRAWS + 1):
            self.sorted[draws] = self.sorted[0]

    def _play(self) -> None:
        luck = random.Random("careers")
        histories: list[list[int]] = []
        for _ in range(_CAREERS):
            cards = luck.sample(CORELLIAN.cards, DEALT + BOARD + DRAWS)
            code, held = code_of(cards[:DEALT]), DEALT
            laid, stub = cards[DEALT : DEALT + BOARD], cards[DEALT + BOARD :]
            history = [code]
            for draws in range(DRAWS):
                board = laid if draws == 0 else luck.sample(laid, 4)  # others take some
                code, held = self._best_draw(code, held, board, stub[draws], draws + 1)
                history.append(code)
            histories.append(history)
        for draws in range(DRAWS + 1):
            self.sorted[draws] = sorted(self.key(history[draws]) for history in histories)
            self.places[draws] = {}
        self.final_places = [self._mean_final_places(histories, draws) for draws in range(DRAWS)]

    def _best_draw(self, code: int, held: int, board: list[Card], stub: Card, draws: int) -> tuple[int, int]:
        """The better of the best board card, which costs something, and a look at the stub."""
        best, best_place, best_held = code, self.place(code, draws), held
        for at, card in enumerate([*board, stub]):
            for taken, size in changes(code, held, CODE[card]):
                place = self.place(taken, draws) - (0.0 if at == len(board) else 0.05)
                if place > best_place:
                    best, best_place, best_held = taken, place, size
        return best, best_held

    def _mean_final_places(self, histories: list[list[int]], draws: int) -> list[float]:
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


@functools.cache
def flower_careers() -> FlowerCareers:
    """Made once."""
    return FlowerCareers()


class CorellianJudge(Judge):
    """Judges hands of corellian-house."""

    def __init__(self, rules: Rules, habits: JudgeHabits) -> None:
        super().__init__(rules, habits)
        self.careers = flower_careers()

    def values(self, spot: Spot) -> list[tuple[Action, float]]:
        kind = spot.kind
        if kind == "bet":
            return self.bet_values(spot, self.outlook(spot))
        if kind == "board":
            return self._board_values(spot)
        if kind == "peeked":
            return self._peeked_values(spot)
        if kind == "protect":
            return self._protect_values(spot)
        if kind == "offer":
            return self._offer_values(spot)
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

    def _board_values(self, spot: Spot) -> list[tuple[Action, float]]:
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        cost = spot.options.board_price * SABACC_POT_LOSS
        values: list[tuple[Action, float]] = [(STAND, self.worth(spot, code, draws))]
        best: Action | None = None
        highest = 0.0
        for action in spot.options.actions:
            if action is PEEK:
                values.append((PEEK, self._peek_value(spot, code, draws)))
            elif isinstance(action, Buy):
                card = card_at(spot.board, spot.pile, action.place)
                taken = code + CODE[card] - (CODE[action.swap] if action.swap is not None else 0)
                value = self.worth(spot, taken, draws) - cost
                if best is None or value > highest:
                    best, highest = action, value
        if best is not None:
            values.append((best, highest))
        return values

    def _peek_value(self, spot: Spot, code: int, draws: int) -> float:
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

    def _peeked_values(self, spot: Spot) -> list[tuple[Action, float]]:
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        values: list[tuple[Action, float]] = []
        for action in spot.options.actions:
            if action is PUSH_BACK:
                values.append((action, self.worth(spot, code, draws)))
            elif isinstance(action, Keep):
                kept = code + CODE[spot.peeked] - (CODE[action.drop] if action.drop is not None else 0)
                values.append((action, self.worth(spot, kept, draws)))
        return values

    def _protect_values(self, spot: Spot) -> list[tuple[Action, float]]:
        """Nothing, or all but one pocket card: the one that matters least."""
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        here = self.careers.chance(code, draws)
        average = 0.45
        pot = spot.pot * 1.5
        values: list[tuple[Action, float]] = []
        for action in spot.options.actions:
            assert isinstance(action, Protect)
            if not action.cards:
                values.append((action, (here + SHIFT_RATE * (average - here)) * pot))
            elif len(action.cards) == len(spot.loose) - 1:
                after = self._mean_after_replacement(spot, code, action.cards, draws)
                # It tells the others something.
                values.append((action, (here + SHIFT_RATE * (after - here) - 0.01) * pot))
        return values

    def _mean_after_replacement(self, spot: Spot, code: int, kept: tuple[Card, ...], draws: int) -> float:
        """The mean chance if all pocket cards but those kept, which is one, turn into another."""
        rest = code_of(list(spot.loose)) - code_of(list(kept))
        return self._mean_with_any_card(spot, code - rest, code, draws)

    def _mean_with_any_card(self, spot: Spot, rest: int, known: int, draws: int) -> float:
        total = 0.0
        left = 0
        for at, one in enumerate(CODES):
            copies = COPIES[at] - (known >> (3 * at) & 7)
            if copies > 0:
                total += copies * self.careers.chance(rest + one, draws)
                left += copies
        return total / max(left, 1)

    def _offer_values(self, spot: Spot) -> list[tuple[Action, float]]:
        draws = min(spot.round, DRAWS)
        code = code_of(list(spot.loose + spot.field))
        return [
            (action, self._mean_with_any_card(spot, code - CODE[str(action.card)], code, draws) * spot.pot)
            for action in spot.options.actions
            if isinstance(action, Offer)
        ]


JUDGE: Final = JudgeSpec(
    CorellianJudge,
    plain={
        # Without respect for bets and for those who stay in, the no-limit game is lost to whoever waits.
        "corellian-house": JudgeHabits(2.0, 1.15, 0.5),
    },
    seasoned={
        "corellian-house": JudgeHabits(2.0, 1.15, 1.5),
    },
)
