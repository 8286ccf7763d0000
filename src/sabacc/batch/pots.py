"""Pots and side pots (B1–B3): made when a hand is settled, and paid out."""

from __future__ import annotations

from typing import Any

from sabacc.batch.jit import part
from sabacc.batch.layout import (
    BETS,
    ENDING,
    FEES,
    FIRST,
    FOLDED,
    LIVE,
    OVER,
    PAID,
    POT_AMOUNTS,
    POT_SEATS,
    POT_WINNERS,
    POTS,
    RULE_SEATS,
    SABACC_POT,
    SPECIAL,
    STACKS,
    WAITING,
    WON,
    WON_SABACC,
)
from sabacc.batch.seats import count_of, first_from, has, left_of


@part
def return_uncalled(num: Any, rules: Any, from_bets: Any) -> None:
    """What the largest payer, if live, put in above everybody else goes back (B1); in mid-hand it is bet no more."""
    largest = second = 0
    payer = -1
    for seat in range(rules[RULE_SEATS]):
        paid = num[PAID + seat]
        if paid > largest:
            second = largest
            largest = paid
            payer = seat
        elif paid > second:
            second = paid
    if payer >= 0 and largest > second and has(num[LIVE], payer):
        back = largest - second
        num[PAID + payer] -= back
        num[STACKS + payer] += back
        if from_bets:
            num[BETS + payer] = max(0, num[BETS + payer] - back)


@part
def next_level(num: Any, rules: Any, below: Any) -> Any:
    """The smallest payment of a live seat that is above `below`; −1 if there is none."""
    level = -1
    for seat in range(rules[RULE_SEATS]):
        paid = num[PAID + seat]
        if has(num[LIVE], seat) and paid > below and (level < 0 or paid < level):
            level = paid
    return level


@part
def hand_pot(num: Any, players: Any) -> Any:
    """All pots of the hand together."""
    pot = num[FEES]
    for seat in range(players):
        pot += num[PAID + seat]
    return pot


@part
def make_pots(num: Any, rules: Any) -> None:
    """The main pot first, then the side pots. Fees lie in the main pot; what no live player matched in the last."""
    pots = 0
    below = -1
    level = next_level(num, rules, below)
    while level >= 0:
        upper = next_level(num, rules, level)
        amount = 0
        seats = 0
        for seat in range(rules[RULE_SEATS]):
            paid = num[PAID + seat]
            amount += min(paid, level) - min(paid, max(below, 0))
            if upper < 0 and paid > level:
                amount += paid - level
            if has(num[LIVE], seat) and paid >= level:
                seats |= 1 << seat
        if pots == 0:
            amount += num[FEES]
        if amount or pots == 0:
            num[POT_AMOUNTS + pots] = amount
            num[POT_SEATS + pots] = seats
            num[POT_WINNERS + pots] = 0
            pots += 1
        below = level
        level = upper
    num[POTS] = pots


@part
def best_of(num: Any, rules: Any, block: Any, seats: Any) -> Any:
    """Those of some seats that have the highest key of a block."""
    best = 0
    winners = 0
    for seat in range(rules[RULE_SEATS]):
        if has(seats, seat):
            key = num[block + seat]
            if winners == 0 or key > best:
                best = key
                winners = 0
            if key == best:
                winners |= 1 << seat
    return winners


@part
def pay_out(num: Any, rules: Any, amount: Any, winners: Any, block: Any, odd_to_first: Any) -> None:
    """A pot to its winners from the dealer's left; `block` is where it is noted who won what (B3, CH8)."""
    count = count_of(winners)
    each = amount // count
    odd = amount - each * count
    seat = num[FIRST]
    for _ in range(count):
        seat = first_from(winners, seat, rules[RULE_SEATS])
        share = each
        if odd_to_first:
            share += odd
            odd = 0
        elif odd:
            share += 1
            odd -= 1
        num[STACKS + seat] += share
        num[block + seat] += share
        seat = left_of(seat, rules)


@part
def pay_out_sabacc(num: Any, rules: Any, winners: Any, odd_to_first: Any) -> None:
    """The sabacc pot, won with a special hand (H5, CH21)."""
    amount = num[SABACC_POT]
    num[SABACC_POT] = 0
    num[SPECIAL] = 1
    pay_out(num, rules, amount, winners, WON_SABACC, odd_to_first)


@part
def finish(num: Any, rules: Any, ending: Any) -> None:
    """The hand is over."""
    num[OVER] = 1
    num[ENDING] = ending
    num[WAITING] = 0
    num[FEES] = 0
    for seat in range(rules[RULE_SEATS]):
        num[PAID + seat] = 0


@part
def award_last_player(num: Any, rules: Any) -> None:
    """All others folded: the hand pot, not the sabacc pot (H5)."""
    return_uncalled(num, rules, False)
    amount = num[FEES]
    for seat in range(rules[RULE_SEATS]):
        amount += num[PAID + seat]
    pay_out(num, rules, amount, num[LIVE], WON, True)
    finish(num, rules, FOLDED)
