"""Our rankers, a call at a time and in bulk, and showdowns dealt and compared in bulk."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from bench.clock import rate
from sabacc.cards import CLASSIC, CORELLIAN, CORUSCANT, Deck
from sabacc.hands import corellian, coruscant
from sabacc.hands.classic import Scale
from sabacc.odds.kernels import Ranker, bulk_ranker, deal_many
from sabacc.rules import read_rules

HANDS = 200_000
SHOWDOWNS = 1_000_000


def one_at_a_time(deck: Deck, size: int, weigh: Callable[[tuple[str, ...]], object], seconds: float) -> float:
    """Hands a CPU-second that are ranked by a call each."""
    luck = random.Random(1)
    hands = [tuple(luck.sample(deck.cards, size)) for _ in range(1000)]

    def rank_all() -> int:
        for hand in hands:
            weigh(hand)
        return len(hands)

    return rate(rank_all, seconds)


def single(seconds: float) -> dict[str, float]:
    """The plain rankers."""
    scale = Scale(read_rules("classic"))
    return {
        "single classic": one_at_a_time(CLASSIC, 5, scale.worth, seconds),
        "single corellian-house": one_at_a_time(CORELLIAN, 5, corellian.worth, seconds),
        "single coruscant-shift": one_at_a_time(
            CORUSCANT, 5, lambda cards: coruscant.worth(cards, gold=5, silver="t"), seconds
        ),
    }


def bulk(seconds: float) -> dict[str, float]:
    """The kernels, on one core, after they are compiled."""
    found: dict[str, float] = {}
    for preset, deck, cards, dice in (
        ("classic", CLASSIC, 2, {}),
        ("corellian-house", CORELLIAN, 5, {}),
        ("coruscant-shift", CORUSCANT, 5, {"gold": 5, "silver": "t"}),
    ):
        found[f"bulk {preset}"] = _ranking(bulk_ranker(preset, **dice), deck, seconds)  # type: ignore[arg-type]  # the dice
        found[f"showdowns {preset}"] = _dealing(preset, cards, dice, seconds)
    return found


def _ranking(ranker: Ranker, deck: Deck, seconds: float) -> float:
    codes = np.repeat(np.arange(len(deck.copies), dtype=np.uint8), list(deck.copies.values()))
    hands = np.random.default_rng(1).permuted(np.tile(codes, (HANDS, 1)), axis=1)[:, :5].copy()
    ranker.rank_many(hands)
    return rate(lambda: len(ranker.rank_many(hands)), seconds)


def _dealing(preset: str, cards: int, dice: dict[str, object], seconds: float) -> float:
    deal_many(preset, 2, cards, 1000, processes=1, **dice)
    return rate(lambda: deal_many(preset, 2, cards, SHOWDOWNS, processes=1, **dice).deals, seconds)
