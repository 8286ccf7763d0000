"""Statistics of a player's hands, by preset."""

from __future__ import annotations

import math

import msgspec

from sabacc.arena.intervals import student_t
from sabacc.server.storage.sql import history as sql
from sabacc.server.storage.store import Row, Transaction

MAX_POINTS = 200  # of a plot
DIGITS = 6


class Interval(msgspec.Struct, frozen=True):
    """A mean with its 95 % confidence interval, which a single hand doesn't have."""

    mean: float
    low: float | None
    high: float | None


class PresetStats(msgspec.Struct, frozen=True):
    """A player's hands of one preset."""

    preset: str
    hands: int
    pots: int  # hands in which a pot, or the round, was won
    share: float  # of hands in which a pot, or the round, was won
    credits: int
    antes: Interval  # won in a hand
    showed: int
    folded: int
    bombed_out: int
    specials: int
    series: list[tuple[int, float]]  # hands played, and antes won in them


async def read_stats(transaction: Transaction, person: str) -> list[PresetStats]:
    """A player's statistics, the preset played most first."""
    return [await _one_preset(transaction, person, sums) for sums in await transaction.rows(sql.SUMS, person)]


async def _one_preset(transaction: Transaction, person: str, sums: Row) -> PresetStats:
    hands, mean, preset = sums["hands"], sums["mean"], sums["preset"]
    spread = await transaction.row(sql.SPREAD, mean, person, preset)
    assert spread is not None
    points = await transaction.rows(sql.SERIES, person, preset, hands, MAX_POINTS)
    return PresetStats(
        preset=preset,
        hands=hands,
        pots=sums["pots"],
        share=sums["pots"] / hands,
        credits=sums["credits"],
        antes=_interval(hands, mean, spread[0]),
        showed=sums["showed"],
        folded=sums["folded"],
        bombed_out=sums["bombed_out"],
        specials=sums["specials"],
        series=[(row["n"], round(row["antes"], DIGITS)) for row in points],
    )


def _interval(hands: int, mean: float, squares: float) -> Interval:
    if hands < 2:
        return Interval(mean, None, None)
    half = student_t(hands - 1) * math.sqrt(squares / (hands - 1) / hands)
    return Interval(mean, mean - half, mean + half)
