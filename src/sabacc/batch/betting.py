"""Credits on the move: bets, forced payments, and what a seat may bet (B1–B5, T5, T13)."""

from __future__ import annotations

from typing import Any

from sabacc.batch.actions import CHECK, FOLD, MATCH, MATCH_AND_CALL, RAISE, RAISE_AND_CALL
from sabacc.batch.deck import junk_cards_of
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    BET,
    BETS,
    CAPPED,
    FEES,
    GO_LAST_PLAYER,
    KIND,
    LIVE,
    MAY_CALL,
    PAID,
    PASSED,
    PHASE,
    QUIET_TURNS,
    RAISE_FROM,
    RAISE_TO,
    RAISES,
    RULE_FEE_TO_SABACC,
    RULE_FOLD_FEE,
    RULE_MAX_BET,
    RULE_MAX_RAISES,
    RULE_SEATS,
    SABACC_POT,
    STACKS,
    STANDING,
    WAITING,
)
from sabacc.batch.seats import ask, front_of_queue, has, is_live, leave_queue, left_of, set_queue


@part
def owes(num: Any, seat: Any) -> Any:
    """What a seat would have to put in to match, or all it has."""
    return min(num[STANDING] - num[BETS + seat], num[STACKS + seat])


@part
def bet(num: Any, seat: Any, amount: Any) -> None:
    """Credits from a stack into the hand pot, as a bet."""
    num[STACKS + seat] -= amount
    num[PAID + seat] += amount
    num[BETS + seat] += amount
    if num[BETS + seat] > num[STANDING]:
        num[STANDING] = num[BETS + seat]


@part
def new_bets(num: Any, rules: Any, standing: Any) -> None:
    """What was bet lies in the pot; a new betting begins."""
    for seat in range(rules[RULE_SEATS]):
        num[BETS + seat] = 0
    num[STANDING] = standing
    num[PASSED] = 0
    num[CAPPED] = 0
    num[RAISES] = 0


@part
def pay_hand(num: Any, seat: Any, due: Any) -> None:
    """A forced payment into the hand pot; at most the whole stack (T5)."""
    amount = min(due, num[STACKS + seat])
    num[STACKS + seat] -= amount
    num[PAID + seat] += amount


@part
def pay_fees(num: Any, seat: Any, due: Any) -> None:
    """A forced payment into the main pot that is no bet (T5)."""
    amount = min(due, num[STACKS + seat])
    num[STACKS + seat] -= amount
    num[FEES] += amount


@part
def pay_sabacc(num: Any, seat: Any, due: Any) -> None:
    """A forced payment into the sabacc pot (T5)."""
    amount = min(due, num[STACKS + seat])
    num[STACKS + seat] -= amount
    num[SABACC_POT] += amount


@part
def fold(num: Any, cards: Any, rules: Any, seat: Any) -> None:
    """A seat pays the fee and leaves the hand; it may leave the last player alone with the pot (H5)."""
    if rules[RULE_FEE_TO_SABACC]:
        pay_sabacc(num, seat, rules[RULE_FOLD_FEE])
    else:
        pay_fees(num, seat, rules[RULE_FOLD_FEE])
    num[LIVE] &= ~(1 << seat)
    junk_cards_of(num, cards, rules, seat)
    num[QUIET_TURNS] = -1
    if num[LIVE] & (num[LIVE] - 1) == 0:
        num[PHASE] = GO_LAST_PLAYER
        num[WAITING] = 0


@part
def others_have_credits(num: Any, rules: Any, seat: Any) -> Any:
    """Whether there is anybody to bet against: another live player with credits left (T13)."""
    for other in range(rules[RULE_SEATS]):
        if other != seat and has(num[LIVE], other) and num[STACKS + other]:
            return True
    return False


@part
def is_capped(num: Any, rules: Any) -> Any:
    """Whether there have been as many raises as the table allows; an opening bet is none (B5)."""
    return rules[RULE_MAX_RAISES] >= 0 and num[STANDING] > 0 and num[RAISES] >= rules[RULE_MAX_RAISES]


@part
def clear_bounds(num: Any) -> None:
    """No raise is legal, as far as is known."""
    num[RAISE_FROM] = 0
    num[RAISE_TO] = 0
    num[MAY_CALL] = 0


@part
def set_raise_bounds(num: Any, rules: Any, seat: Any, least: Any) -> None:
    """From where to where a player may raise, by at least so much or with all they have (B4, CH8)."""
    if not others_have_credits(num, rules, seat) or is_capped(num, rules):
        return
    most = num[BETS + seat] + num[STACKS + seat]
    if rules[RULE_MAX_BET] >= 0:
        most = min(most, num[STANDING] + rules[RULE_MAX_BET])
    if most > num[STANDING]:
        num[RAISE_FROM] = min(num[STANDING] + least, most)
        num[RAISE_TO] = most


@part
def raise_to(num: Any, seat: Any, amount: Any) -> None:
    """A bet or raise; `amount` is the seat's whole bet after it."""
    if num[STANDING] > 0:
        num[RAISES] += 1
    bet(num, seat, amount - num[BETS + seat])
    num[QUIET_TURNS] = -1


@part
def ask_to_bet(num: Any, rules: Any, then: Any) -> None:
    """One question after the other to those in the queue who have credits (T13); `then` comes after the last."""
    seat = front_of_queue(num, rules)
    while seat >= 0 and not (is_live(num, seat) and num[STACKS + seat] > 0):
        leave_queue(num, seat, rules)
        seat = front_of_queue(num, rules)
    if seat >= 0:
        num[KIND] = BET
        ask(num, 1 << seat, seat)
    else:
        num[PHASE] = then


@part
def list_bets(num: Any, seat: Any, out: Any, count: Any) -> Any:
    """Check or match, and fold."""
    out[count] = MATCH if owes(num, seat) else CHECK
    out[count + 1] = FOLD
    return count + 2


@part
def take_bet(num: Any, cards: Any, rules: Any, seat: Any, kind: Any, amount: Any, all_answer: Any) -> None:
    """Check, match, raise or fold; in most games all the others must answer a raise."""
    leave_queue(num, seat, rules)
    if kind == MATCH or kind == MATCH_AND_CALL:
        bet(num, seat, owes(num, seat))
    elif kind == RAISE or kind == RAISE_AND_CALL:
        raise_to(num, seat, amount)
        if all_answer:
            set_queue(num, num[LIVE] & ~(1 << seat), left_of(seat, rules))
    elif kind == FOLD:
        fold(num, cards, rules, seat)
