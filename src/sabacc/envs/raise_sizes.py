"""Raises in four sizes, for programs that learn: a number for each amount would be too many.

The sizes are the least raise, half the pot, the whole pot, and as much as one may. The pot counts what the raiser owes. A
size that comes to no more than the size before it is not offered.
"""

from __future__ import annotations

from sabacc.game.actions import Action, Raise
from sabacc.game.view import View

SIZES = ("least", "half the pot", "the pot", "most")


def raise_amounts(least: int, most: int, pot: int, standing: int, owed: int) -> tuple[int, int, int, int]:
    """What a raise of each size goes to; 0 for one that is not offered."""
    if not most:
        return (0, 0, 0, 0)
    half = min(max(standing + (pot + owed) // 2, least), most)
    whole = min(max(standing + pot + owed, least), most)
    return (least, half if half > least else 0, whole if whole > half else 0, most if most > max(whole, least) else 0)


def sized_raises(view: View) -> dict[int, Action]:
    """The raises of a view's seat by number: sizes first, then those that call the hand with it (PG5)."""
    options = view.options
    assert view.seat is not None
    owed = view.standing - view.bets[view.seat]
    amounts = raise_amounts(options.raise_from, options.raise_to, view.hand_pot, view.standing, owed)
    raises: dict[int, Action] = {size: Raise(to) for size, to in enumerate(amounts) if to}
    if options.may_call:
        raises |= {len(SIZES) + size: Raise(to, True) for size, to in enumerate(amounts) if to}
    return raises
