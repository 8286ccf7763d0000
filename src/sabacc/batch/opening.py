"""How every hand begins: who is dealt in, and from where."""

from __future__ import annotations

from typing import Any

from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ASKED_FROM,
    BUTTON,
    CALLER,
    DEALT_IN,
    FIRST,
    LIVE,
    ROUND_WON_BY,
    RULE_HOUSE_DEALER,
    RULE_SEATS,
    SHOWS_FIRST,
    TURN,
    WAITING,
)
from sabacc.batch.seats import first_from, left_of


@part
def seat_players(num: Any, rules: Any) -> None:
    """Those dealt in are live, and the first of them is left of the dealer, or where the house deals the token's (T8)."""
    num[LIVE] = num[DEALT_IN]
    first = num[BUTTON] if rules[RULE_HOUSE_DEALER] else left_of(num[BUTTON], rules)
    num[FIRST] = first_from(num[DEALT_IN], first, rules[RULE_SEATS])
    num[TURN] = -1
    num[CALLER] = -1
    num[SHOWS_FIRST] = -1
    num[ROUND_WON_BY] = -1


@part
def asked_seat(num: Any, rules: Any) -> Any:
    """Who is asked first of those who wait (W1); −1 if nobody is."""
    return first_from(num[WAITING], num[ASKED_FROM], rules[RULE_SEATS])
