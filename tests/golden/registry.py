"""The golden scenes by the name of their file, and how their players are told what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import sabacc
from sabacc.game.actions import read_action
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from tests import tables

SEED = "kessel-run"  # of every scripted table: it must be nowhere in what a seat is given
QUIET = ("fold-window", "call-window", "field", "protect")  # questions to which most players have nothing to say

Played = Game | Hand
SCENES: dict[str, Callable[[], Played]] = {}

open_table = partial(tables.open_table, seed=SEED)


def scene(name: str) -> Callable[[Callable[[], Played]], Callable[[], Played]]:
    """Registers a function as the scene whose record is NAME.sabacc."""

    def register(function: Callable[[], Played]) -> Callable[[], Played]:
        assert name not in SCENES, f"there are two scenes {name}"
        SCENES[name] = function
        return function

    return register


def full_record(played: Played) -> str:
    """What was played, with its seed."""
    return sabacc.record_game(played) if isinstance(played, Game) else sabacc.record_hand(played)


def seat_record(played: Played, seat: int | None) -> str:
    """What was played as a seat saw it; None is a spectator."""
    return sabacc.record_game(played, seat) if isinstance(played, Game) else sabacc.record_hand(played, seat)


def go(hand: Hand, *moves: str) -> None:
    """Plays moves as `tests.tables.play` does; whoever is asked something quiet before a move, and says nothing, passes."""
    for move in moves:
        seat, action = move.split(maxsplit=1)
        while hand.kind in QUIET and hand.waiting and not _may(hand, int(seat), action):
            pass_quietly(hand)
        tables.play(hand, move)


def pass_quietly(hand: Hand) -> None:
    """The first who is asked has nothing to say."""
    seat, question = next(iter(hand.pending.items()))
    hand.act(seat, question.default)


def _may(hand: Hand, seat: int, action: str) -> bool:
    if action == "leave":
        return True
    return seat in hand.waiting if action == "time-out" else read_action(action) in hand.options(seat)
