"""The batch engine's chance for the plain engine: a hand of either can be played again by the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sabacc.batch import words
from sabacc.cards import Deck
from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.odds.kernels import loops

_MASK: Final = (1 << 64) - 1
_GAMMA: Final = int(loops.GAMMA)
_MIX_1: Final = int(loops.MIX_1)
_MIX_2: Final = int(loops.MIX_2)
_PURPOSES: Final = {"side": words.SIDE, "randomiser": words.RANDOMISER, "pulse": words.PULSE}


class BatchChance(Chance):
    """Answers as the batch engine draws them for the hand with this key.

    >>> from sabacc.cards import CLASSIC
    >>> BatchChance(7, CLASSIC).roll(1, 2, 6)
    (2, 2)
    """

    def __init__(self, key: int, deck: Deck) -> None:
        super().__init__(f"batch {key}")
        self.key = int(key)
        self.deck = deck

    def derive(self, name: str) -> Chance:
        """A key speaks of one hand, and goes with it."""
        return self

    def below(self, purpose: str, number: int, n: int) -> int:
        if purpose not in _PURPOSES:
            raise SabaccError(f"the batch engine draws nothing for {purpose}.")
        return self._below(_PURPOSES[purpose], number, 0, n)

    def shuffle(self, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        order = list(self.deck.in_order(cards))
        for top in range(len(order)):
            other = top + self._below(words.SHUFFLE, number, top, len(order) - top)
            order[top], order[other] = order[other], order[top]
        return tuple(order)

    def roll(self, number: int, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(self._below(words.ROLL, number, die, sides) + 1 for die in range(dice))

    def pick(self, number: int, cards: Sequence[str]) -> str:
        return self.deck.in_order(cards)[self._below(words.PICK, number, 0, len(cards))]

    def _below(self, purpose: int, number: int, index: int, n: int) -> int:
        word = _mix((self.key + _GAMMA * (purpose + (number << words.NUMBER_BITS) + index)) & _MASK)
        return ((word >> 32) * n) >> 32


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * _MIX_1) & _MASK
    word = ((word ^ (word >> 27)) * _MIX_2) & _MASK
    return word ^ (word >> 31)
