"""What a bet or raise may be (B4, T13)."""

from __future__ import annotations

from collections.abc import Sequence


def raise_bounds(standing: int, bet: int, stack: int, max_raise: int | None) -> tuple[int, int] | None:
    """From where to where a player may raise the standing bet, counted as the player's whole bet; None if they can't.

    >>> raise_bounds(standing=4, bet=2, stack=100, max_raise=3)
    (5, 7)
    >>> raise_bounds(standing=4, bet=2, stack=2, max_raise=3) is None
    True
    """
    most = bet + stack
    if max_raise is not None:
        most = min(most, standing + max_raise)
    return (standing + 1, most) if most > standing else None


def no_limit_bounds(
    standing: int, bet: int, stack: int, least_raise: int, max_raise: int | None
) -> tuple[int, int] | None:
    """The bounds where a raise must be at least so large; all one has is always enough to go all-in with (CH8).

    >>> no_limit_bounds(standing=100, bet=0, stack=1000, least_raise=100, max_raise=None)
    (200, 1000)
    >>> no_limit_bounds(standing=100, bet=0, stack=150, least_raise=100, max_raise=None)
    (150, 150)
    """
    bounds = raise_bounds(standing, bet, stack, max_raise)
    if bounds is None:
        return None
    return (min(standing + least_raise, bounds[1]), bounds[1])


def others_have_credits(seat: int, stacks: Sequence[int], live: Sequence[bool]) -> bool:
    """Whether there is anybody to bet against: another live player with credits left (T13)."""
    for other, stack in enumerate(stacks):  # noqa: SIM110 - quicker than any()
        if stack and live[other] and other != seat:
            return True
    return False
