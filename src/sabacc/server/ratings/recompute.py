"""Ratings computed again from the log of results, and compared with what is stored."""

from __future__ import annotations

import msgspec

from sabacc.server.ratings.projection import Projection, RatingChange
from sabacc.server.ratings.projector import LAST_RATED, skills_of, write_changes
from sabacc.server.ratings.results import results_of
from sabacc.server.storage.sql import ratings as sql
from sabacc.server.storage.sql import tables as table_sql
from sabacc.server.storage.store import Transaction


class Recomputation(msgspec.Struct, frozen=True):
    """What came of it: how much there is, and a sentence for each difference."""

    results: int
    players: int
    differences: list[str]


async def compare(transaction: Transaction) -> Recomputation:
    """Computes all ratings again, as far as results were taken, and compares."""
    last = await transaction.row(table_sql.FACT, LAST_RATED)
    results = results_of(await transaction.rows(sql.RESULTS_AFTER, 0))
    taken = [one for one in results if last is not None and one.number <= last["value"]]
    projection = Projection()
    changes = [change for result in taken for change in projection.apply(result)]
    stored = skills_of(await transaction.rows(sql.SKILLS))
    differences = [
        f"{player} in {game}: {_said(stored.get((player, game)))} is stored, and the results come to "
        f"{_said(projection.skills.get((player, game)))}."
        for player, game in sorted(stored.keys() | projection.skills.keys())
        if stored.get((player, game)) != projection.skills.get((player, game))
    ]
    points = {(row["player"], row["game"], row["result"]): row["mu"] for row in await transaction.rows(sql.POINTS)}
    wanted = {(one.player, one.game, one.result): one.after.mu for one in changes}
    differences += [
        f"{key[0]} in {key[1]}: the curve differs at result {key[2]}." for key in _different(points, wanted)
    ]
    return Recomputation(len(taken), len({player for player, _ in projection.skills}), differences)


async def compute_again(transaction: Transaction) -> Recomputation:
    """Puts what the results come to in the place of what is stored; what was wrong."""
    found = await compare(transaction)
    results = results_of(await transaction.rows(sql.RESULTS_AFTER, 0))
    projection = Projection()
    changes: list[RatingChange] = [change for result in results for change in projection.apply(result)]
    for statement in sql.FORGET_RATINGS:
        await transaction.execute(statement)
    await write_changes(transaction, changes)
    if results:
        await transaction.execute(table_sql.SET_FACT, LAST_RATED, results[-1].number)
    return found


def _different(
    one: dict[tuple[str, str, int], float], other: dict[tuple[str, str, int], float]
) -> list[tuple[str, str, int]]:
    keys = one.keys() | other.keys()
    return sorted(key for key in keys if one.get(key) != other.get(key))


def _said(skill: object) -> str:
    return "nothing" if skill is None else str(skill)
