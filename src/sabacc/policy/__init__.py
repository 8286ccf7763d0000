"""What a bot is, random play, and simple players for play-outs and first opponents."""

from sabacc.policy.bot import Bot
from sabacc.policy.onlookers import Onlookers
from sabacc.policy.random_play import RandomBot, random_action, random_step
from sabacc.policy.simple import SimpleBot

PLAYERS: dict[str, type[Bot]] = {"random": RandomBot, "simple": SimpleBot}  # by the names they are asked for

__all__ = ["PLAYERS", "Bot", "Onlookers", "RandomBot", "SimpleBot", "random_action", "random_step"]
