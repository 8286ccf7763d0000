"""Tournaments: the director's log, what it comes to, and what is decided by it. No clock, no input or output."""

from sabacc.tournament.director import Director
from sabacc.tournament.settings import TournamentSettings, read_settings
from sabacc.tournament.state import Tournament

__all__ = ["Director", "Tournament", "TournamentSettings", "read_settings"]
