"""Guesses played to their end: everybody does what the judge values highest, and one seat counts what it comes to."""

from __future__ import annotations

import math
from typing import Final

from sabacc.bots.judges.base import SABACC_POT_LOSS, Judge
from sabacc.bots.spot import spot_of_hand
from sabacc.chance import Chance
from sabacc.game.actions import Action, Raise
from sabacc.game.hand import Hand
from sabacc.game.state import Segment

SABACC_POT_SHARED: Final = 0.3  # of the sabacc pot: what all are equally likely to win some day
TEMPERATURE: Final = 0.12  # in pots: differences in value that a player may well overlook
MIN_LIKELIHOOD: Final = 0.02  # nobody is so predictable that they would never do the other thing
INFORMATIVE_QUESTIONS: Final = ("bet", "call-window", "draw", "board", "peeked")  # their answers tell about cards


def play_out(hand: Hand, mine: Judge, theirs: Judge, seat: int, action: Action) -> float:
    """The credits a seat wins from here on that does this now, if it plays by one judge and the others by another."""
    return result_value(hand, play_on(hand, mine, theirs, seat, action), seat)


def play_on(hand: Hand, mine: Judge, theirs: Judge, seat: int, action: Action) -> Hand:
    """The hand at its end, or where the seat has folded, if a seat does this now and all play on by these judges."""
    twin = hand.copy()
    twin.act(seat, action)
    while not twin.over and twin.live[seat]:
        asked = twin.waiting[0]
        judge = mine if asked == seat else theirs
        twin.act(asked, judge.best(spot_of_hand(twin, asked)))
    return twin


def resample_future(hand: Hand, chance: Chance) -> Hand:
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


def result_value(before: Hand, after: Hand, seat: int) -> float:
    """Credits won or lost, and what one can hope to see again of the sabacc pot (T3)."""
    players = len(before.seating.dealt_in)
    shared = SABACC_POT_SHARED / players
    own = 1 - SABACC_POT_LOSS - shared
    won = float(after.stacks[seat] - before.stacks[seat])
    if after.sabacc_pot < before.sabacc_pot:  # somebody took it
        return won - (own / players + shared) * before.sabacc_pot
    paid = after.to_sabacc[seat] - before.to_sabacc[seat]
    return won + own * paid + shared * (after.sabacc_pot - before.sabacc_pot)


def likelihood(hand: Hand, judge: Judge, seat: int, action: Action) -> float:
    """How likely somebody with these cards would have done this, as a logarithm."""
    if action.free or hand.kind not in INFORMATIVE_QUESTIONS:
        return 0.0
    spot = spot_of_hand(hand, seat)
    values = judge.values(spot)
    if len(values) < 2:  # there was but one thing to do, such as to put a good card into safety
        return 0.0 if values[0][0] == action else math.log(MIN_LIKELIHOOD)
    scale = TEMPERATURE * max(1, spot.pot)
    highest = values[0][1]
    for _, value in values:
        if value > highest:
            highest = value
    total = 0.0
    found = 0.0
    for one, value in values:
        share = math.exp((value - highest) / scale)
        total += share
        if one == action or (isinstance(one, Raise) and isinstance(action, Raise)):
            found = max(found, share)
    return math.log(MIN_LIKELIHOOD + (1 - MIN_LIKELIHOOD) * found / total)
