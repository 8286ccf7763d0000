"""Leaderboards: the best in each game and in all, and who has gained most this week or this month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

import msgspec

from sabacc.server.people.avatars import avatar_of
from sabacc.server.ratings.scale import BOT_MU, POINTS, SURE_SIGMA, shown_rating, shown_spread
from sabacc.server.storage.sql import ratings as sql
from sabacc.server.storage.store import Row, Transaction

ROWS = 50
FEWEST_GAMES = 3  # in a week or a month
Period = Literal["week", "month", "all"]


class LeaderboardRow(msgspec.Struct, frozen=True):
    """A player on a leaderboard."""

    rank: int
    name: str
    avatar: int
    rating: int
    spread: int  # how far the true number may be off
    games: int  # in the period
    gain: int | None  # points won in the period; none where all games count


class BotRating(msgspec.Struct, frozen=True):
    """Where a bot stands, by the results of the arena."""

    name: str
    rating: int


class Leaderboard(msgspec.Struct, frozen=True):
    """The best of a game, or those who gained most."""

    game: str
    period: Period
    since: int | None  # milliseconds since 1970; none: of all time
    rows: list[LeaderboardRow]
    bots: list[BotRating]
    games: list[str]  # in which anybody has a rating


async def read_leaderboard(transaction: Transaction, game: str, period: Period, now: int) -> Leaderboard:
    """A leaderboard as it is now."""
    since = period_start(period, now)
    if since is None:
        found = await transaction.rows(sql.BEST, game, SURE_SIGMA, ROWS)
    else:
        found = await transaction.rows(sql.GAINS, game, since, FEWEST_GAMES, SURE_SIGMA, ROWS)
    rows = [_row(rank, row, since is not None) for rank, row in enumerate(found, 1)]
    games = [row["game"] for row in await transaction.rows(sql.PLAYED_GAMES)]
    return Leaderboard(game, period, since, rows, bot_ratings(), games)


def bot_ratings() -> list[BotRating]:
    """All bots that have a rating, the best first."""
    return [BotRating(name, shown_rating(mu)) for name, mu in sorted(BOT_MU.items(), key=lambda one: -one[1])]


def period_start(period: Period, now: int) -> int | None:
    """When a week (on Monday) or a month began, by universal time."""
    if period == "all":
        return None
    day = datetime.fromtimestamp(now / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    first = day - timedelta(days=day.weekday()) if period == "week" else day.replace(day=1)
    return int(first.timestamp() * 1000)


def _row(rank: int, row: Row, gained: bool) -> LeaderboardRow:
    return LeaderboardRow(
        rank,
        row["name"],
        avatar_of(row["id"], row["avatar"]),
        shown_rating(row["mu"]),
        shown_spread(row["sigma"]),
        row["games"],
        round(POINTS * row["gain"]) if gained else None,
    )
