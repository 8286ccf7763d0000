"""External-sampling MCCFR as a kernel: one seat tries all it may do, the others and chance are sampled.

Regrets and odds count more the later they come (linear discounting). What is hopelessly worse than the rest is mostly left
out (pruning). Where hands are long, only some of a seat's decisions in a hand are tried out, and those before and after are
sampled too; which ones changes from hand to hand.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from sabacc.batch.actions import KIND_BITS, KIND_MASK, RAISE, RAISE_AND_CALL, START
from sabacc.batch.layout import (
    BETS,
    BUTTON,
    CALLER,
    DEALT_IN,
    FIELD_COUNTS,
    HAND_COUNTS,
    HANDS,
    KIND,
    MAY_CALL,
    OVER,
    PAID,
    RAISE_FROM,
    RAISE_TO,
    ROUND,
    RULE_ANTE,
    RULE_CAPACITY,
    RULE_SEATS,
    SABACC_POT,
    SEATS,
    STACKS,
    STANDING,
    WON,
    WON_SABACC,
)
from sabacc.batch.opening import asked_seat, seat_players
from sabacc.batch.pots import hand_pot
from sabacc.blueprint.abstraction import (
    SLOTS,
    card_key,
    extend_line,
    extend_past,
    fill_slots,
    situation_key,
    size_of_debt,
    size_of_pot,
    size_of_raise,
)
from sabacc.blueprint.frames import DEPTH
from sabacc.blueprint.jit import STAMP, piece
from sabacc.blueprint.regret_table import look_up
from sabacc.odds.kernels.jit import njit
from sabacc.odds.kernels.loops import GAMMA, mix
from sabacc.rules import Part

PRUNED, PRUNING_STARTS = 0.95, 1000  # how often what is hopeless is left out, and after how many hands
_FRACTION = 1.0 / (1 << 53)

KERNEL = "traverse"  # the only function that is kept on disk
TRAVERSAL: Part[Any] = Part("blueprint_traversal")

legal: Any = None  # a family's own; see `make_traversal`
act: Any = None


@piece
def match_regrets(regrets: Any, slots: Any, odds: Any) -> None:
    """The odds of each slot: in proportion to what is regretted, all alike if nothing is."""
    total, taken = 0.0, 0
    for slot in range(SLOTS):
        odds[slot] = 0.0
        if slots[slot] >= 0:
            taken += 1
            odds[slot] = max(regrets[slot], 0.0)
            total += odds[slot]
    for slot in range(SLOTS):
        if slots[slot] >= 0:
            odds[slot] = odds[slot] / total if total > 0 else 1.0 / taken


@piece
def draw_word(luck: Any) -> Any:
    """The next number from 0 to 1."""
    luck[0] += np.uint64(1)
    return np.float64(mix(luck[1] + GAMMA * luck[0]) >> np.uint64(11)) * _FRACTION


@piece
def sample_slot(odds: Any, slots: Any, luck: Any) -> Any:
    """One of the slots by its odds."""
    wanted = draw_word(luck)
    last = 0
    for slot in range(SLOTS):
        if slots[slot] >= 0:
            last = slot
            wanted -= odds[slot]
            if wanted < 0:
                return slot
    return last


@piece
def cards_of(num: Any, cards: Any, rules: Any, seat: Any, values: Any, exact: Any, held: Any) -> Any:
    """A seat's cards as a word."""
    capacity = rules[RULE_CAPACITY]
    count = num[HAND_COUNTS + seat]
    for place in range(count):
        held[place] = cards[HANDS + seat * capacity + place]
    for place in range(num[FIELD_COUNTS + seat]):
        held[count + place] = cards[HANDS + (SEATS + seat) * capacity + place]
    return card_key(held[: count + num[FIELD_COUNTS + seat]], values, exact)


@piece
def key_of(num: Any, rules: Any, seat: Any, line: Any, word: Any, facts: Any) -> Any:
    """The situation a seat is in; `word` are its cards."""
    players = rules[RULE_SEATS]
    pot = hand_pot(num, players)
    facts[0] = (seat - num[BUTTON]) % players
    facts[1] = num[KIND]
    facts[2] = num[ROUND]
    facts[3] = 0
    for other in range(players):
        if other != seat:
            facts[3] += num[HAND_COUNTS + other] + num[FIELD_COUNTS + other]
    facts[4] = size_of_pot(pot, rules[RULE_ANTE])
    facts[5] = size_of_debt(num[STANDING] - num[BETS + seat], pot)
    facts[6] = num[CALLER] >= 0
    return situation_key(word, line, facts)


@piece
def value_of(num: Any, first: Any, players: Any, seat: Any) -> Any:
    """What a hand that is over brought a seat; what is left in the sabacc pot goes back to those who paid it (T3)."""
    left = num[SABACC_POT]
    won = num[STACKS + seat] - first
    if left <= 0:
        return np.float64(won)
    mine, total = 0, 0
    for other in range(players):
        paid = first - num[STACKS + other] + num[WON + other] + num[WON_SABACC + other] - num[PAID + other]
        total += max(paid, 0)
        if other == seat:
            mine = max(paid, 0)
    if total == 0:
        return np.float64(won)
    return won + left * (mine / total)


@piece
def note_action(f: Any, depth: Any, to: Any, job: Any, s: Any, seat: Any, action: Any) -> None:
    """The betting line with one more action, and what the seat held then; written where the hand is played on."""
    num = f.nums[depth]
    kind, size = action & KIND_MASK, 0
    if kind == RAISE or kind == RAISE_AND_CALL:  # noqa: SIM109 - less for numba to compile
        owed = num[STANDING] - num[BETS + seat]
        size = size_of_raise(action >> KIND_BITS, hand_pot(num, job.rules[RULE_SEATS]), num[STANDING], owed)
    player = (seat - num[BUTTON]) % job.rules[RULE_SEATS]
    f.lines[to] = extend_line(f.lines[depth], player, kind, size)
    if job.exact:
        word = cards_of(num, f.cards[depth], job.rules, seat, job.values, job.exact, s.held)
        f.pasts[to, seat] = extend_past(f.pasts[depth, seat], word)


@piece
def take_stock(f: Any, depth: Any, job: Any, s: Any, seat: Any, count: Any) -> Any:
    """What a seat may do, by slots; how many there are."""
    num = f.nums[depth]
    if num[ROUND] != f.rounds[depth]:
        f.rounds[depth], f.lines[depth] = num[ROUND], 0
    s.bounds[0], s.bounds[1], s.bounds[2] = num[RAISE_FROM], num[RAISE_TO], num[MAY_CALL]
    s.stakes[0], s.stakes[1] = hand_pot(num, job.rules[RULE_SEATS]), num[STANDING]
    s.stakes[2] = num[STANDING] - num[BETS + seat]
    return fill_slots(s.out, count, s.bounds, s.stakes, job.values, job.exact, f.slots[depth], job.kinds)


@piece
def decide(f: Any, depth: Any, job: Any, t: Any, s: Any, seat: Any, tries: Any, skip: Any, weight: Any) -> Any:
    """A slot by its odds, or −1 for a decision that is to be tried out."""
    word = cards_of(f.nums[depth], f.cards[depth], job.rules, seat, job.values, job.exact, s.held)
    line = f.lines[depth] ^ f.pasts[depth, seat]
    row = look_up(t.keys, key_of(f.nums[depth], job.rules, seat, line, word, s.facts), t.filled)
    if row < 0:
        match_regrets(np.zeros(SLOTS), f.slots[depth], f.odds[depth])
        return sample_slot(f.odds[depth], f.slots[depth], s.luck)
    match_regrets(t.regrets[row], f.slots[depth], f.odds[depth])
    if tries:
        f.seen[depth] += 1
        inside = f.seen[depth] > skip and (job.window == 0 or f.seen[depth] <= skip + job.window)
        if inside and depth < DEPTH - 1:
            f.rows[depth] = row
            return -1
    else:
        t.sums[row] += weight * f.odds[depth]
    return sample_slot(f.odds[depth], f.slots[depth], s.luck)


@piece
def open_decision(f: Any, depth: Any, job: Any, t: Any, s: Any, weight: Any, prunes: Any) -> None:
    """Which actions are tried; what is hopelessly worse than the rest is mostly left out."""
    f.at[depth] = -1
    for slot in range(SLOTS):
        f.tried[depth, slot] = f.slots[depth, slot] >= 0
        if prunes and f.tried[depth, slot] and f.odds[depth, slot] == 0.0:
            hopeless = t.regrets[f.rows[depth], slot] < -weight * job.stack
            if hopeless and draw_word(s.luck) < PRUNED:
                f.tried[depth, slot] = False


@piece
def go_back(f: Any, depth: Any, t: Any, value: Any, weight: Any) -> Any:
    """Hands a value back to the decisions before, as far as they are done; the depth of one that is not, or −1."""
    while depth > 0:
        depth -= 1
        if f.at[depth] >= 0:
            f.worth[depth, f.at[depth]] = value
        f.at[depth] += 1
        while f.at[depth] < SLOTS and not f.tried[depth, f.at[depth]]:
            f.at[depth] += 1
        if f.at[depth] < SLOTS:
            return depth
        value = 0.0
        for slot in range(SLOTS):
            if f.tried[depth, slot]:
                value += f.odds[depth, slot] * f.worth[depth, slot]
        for slot in range(SLOTS):
            if f.tried[depth, slot]:
                t.regrets[f.rows[depth], slot] += weight * (f.worth[depth, slot] - value)
    return -1


@piece
def only_slot(slots: Any) -> Any:
    """The first slot that is taken."""
    slot = 0
    while slots[slot] < 0:
        slot += 1
    return slot


def make_traversal(family: str, own_legal: Callable[..., Any], own_act: Callable[..., Any]) -> Any:
    """The kernel of a family, bound to its parts as the kernels of the batch engine are."""
    own: dict[str, Any] = {**globals(), "legal": own_legal, "act": own_act}
    for name, loop in {**_steps(), KERNEL: _loop(STAMP)}.items():
        bound = FunctionType(loop.__code__, own, loop.__name__, None, loop.__closure__)
        bound.__qualname__ = f"{name}_{family}"  # by which it is stored
        own[name] = njit(bound) if name == KERNEL else piece(bound)
    return own[KERNEL]


deal_in: Any = None  # bound by `make_traversal`, like `legal` and `act`
play_on: Any = None
try_next: Any = None


def _steps() -> dict[str, Any]:
    def deal(f: Any, job: Any, s: Any, key: Any, button: Any) -> None:
        """A new hand, up to its first decision."""
        num = f.nums[0]
        num[:] = 0
        num[STACKS : STACKS + job.rules[RULE_SEATS]] = job.stack
        num[BUTTON] = button
        num[DEALT_IN] = (1 << job.rules[RULE_SEATS]) - 1
        seat_players(num, job.rules)
        act(num, f.cards[0], key, job.rules, -1, START, s.out)
        f.rounds[0], f.seen[0], f.lines[0] = num[ROUND], 0, 0
        f.pasts[0] = 0

    def play(f: Any, depth: Any, job: Any, t: Any, s: Any, key: Any, who: Any, skip: Any, weight: Any) -> None:
        """To the end of the hand, or to a decision that is to be tried out."""
        num = f.nums[depth]
        while not num[OVER]:
            seat = asked_seat(num, job.rules)
            count = legal(num, f.cards[depth], job.rules, seat, s.out)
            if take_stock(f, depth, job, s, seat, count) == 1:
                slot = only_slot(f.slots[depth])
            else:
                slot = decide(f, depth, job, t, s, seat, seat == who, skip, weight)
                if slot < 0:
                    return
            action = f.slots[depth, slot]
            note_action(f, depth, depth, job, s, seat, action)
            act(num, f.cards[depth], key, job.rules, seat, action, s.out)

    def descend(f: Any, depth: Any, job: Any, s: Any, key: Any) -> None:
        """The next action of a decision, in a copy of the hand."""
        seat = asked_seat(f.nums[depth], job.rules)
        action = f.slots[depth, f.at[depth]]
        f.nums[depth + 1] = f.nums[depth]
        f.cards[depth + 1] = f.cards[depth]
        f.pasts[depth + 1] = f.pasts[depth]
        f.rounds[depth + 1], f.seen[depth + 1] = f.rounds[depth], f.seen[depth]
        note_action(f, depth, depth + 1, job, s, seat, action)
        act(f.nums[depth + 1], f.cards[depth + 1], key, job.rules, seat, action, s.out)

    return {"deal_in": deal, "play_on": play, "try_next": descend}


def _loop(stamp: int) -> Any:
    def traverse(f: Any, job: Any, t: Any, s: Any, first: Any, hands: Any, seed: Any) -> None:
        """Plays so many hands, from a number on: who tries and who deals goes round."""
        players = job.rules[RULE_SEATS]
        for hand in range(first, first + hands):
            weight = np.float64(hand + stamp // stamp)
            s.luck[0], s.luck[1] = 0, mix(seed + GAMMA * np.uint64(hand + 1))
            key, who = mix(s.luck[1] ^ GAMMA), hand % players
            skip = np.int64(draw_word(s.luck) * (job.skips + 1))
            deal_in(f, job, s, key, (hand // players) % players)
            depth = 0
            while depth >= 0:
                play_on(f, depth, job, t, s, key, who, skip, weight)
                value = 0.0
                if f.nums[depth, OVER]:
                    value = value_of(f.nums[depth], job.stack, players, who)
                else:
                    open_decision(f, depth, job, t, s, weight, hand >= PRUNING_STARTS)
                    depth += 1
                depth = go_back(f, depth, t, value, weight)
                if depth >= 0:
                    try_next(f, depth, job, s, key)
                    depth += 1

    return traverse
