"""What players bring to a table: a name that one can read, and credits in whole numbers, none of which gets lost."""

from __future__ import annotations

from typing import SupportsIndex

from sabacc.errors import SabaccError
from sabacc.messages import Message

MOST_CREDITS = 1_000_000_000_000
Unchecked = SupportsIndex  # credits as given: compiled code would take True for 1 if it were told to expect an int
LONGEST_NAME = 60


def check_name(name: str) -> None:
    """A name is something one can read: no line breaks, no control characters, no spaces around it."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise SabaccError(
            f"a player needs a name of at most {LONGEST_NAME} characters that can be printed, without spaces around it, "
            f"not {name!r}."
        )


def check_credits(amount: Unchecked, least: int) -> int:
    """So many credits, if they are a whole number (T1)."""
    if type(amount) is int and least <= amount <= MOST_CREDITS:
        return amount
    raise SabaccError(Message("refusal.credits-range", least=least, most=MOST_CREDITS, amount=repr(amount)))


def check_conservation(stacks: list[int], sabacc_pot: int, expected: int) -> None:
    """Credits in are credits out (T1)."""
    here = sum(stacks) + sabacc_pot
    if here != expected or min(stacks, default=0) < 0:
        raise AssertionError(f"credits were lost or made: {expected} should be here, {here} are")
