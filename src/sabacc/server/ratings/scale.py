"""The scale of ratings: the numbers that people read, when one is sure, and where the bots stand on it."""

from __future__ import annotations

from typing import Final

import msgspec

ALL_GAMES: Final = "all"  # stands in the place of a preset for the rating over all games
BEGINNING_MU: Final = 25.0
BEGINNING_SIGMA: Final = 25.0 / 3
CENTRE = 1500  # what a player begins with
POINTS = 40  # for each unit of openskill's scale
SURE_SIGMA = 4.0  # a rating less sure than that is provisional
# Of the page docs/bots-strength.md, over all games and sizes of table. A bot doesn't learn: its rating stays.
BOT_MU: Final = {"master": 33.4, "counter": 30.8, "gambler": 24.9, "miner": 21.7, "droid": 13.4}
BOT_SIGMA = 1.0


class Skill(msgspec.Struct, frozen=True):
    """What openskill thinks of a player in one game."""

    mu: float = BEGINNING_MU
    sigma: float = BEGINNING_SIGMA
    games: int = 0
    at: int = 0  # of the last one, in milliseconds since 1970

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known of the player to place them among others."""
        return self.sigma > SURE_SIGMA


def bot_skill(player: str) -> Skill | None:
    """Where a bot stands, if the arena has measured it."""
    mu = BOT_MU.get(player.removeprefix("bot:").partition(":")[0]) if player.startswith("bot:") else None
    return Skill(mu, BOT_SIGMA) if mu is not None else None


def shown_rating(mu: float) -> int:
    """The number that people read."""
    return round(CENTRE + POINTS * (mu - BEGINNING_MU))


def shown_spread(sigma: float) -> int:
    """How far the true number may be off, at a confidence of 95 %."""
    return round(1.96 * POINTS * sigma)


def person_player(person: str) -> str:
    """A person among the players that are rated."""
    return f"person:{person}"


def bot_player(bot: str) -> str:
    """A bot's character among the players that are rated."""
    return f"bot:{bot}"
