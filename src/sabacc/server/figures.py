"""How somebody plays: figures from all their hands, preset by preset."""

from __future__ import annotations

import math
import sqlite3

import msgspec

from sabacc.arena.intervals import student
from sabacc.server.database import Database

POINTS = 200  # of a plot, at the most
DIGITS = 6


class Interval(msgspec.Struct, frozen=True):
    """A mean, and where the true one lies with 95 % confidence; a single hand tells nothing about that."""

    mean: float
    low: float | None
    high: float | None


class PresetFigures(msgspec.Struct, frozen=True):
    """Somebody's hands of one preset."""

    preset: str
    hands: int
    pots: int  # hands in which a pot, or the round, was won
    share: float  # the same as a part of all hands
    credits: int
    antes: Interval  # a hand
    showed: int
    folded: int
    bombed_out: int
    specials: int
    series: list[tuple[int, float]]  # after so many hands, so many antes won in all


_SUMS = """SELECT preset, count(*) AS hands, sum(took_pot) AS pots, sum(won) AS credits, avg(antes) AS mean,
    sum(showed) AS showed, sum(folded) AS folded, sum(bombed_out) AS bombed_out, sum(special) AS specials
    FROM hand_seats WHERE person = ? AND dealt_in GROUP BY preset ORDER BY hands DESC, preset"""
_SPREAD = "SELECT sum((antes - ?) * (antes - ?)) FROM hand_seats WHERE person = ? AND dealt_in AND preset = ?"
_SERIES = f"""SELECT n, antes FROM (
        SELECT row_number() OVER played AS n, sum(antes) OVER played AS antes
        FROM hand_seats WHERE person = :person AND dealt_in AND preset = :preset
        WINDOW played AS (ORDER BY ended_at, hand_id ROWS UNBOUNDED PRECEDING)
    ) WHERE n * {POINTS} / :hands > (n - 1) * {POINTS} / :hands ORDER BY n"""


class Figures:
    """Everybody's figures; the sums are made by the database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, person: str) -> list[PresetFigures]:
        """Somebody's, the preset played most first."""
        return await self.database.read(lambda connection: _figures(connection, person))


def _figures(connection: sqlite3.Connection, person: str) -> list[PresetFigures]:
    return [_preset(connection, person, sums) for sums in connection.execute(_SUMS, (person,)).fetchall()]


def _preset(connection: sqlite3.Connection, person: str, sums: sqlite3.Row) -> PresetFigures:
    hands, mean, preset = sums["hands"], sums["mean"], sums["preset"]
    (squares,) = connection.execute(_SPREAD, (mean, mean, person, preset)).fetchone()
    points = connection.execute(_SERIES, {"person": person, "preset": preset, "hands": hands}).fetchall()
    return PresetFigures(
        preset=preset,
        hands=hands,
        pots=sums["pots"],
        share=sums["pots"] / hands,
        credits=sums["credits"],
        antes=_interval(hands, mean, squares),
        showed=sums["showed"],
        folded=sums["folded"],
        bombed_out=sums["bombed_out"],
        specials=sums["specials"],
        series=[(row["n"], round(row["antes"], DIGITS)) for row in points],
    )


def _interval(hands: int, mean: float, squares: float) -> Interval:
    if hands < 2:
        return Interval(mean, None, None)
    half = student(hands - 1) * math.sqrt(squares / (hands - 1) / hands)
    return Interval(mean, mean - half, mean + half)
