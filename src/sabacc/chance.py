"""The one source of randomness.

Chance is keyed, not a tape. Each answer is made from the bytes

    SHAKE-128("sabacc/1" 00 SEED 00 PURPOSE 00 NUMBER)

where SEED and PURPOSE are UTF-8, NUMBER is decimal ASCII and 00 is a zero byte. The bytes are read as big-endian 32-bit
words. A number below n is the first word under the largest multiple of n, modulo n (rejection sampling, so no number is
favoured). A shuffle is Fisher and Yates from the last card down, one number for each step. So an answer depends on the seed
and on what is asked, not on what was asked before, and is the same on every platform.

>>> chance = Chance("any seed")
>>> chance.roll(1, 2, 6), chance.roll(2, 2, 6)
((2, 5), (2, 4))
>>> chance.shuffle(1, ["S1", "S2", "S3", "S4", "S5"])
('S3', 'S4', 'S5', 'S1', 'S2')

Answers can also be scripted (`ScriptedChance`): a golden hand, real cards on a kitchen table, a sampled past. What a script
leaves open is either answered by another chance or asked for by raising `ChanceNeeded`: a chance node for a solver.
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from sabacc.errors import SabaccError

OPEN: Final = "?"  # a card that nobody has asked for yet, not even chance itself
_WORD_RANGE: Final = 1 << 32


class ChanceNeeded(SabaccError):
    """An open chance was asked: `key` says what for, `outcomes` gives each possible answer and its probability."""

    def __init__(self, key: tuple[str, int] | tuple[str, int, int], outcomes: Mapping[Any, float]) -> None:
        super().__init__(f"chance must answer {key}: one of {list(outcomes)}")
        self.key = key
        self.outcomes = dict(outcomes)


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Answers drawn from a seed."""

    is_open = False

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._base = hashlib.shake_128(b"sabacc/1\0" + seed.encode("utf-8", "surrogatepass") + b"\0")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"  # a seed is a secret

    def derive(self, name: str) -> Chance:
        """A chance of its own for a part of something larger, such as one hand of a game."""
        return Chance(f"{self.seed}/{name}")

    def below(self, purpose: str, number: int, n: int) -> int:
        """A number from 0 to n − 1."""
        limit = _WORD_RANGE - _WORD_RANGE % n
        count = 1
        while True:
            word = self._words(purpose, number, count)[count - 1]
            if word < limit:
                return word % n
            count += 1

    def shuffle(self, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        """The cards in the order of shuffle `number`, top first."""
        return self._order("shuffle", number, cards)

    def card(self, number: int, position: int, rest: Sequence[str]) -> str:
        """The card at a position that the shuffle left open; only a script leaves any."""
        raise AssertionError("a seeded shuffle leaves nothing open")

    def roll(self, number: int, dice: int, sides: int) -> tuple[int, ...]:
        """Roll `number`: so many dice of so many sides."""
        limit = _WORD_RANGE - _WORD_RANGE % sides
        count = dice
        while True:
            rolled = [word % sides + 1 for word in self._words("roll", number, count) if word < limit]
            if len(rolled) >= dice:
                return tuple(rolled[:dice])
            count *= 2

    def pick(self, number: int, cards: Sequence[str]) -> str:
        """Pick `number`: one of the cards, blind."""
        return cards[self.below("pick", number, len(cards))]

    def _order(self, purpose: str, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        order = list(cards)
        count = len(order)
        words = self._words(purpose, number, count)
        at = 0
        for last in range(count - 1, 0, -1):
            n = last + 1
            while True:
                if at == len(words):
                    words = self._words(purpose, number, 2 * at)
                word = words[at]
                at += 1
                if word < _WORD_RANGE - n or word < _WORD_RANGE - _WORD_RANGE % n:  # the first nearly always settles it
                    break
            other = word % n
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, purpose: str, number: int, count: int) -> tuple[int, ...]:
        """The first so many words; asked for more, the same words come first."""
        stream = self._base.copy()
        stream.update(f"{purpose}\0{number}".encode())
        return struct.unpack(f">{count}I", stream.digest(4 * count))


@mypyc_attr(allow_interpreted_subclasses=True)
class ScriptedChance(Chance):
    """Answers written down beforehand; `otherwise` answers the rest, or nobody does (`ChanceNeeded`).

    Keys are `("shuffle", n)` with the top cards in order (all of them or only the first few), `("card", n, position)`,
    `("roll", n)` with the dice, `("pick", n)` with a card, and `(purpose, n)` with a number for anything else.
    """

    def __init__(self, answers: Mapping[Any, Any], otherwise: Chance | None = None) -> None:
        super().__init__(otherwise.seed if otherwise is not None else "")
        self.answers = dict(answers)
        self.otherwise = otherwise
        self.is_open = otherwise is None

    def with_answer(self, key: Any, answer: Any) -> ScriptedChance:
        """The same script with one more answer."""
        return ScriptedChance({**self.answers, key: answer}, self.otherwise)

    def derive(self, name: str) -> Chance:
        """A script speaks of one hand, and goes with it; only what it leaves to others is derived."""
        return ScriptedChance(self.answers, self.otherwise.derive(name) if self.otherwise else None)

    def below(self, purpose: str, number: int, n: int) -> int:
        answer = self.answers.get((purpose, number))
        if answer is not None:
            if type(answer) is not int or not 0 <= answer < n:
                raise SabaccError(
                    f"the script answers {answer!r} for {purpose} {number}: it must be from 0 to {n - 1}."
                )
            return answer
        if self.otherwise is not None:
            return self.otherwise.below(purpose, number, n)
        raise ChanceNeeded((purpose, number), dict.fromkeys(range(n), 1 / n))

    def shuffle(self, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        top = tuple(self.answers.get(("shuffle", number), ()))
        rest = Counter(cards)
        rest.subtract(top)
        wrong = [card for card, n in rest.items() if n < 0]
        if wrong:
            raise SabaccError(
                f"the script deals {wrong[0]} in shuffle {number}, where it is not (or no more) to be had"
            )
        if self.otherwise is not None:
            left = _take_away(cards, top)
            return top + self.otherwise.shuffle(number, left)
        return top + (OPEN,) * (len(cards) - len(top))

    def card(self, number: int, position: int, rest: Sequence[str]) -> str:
        answer = self.answers.get(("card", number, position))
        if answer is None:
            raise ChanceNeeded(("card", number, position), {c: n / len(rest) for c, n in Counter(rest).items()})
        if answer not in rest:
            raise SabaccError(
                f"the script deals {answer} from shuffle {number}, where it is not (or no more) to be had"
            )
        return str(answer)

    def roll(self, number: int, dice: int, sides: int) -> tuple[int, ...]:
        answer = self.answers.get(("roll", number))
        if answer is not None:
            if len(answer) != dice or not all(type(die) is int and 1 <= die <= sides for die in answer):
                raise SabaccError(f"the script rolls {answer!r} in roll {number}: it must be {dice} from 1 to {sides}.")
            return tuple(answer)
        if self.otherwise is not None:
            return self.otherwise.roll(number, dice, sides)
        faces: list[tuple[int, ...]] = [()]
        for _ in range(dice):
            faces = [(*face, side) for face in faces for side in range(1, sides + 1)]
        raise ChanceNeeded(("roll", number), dict.fromkeys(faces, 1 / len(faces)))

    def pick(self, number: int, cards: Sequence[str]) -> str:
        answer = self.answers.get(("pick", number))
        if answer is not None:
            if answer not in cards:
                raise SabaccError(f"the script picks {answer}, which is not among the cards to pick from")
            return str(answer)
        if self.otherwise is not None:
            return self.otherwise.pick(number, cards)
        raise ChanceNeeded(("pick", number), {c: n / len(cards) for c, n in Counter(cards).items()})


def _take_away(cards: Sequence[str], gone: Sequence[str]) -> list[str]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left
