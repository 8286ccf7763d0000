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


def others_have_credits(seat: int, stacks: Sequence[int], live: Sequence[bool]) -> bool:
    """Whether there is anybody to bet against: another live player with credits left (T13)."""
    return any(other != seat and live[other] and stacks[other] for other in range(len(stacks)))
