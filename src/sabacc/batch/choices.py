"""Choices of some cards of a hand, as masks over its places; of equal cards the first ones are chosen."""

from __future__ import annotations

from typing import Any

from sabacc.batch.actions import KIND_BITS
from sabacc.batch.jit import part


@part
def is_first_choice(cards: Any, at: Any, count: Any, mask: Any) -> Any:
    """Whether of equal cards, which stand together, the first ones are chosen."""
    for place in range(1, count):
        if (mask >> place) & 1 and not (mask >> (place - 1)) & 1 and cards[at + place] == cards[at + place - 1]:
            return False
    return True


@part
def list_choices(cards: Any, at: Any, held: Any, first: Any, last: Any, kind: Any, out: Any) -> Any:
    """All different choices among the cards of a zone, with masks from `first` to `last`; how many there are."""
    count = 0
    for mask in range(first, last + 1):
        if is_first_choice(cards, at, held, mask):
            out[count] = kind + (mask << KIND_BITS)
            count += 1
    return count
