"""Keeps ratings up to date: it makes results of the hands of rated tables, and ratings of results."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

import msgspec
import structlog

from sabacc.server.ratings.games import Departure, RatedGame, RatedHand, SeatScore, next_game
from sabacc.server.ratings.projection import DAY, Projection, RatingChange, Result
from sabacc.server.ratings.results import NewResult, record, results_of
from sabacc.server.ratings.scale import Skill, bot_player, person_player
from sabacc.server.storage.sql import ratings as sql
from sabacc.server.storage.sql import tables as table_sql
from sabacc.server.storage.store import Row, Store, Transaction

INTERVAL = 3.0  # seconds between two looks for hands that were played
MAX_RESULTS = 200  # taken at a time
LAST_RATED = "rated"  # the fact that says which result was taken last
_log = structlog.get_logger()


class Batch(msgspec.Struct, frozen=True):
    """Results that come next, and what they go on from."""

    after: int  # the number of the result that was taken last
    results: list[Result]
    earlier: list[Result]  # of the same days
    skills: dict[tuple[str, str], Skill]


class RatingProjector:
    """Rates what has been played; of all nodes of a cluster, one does it."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now  # milliseconds since 1970
        self.is_wanted: Callable[[], bool] = lambda: True

    async def run(self) -> None:
        """Goes on for ever."""
        while True:
            if self.is_wanted():
                try:
                    await self.catch_up()
                except Exception as error:  # it is tried again
                    _log.error("rating failed", error=repr(error))
            await asyncio.sleep(INTERVAL)

    async def catch_up(self) -> None:
        """Rates all that is over by now."""
        if await self._store.row(sql.TABLES) is not None:
            await self._store.write(self._record_games)
        while True:
            batch = await self._store.read(read_batch)
            if not batch.results:
                return
            changes = await asyncio.to_thread(_project, batch)
            await self._store.write(lambda job, batch=batch, changes=changes: _write_batch(job, batch, changes))  # type: ignore[misc]  # mypy sees no types in lambdas with defaults

    async def _record_games(self, transaction: Transaction) -> None:
        await transaction.execute(sql.FORGET_LOST_HANDS)
        for row in await transaction.rows(sql.TABLES):
            await _record_games_of(transaction, row["table_id"], self._now(), bool(row["closed"]))


async def _record_games_of(transaction: Transaction, table: str, now: int, closed: bool) -> None:
    """Makes results of a table's games that are over."""
    hands = _hands(await transaction.rows(sql.HANDS, table))
    departures = [
        Departure(row["number"], row["person"], bool(row["away"]))
        for row in await transaction.rows(sql.DEPARTURES, table)
    ]
    while (game := next_game(hands, departures, now, closed)) is not None:
        if game.places:
            await _record_game(transaction, table, game)
        await transaction.execute(sql.FORGET_HANDS, table, game.last)
        await transaction.execute(sql.FORGET_DEPARTURES, table, game.last)
        hands = [hand for hand in hands if hand.number > game.last]


async def _record_game(transaction: Transaction, table: str, game: RatedGame) -> None:
    row = await transaction.row(sql.GAME_OF, table, game.last)
    assert row is not None
    key = f"table:{table}:{game.first}"
    await record(transaction, NewResult(key, "table", row["preset"], row["title"], table, game.at, game.places))


def _hands(rows: Sequence[Row]) -> list[RatedHand]:
    found: list[RatedHand] = []
    for number, group in groupby(rows, key=lambda row: int(row["number"])):
        seats = list(group)
        scores = [score for row in seats if (score := _score(row)) is not None]
        found.append(RatedHand(number, seats[0]["hand_id"], seats[0]["at"], scores))
    return found


def _score(row: Row) -> SeatScore | None:
    """What a hand brought a seat; nothing for who has deleted their account since."""
    if row["person"] is not None:
        return SeatScore(row["person"], person_player(row["person"]), row["won"], bool(row["took_pot"]))
    if row["bot"] is not None:
        return SeatScore(f"{row['bot']}#{row['seat']}", bot_player(row["bot"]), row["won"], bool(row["took_pot"]))
    return None


# ---- from results to ratings


async def read_batch(transaction: Transaction) -> Batch:
    """The results that come next."""
    last = await transaction.row(table_sql.FACT, LAST_RATED)
    after = int(last["value"]) if last is not None else 0
    results = results_of(await transaction.rows(sql.RESULTS_AFTER, after))[:MAX_RESULTS]
    if not results:
        return Batch(after, [], [], {})
    since = min(result.at for result in results) // DAY * DAY
    earlier = results_of(await transaction.rows(sql.RESULTS_BETWEEN, after, since))
    players = sorted({place.player for result in results for place in result.places})
    rows = [row for player in players for row in await transaction.rows(sql.SKILLS_OF, player)]
    return Batch(after, results, earlier, skills_of(rows))


def skills_of(rows: Iterable[Row]) -> dict[tuple[str, str], Skill]:
    """Ratings as they are stored, by player and game."""
    return {(row["player"], row["game"]): Skill(row["mu"], row["sigma"], row["games"], row["at"]) for row in rows}


def _project(batch: Batch) -> list[RatingChange]:
    projection = Projection(batch.skills, batch.earlier)
    return [change for result in batch.results for change in projection.apply(result)]


async def _write_batch(transaction: Transaction, batch: Batch, changes: Sequence[RatingChange]) -> None:
    """Writes what results come to, unless somebody else has done so meanwhile, or a player has gone."""
    current = await read_batch(transaction)
    if (current.after, current.results) != (batch.after, batch.results):
        return
    await write_changes(transaction, changes)
    await transaction.execute(table_sql.SET_FACT, LAST_RATED, batch.results[-1].number)


async def write_changes(transaction: Transaction, changes: Sequence[RatingChange]) -> None:
    """Writes changes of ratings, and the ratings after them."""
    points = [
        (one.player, one.game, one.result, one.at, one.before.mu, one.after.mu, one.after.sigma) for one in changes
    ]
    skills = {(one.player, one.game): one.after for one in changes}
    await transaction.execute_many(sql.INSERT_POINT, points)
    await transaction.execute_many(
        sql.SET_SKILL, [(*key, one.mu, one.sigma, one.games, one.at) for key, one in skills.items()]
    )
