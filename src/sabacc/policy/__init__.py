"""What a bot is, random play, and simple players for play-outs and first opponents."""

from typing import Literal

from sabacc.policy.bot import Bot
from sabacc.policy.random_play import RandomBot, random_action, random_step
from sabacc.policy.seat_views import SeatViews
from sabacc.policy.simple import SimpleBot

PolicyName = Literal["random", "simple"]
PLAYERS: dict[PolicyName, type[Bot]] = {"random": RandomBot, "simple": SimpleBot}  # by the names they are asked for

__all__ = ["PLAYERS", "Bot", "PolicyName", "RandomBot", "SeatViews", "SimpleBot", "random_action", "random_step"]
