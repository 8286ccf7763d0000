"""Playing a match on all cores, with or without a file that keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sabacc.arena.match import SESSION, Match, new_match
from sabacc.arena.match_file import MatchFile
from sabacc.arena.scores import Scores
from sabacc.arena.session import Contestant, play_session
from sabacc.errors import SabaccError
from sabacc.parallel import last_result, map_in_order
from sabacc.rules import Rules

HANDS = 400


def running_scores(
    match: Match, sessions: int, processes: int | None = None, save: str | Path | None = None
) -> Iterator[Scores]:
    """The scores of so many sessions of every pair: those kept in the file, then after each one that is played."""
    file = MatchFile(save, match) if save is not None else None
    scores = Scores(match, () if file is None else (one for one in file.sessions if one.number < sessions))
    yield scores
    try:
        for session in map_in_order(play_session, match.session_tasks(sessions, scores), processes):
            if file is not None:
                file.add(session)
            scores.add(session)
            yield scores
    finally:
        if file is not None:
            file.close()


def play_match(
    rules: str | Mapping[str, Any] | Rules,
    bots: Sequence[str | Contestant],
    hands: int = HANDS,
    *,
    players: int = 2,
    session: int = SESSION,
    seed: str = "1",
    processes: int | None = None,
    save: str | Path | None = None,
) -> Scores:
    """Plays at least so many hands of every pair, and tells what came of it; Ctrl-C stops with what there is."""
    match = new_match(rules, bots, players, session, seed)
    if hands < 1:
        raise SabaccError(f"a match has at least 1 hand, not {hands}.")
    return last_result(running_scores(match, match.sessions_for(hands), processes, save))
