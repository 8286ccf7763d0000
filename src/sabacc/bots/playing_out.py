"""Guesses played to their end: everybody does what the judge prices highest, and one seat counts what it comes to."""

from __future__ import annotations

import math
from typing import Final

from sabacc.bots.judge import LOST, Judge
from sabacc.bots.spot import spot_in
from sabacc.chance import Chance
from sabacc.game.actions import Action, Raise
from sabacc.game.hand import Hand
from sabacc.game.state import Segment

SHARED: Final = 0.3  # how much of what lies in the sabacc pot all will once have shared, as likely one as the other
LIKELY: Final = 0.12  # in pots: differences in price that a player may well overlook
UNLIKELY: Final = 0.02  # nobody is so predictable that they would never do the other thing
TELLING: Final = (
    "bet",
    "call-window",
    "draw",
    "board",
    "peeked",
)  # questions whose answers tell about somebody's cards


def play_out(hand: Hand, mine: Judge, theirs: Judge, seat: int, action: Action) -> float:
    """What a seat comes to that does this now, in credits from here on, if it plays on by one judge and the others by
    another. The hand itself stays as it is."""
    twin = hand.copy()
    twin.act(seat, action)
    while not twin.over and twin.live[seat]:
        asked = twin.waiting[0]
        judge = mine if asked == seat else theirs
        twin.act(asked, judge.best(spot_in(twin, asked)))
    return worth_of(hand, twin, seat)


def another_future(hand: Hand, chance: Chance) -> Hand:
    """The same hand so far, with other cards and dice to come: nobody has seen in which order the deck lies."""
    twin = hand.copy()
    twin.seating = hand.seating.with_chance(chance)
    top = hand.top
    segments: list[Segment] = []
    for number, order, cards in hand.deck:
        rest = chance.shuffle(-1 - number, order[top:])
        segments.append((number, order[:top] + rest, cards))
        top = 0
    twin.deck = tuple(segments)
    return twin


def worth_of(before: Hand, after: Hand, seat: int) -> float:
    """Credits won or lost, and what one can hope to see again of the sabacc pot (T3)."""
    players = len(before.seating.dealt_in)
    shared = SHARED / players
    own = 1 - LOST - shared
    won = float(after.stacks[seat] - before.stacks[seat])
    if after.sabacc_pot < before.sabacc_pot:  # somebody took it
        return won - (own / players + shared) * before.sabacc_pot
    paid = after.to_sabacc[seat] - before.to_sabacc[seat]
    return won + own * paid + shared * (after.sabacc_pot - before.sabacc_pot)


def likelihood(hand: Hand, judge: Judge, seat: int, action: Action) -> float:
    """How likely somebody with these cards would have done this, as a logarithm."""
    if action.free or hand.kind not in TELLING:
        return 0.0
    spot = spot_in(hand, seat)
    prices = judge.prices(spot)
    if len(prices) < 2:  # there was but one thing to do, such as to put a good card into safety
        return 0.0 if prices[0][0] == action else math.log(UNLIKELY)
    scale = LIKELY * max(1, spot.pot)
    highest = prices[0][1]
    for _, price in prices:
        if price > highest:
            highest = price
    total = 0.0
    found = 0.0
    for one, price in prices:
        share = math.exp((price - highest) / scale)
        total += share
        if one == action or (isinstance(one, Raise) and isinstance(action, Raise)):
            found = max(found, share)
    return math.log(UNLIKELY + (1 - UNLIKELY) * found / total)
