"""The odds strip: what one's own hand would come to at a decision, by counting what can be seen from one's own seat."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from sabacc.bots.judges.sampling import own_cards
from sabacc.bots.spot import Spot, spot_of_view
from sabacc.cards import Card
from sabacc.errors import SabaccError
from sabacc.game.view import View
from sabacc.hands.weigh import Worth, worth_of
from sabacc.odds import one_step
from sabacc.odds.exact.step import MoveChances, Step
from sabacc.odds.sampled.tally import wilson
from sabacc.rules import Rules, deck_of

MAX_COUNTED = 60_000  # hands of a single opponent; more of them are sampled
DEALS = 4000  # where they are


class WinNow(msgspec.Struct, frozen=True):
    """The chance to win if all cards were shown now; a tie counts as a share."""

    chance: float
    low: float
    high: float  # both are the chance itself where all hands were counted


class MoveOdds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move makes of the hand: exact."""

    move: str  # its kind, like `trade`; of a shift, what kind of shift it is
    cards: tuple[Card, ...]  # that it is about
    better: float
    worse: float
    bomb_out: float | None = None  # none where nobody can bomb out


class OddsStrip(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it."""

    win: WinNow | None = None  # none of a hand that can't be ranked yet
    moves: tuple[MoveOdds, ...] = ()
    shifts: tuple[MoveOdds, ...] = ()  # each kind that may come and that can be counted


class _Opponent(NamedTuple):
    """What is seen of somebody who is still in the hand."""

    face_down: int
    field: tuple[Card, ...]
    side: str | None


def odds_strip(view: View) -> OddsStrip:
    """The odds at a seat's decision: every card that it has not seen is as likely to be anywhere it can't see."""
    spot = spot_of_view(view)
    step = _next_step(spot)
    moves = tuple(_odds_of(move.move, _cards_of(move), move) for move in step.moves) if step else ()
    shifts = {name.split()[0]: chances for name, chances in step.shift.chances_by_name().items()} if step else {}
    return OddsStrip(_win_now(spot), moves, tuple(_odds_of(kind, (), chances) for kind, chances in shifts.items()))


def _next_step(spot: Spot) -> Step | None:
    """The step ahead, where the family can count one from the cards as they lie."""
    gold, silver = spot.target
    if silver and spot.kind != "select":  # under dice, it is the selection that is counted
        return None
    try:
        return one_step(
            spot.rules,
            own_cards(spot),
            _seen(spot),
            spot.side,
            gold if silver else None,
            silver or None,
            spot.field if spot.rules.static_field != "none" else (),
        )
    except SabaccError:  # such as before a side is chosen
        return None


def _seen(spot: Spot) -> tuple[Card, ...]:
    """The cards that are known to be elsewhere."""
    return spot.seen + ((spot.peeked,) if spot.peeked else ())


def _odds_of(kind: str, cards: tuple[Card, ...], chances: MoveChances) -> MoveOdds:
    return MoveOdds(kind, cards, chances.better, chances.worse, getattr(chances, "bomb_out", None))


def _cards_of(move: Any) -> tuple[Card, ...]:
    """The card that a move is about, or those of a selection; families have either."""
    card = getattr(move, "card", None)
    return (card,) if card else getattr(move, "cards", ())


# ---- the chance to win now


def _win_now(spot: Spot) -> WinNow | None:
    if spot.target[1]:  # under dice a hand is what is selected of it, and nobody sees that (CS5)
        return None
    worth = _worth(spot.rules, own_cards(spot), spot.side)
    if worth is None:
        return None
    if worth.bombed_out:
        return WinNow(0.0, 0.0, 0.0)
    others = [_Opponent(spot.counts[seat], spot.fields[seat], spot.sides[seat]) for seat in spot.others()]
    unseen = sorted((Counter(deck_of(spot.rules).cards) - Counter(own_cards(spot) + _seen(spot))).elements())
    if sum(other.face_down for other in others) > len(unseen):
        return None
    if len(others) == 1 and math.comb(len(unseen), others[0].face_down) <= MAX_COUNTED:
        shares = [_share(worth.key, spot, others, dealt) for dealt in combinations(unseen, others[0].face_down)]
        chance = math.fsum(shares) / len(shares)
        return WinNow(chance, chance, chance)
    shares = [_share(worth.key, spot, others, dealt) for dealt in _deals(unseen, sum(one.face_down for one in others))]
    chance = math.fsum(shares) / len(shares)
    return WinNow(chance, *wilson(chance, len(shares)))


def _deals(unseen: list[Card], cards: int) -> Iterator[tuple[Card, ...]]:
    """Cards for all others, by chance; the same spot gives the same ones."""
    luck = random.Random(repr((unseen, cards)))
    for _ in range(DEALS):
        yield tuple(luck.sample(unseen, cards))


def _share(own: int, spot: Spot, others: list[_Opponent], dealt: tuple[Card, ...]) -> float:
    """What part of the pot one's own hand takes against these cards."""
    equal = 1
    for other in others:
        cards, dealt = dealt[: other.face_down], dealt[other.face_down :]
        worth = _worth(spot.rules, cards + other.field, other.side)
        if worth is not None and worth.key > own:
            return 0.0
        equal += worth is not None and worth.key == own
    return 1 / equal


def _worth(rules: Rules, cards: tuple[Card, ...], side: str | None) -> Worth | None:
    """What a hand is worth; nothing for one that can't be ranked yet."""
    try:
        return worth_of(rules, cards, side)
    except SabaccError:
        return None
