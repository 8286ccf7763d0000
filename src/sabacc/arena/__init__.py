"""The arena: matches between bots, in which luck cancels and every figure says how sure it is."""

from sabacc.arena.intervals import Estimate
from sabacc.arena.match import Match, new_match
from sabacc.arena.ratings import Rating
from sabacc.arena.run import play_match, running_scores
from sabacc.arena.scores import Scores
from sabacc.arena.session import Contestant, Session

__all__ = [
    "Contestant",
    "Estimate",
    "Match",
    "Rating",
    "Scores",
    "Session",
    "new_match",
    "play_match",
    "running_scores",
]
