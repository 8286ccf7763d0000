"""Ratings as a projection: what the log of results comes to, result by result, always the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from sabacc.server.ratings.games import Place
from sabacc.server.ratings.scale import ALL_GAMES, Skill, bot_skill

DAY = 24 * 3600 * 1000  # milliseconds
SAME_OPPONENTS = 10  # rated games that count in a day, with the same ones


class Result(msgspec.Struct, frozen=True):
    """A rated game or tournament that is over."""

    number: int
    at: int  # milliseconds since 1970
    game: str  # a preset
    limited: bool  # a game at a table: only so many count in a day with the same opponents
    places: list[Place]


class RatingChange(msgspec.Struct, frozen=True):
    """What a result made of somebody's rating in one game, or in all."""

    player: str
    game: str
    result: int
    at: int
    before: Skill
    after: Skill


class Projection:
    """The ratings of all players after some results."""

    def __init__(self, skills: dict[tuple[str, str], Skill] | None = None, earlier: Iterable[Result] = ()) -> None:
        from openskill.models import BradleyTerryPart  # here, so that nobody else needs to load it

        # With the full models, ratings drift apart in large fields: with 30 players, ten times as far as they should.
        self._model = BradleyTerryPart()
        self.skills = skills if skills is not None else {}  # by player and game
        self._met: Counter[tuple[int, str, str]] = Counter()  # games together, by day
        for result in earlier:
            self._count(result)

    def apply(self, result: Result) -> list[RatingChange]:
        """Takes the next result, and says whose ratings it changes."""
        rated = [one for one in result.places if not one.player.startswith("bot:") or bot_skill(one.player)]
        changing = {player for player in _people(rated) if self._counts_for(player, result, rated)}
        self._count(result)
        if len(rated) < 2 or not changing:
            return []
        changes: list[RatingChange] = []
        for game in (result.game, ALL_GAMES):
            changes += self._rate(game, result, rated, changing)
        for change in changes:
            self.skills[change.player, change.game] = change.after
        return changes

    def _rate(self, game: str, result: Result, rated: Sequence[Place], changing: set[str]) -> list[RatingChange]:
        before = [bot_skill(one.player) or self.skills.get((one.player, game), Skill()) for one in rated]
        teams = [[self._model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
        after = self._model.rate(teams, ranks=[float(one.place) for one in rated])
        return [
            RatingChange(
                one.player,
                game,
                result.number,
                result.at,
                skill,
                Skill(team[0].mu, team[0].sigma, skill.games + 1, result.at),
            )
            for one, skill, team in zip(rated, before, after, strict=True)
            if one.player in changing
        ]

    def _counts_for(self, player: str, result: Result, rated: Sequence[Place]) -> bool:
        """Whether somebody met one of the others seldom enough that day."""
        others = {one.player for one in rated} - {player}
        day = result.at // DAY
        return not result.limited or any(self._met[_pair(day, player, one)] < SAME_OPPONENTS for one in others)

    def _count(self, result: Result) -> None:
        if result.limited:
            players = sorted({one.player for one in result.places})
            for at, one in enumerate(players):
                self._met.update((result.at // DAY, one, other) for other in players[at + 1 :])


def _people(places: Sequence[Place]) -> list[str]:
    return [one.player for one in places if not one.player.startswith("bot:")]


def _pair(day: int, one: str, other: str) -> tuple[int, str, str]:
    return (day, one, other) if one < other else (day, other, one)
