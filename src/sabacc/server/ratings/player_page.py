"""A player's page: ratings and their curves, results, trophies, favourite games, and hands they chose to show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from sabacc.messages import Message
from sabacc.server.http.errors import Forbidden, NotFound
from sabacc.server.people.avatars import avatar_of
from sabacc.server.people.names import name_key
from sabacc.server.ratings.results import ResultKind
from sabacc.server.ratings.scale import ALL_GAMES, POINTS, SURE_SIGMA, Skill, person_player, shown_rating, shown_spread
from sabacc.server.storage.sql import ratings as sql
from sabacc.server.storage.store import Row, Transaction

MAX_RESULTS = 20
MAX_TROPHIES = 30
MAX_POINTS = 200  # of a curve
TROPHY_ENTRIES = 6  # in a tournament, before a place in it is a trophy


class GameRating(msgspec.Struct, frozen=True):
    """A player's rating in a game, or in all."""

    game: str
    rating: int
    spread: int  # how far the true number may be off
    provisional: bool
    games: int
    rank: int | None  # on the leaderboard; none while the rating is provisional


class RatingCurve(msgspec.Struct, frozen=True):
    """How a rating went: when, and what it was then."""

    game: str
    points: list[tuple[int, int]]


class PlayerResult(msgspec.Struct, frozen=True):
    """A rated game or a tournament that somebody played."""

    at: int
    kind: ResultKind
    game: str
    title: str
    source: str  # the table's or the tournament's id
    place: int
    players: int
    change: int | None  # of the rating in this game; none where it did not count


class Trophy(msgspec.Struct, frozen=True):
    """One of the first three places in a tournament."""

    at: int
    title: str
    tournament: str
    place: int
    players: int


class FavouriteGame(msgspec.Struct, frozen=True):
    """A game that somebody plays much."""

    preset: str
    hands: int


class ShownHand(msgspec.Struct, frozen=True):
    """A hand that somebody chose to show."""

    token: str
    url: str
    preset: str
    number: int
    ended_at: int


class PlayerPage(msgspec.Struct, frozen=True):
    """What a player's page shows."""

    name: str
    avatar: int
    since: int  # when they came, in milliseconds since 1970
    you: bool
    private: bool
    ratings: list[GameRating]
    curves: list[RatingCurve]
    results: list[PlayerResult]
    trophies: list[Trophy]
    favourites: list[FavouriteGame]
    hands: list[ShownHand]


async def read_player_page(transaction: Transaction, name: str, reader: str | None) -> PlayerPage:
    """The page of the player with a name, for a reader who may be the player."""
    row = await transaction.row(sql.PERSON, name_key(name))
    if row is None or row["password"] is None:
        raise NotFound(Message("refusal.no-player", name=name))
    if row["private"] and row["id"] != reader:
        raise Forbidden(Message("refusal.private-player", name=row["name"]))
    person, player = row["id"], person_player(row["id"])
    return PlayerPage(
        name=row["name"],
        avatar=avatar_of(person, row["avatar"]),
        since=row["created_at"],
        you=person == reader,
        private=bool(row["private"]),
        ratings=await _ratings(transaction, player),
        curves=_curves(await transaction.rows(sql.CURVE, player)),
        results=[_result(one) for one in await transaction.rows(sql.RESULTS_OF, player, MAX_RESULTS)],
        trophies=[
            Trophy(one["at"], one["title"], one["source"], one["place"], one["players"])
            for one in await transaction.rows(sql.TROPHIES, player, TROPHY_ENTRIES, MAX_TROPHIES)
        ],
        favourites=[
            FavouriteGame(one["preset"], one["hands"]) for one in await transaction.rows(sql.FAVOURITES, person)
        ],
        hands=[
            ShownHand(one["token"], f"/shared/{one['token']}", one["preset"], one["number"], one["ended_at"])
            for one in await transaction.rows(sql.SHOWN_HANDS, person)
        ],
    )


async def _ratings(transaction: Transaction, player: str) -> list[GameRating]:
    """The rating over all games first, then those in single games, the best first."""
    found = []
    for row in await transaction.rows(sql.SKILLS_OF, player):
        skill = Skill(row["mu"], row["sigma"], row["games"], row["at"])
        rank = None
        if not skill.is_provisional:
            above = await transaction.row(sql.ABOVE, row["game"], SURE_SIGMA, skill.mu)
            rank = above["above"] + 1 if above is not None else None
        shown = (shown_rating(skill.mu), shown_spread(skill.sigma))
        found.append(GameRating(row["game"], *shown, skill.is_provisional, skill.games, rank))
    return sorted(found, key=lambda one: (one.game != ALL_GAMES, -one.rating, one.game))


def _curves(rows: Sequence[Row]) -> list[RatingCurve]:
    curves = []
    for game, group in groupby(rows, key=lambda row: str(row["game"])):
        points = [(row["at"], shown_rating(row["mu"])) for row in group]
        every = -(-len(points) // MAX_POINTS)
        kept = [point for number, point in enumerate(points, 1) if number % every == 0 or number == len(points)]
        curves.append(RatingCurve(game, kept))
    return curves


def _result(row: Row) -> PlayerResult:
    change = round(POINTS * row["change"]) if row["change"] is not None else None
    return PlayerResult(
        row["at"], row["kind"], row["game"], row["title"], row["source"], row["place"], row["players"], change
    )
