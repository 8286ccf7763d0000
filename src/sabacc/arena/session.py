"""A session: some hands at one table, played again with the same chance for every way the two bots can sit."""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from sabacc.arena.bot_seat import BotSeat, Clock
from sabacc.arena.play_stats import PlayStats, count_play
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.policy import Bot, SeatViews
from sabacc.rules import Rules, read_rules
from sabacc.variants import new_game

_WARMED_UP: set[tuple[str, str, str]] = set()


class Contestant(Protocol):
    """Who can be sent into the arena: a `sabacc.bots.Player`, or anything like it that can be pickled."""

    @property
    def text(self) -> str:
        """What it is called."""

    def bot(self, seed: str = "") -> Bot:
        """It, sitting down."""


class SessionTask(msgspec.Struct, frozen=True):
    """A session to be played: who, where, and which one it is."""

    pair: tuple[int, int]  # the bots' places in the match
    bots: tuple[Contestant, Contestant]
    rules: dict[str, Any]
    players: int
    hands: int
    stack: int
    seed: str
    number: int


class Session(msgspec.Struct, forbid_unknown_fields=True):
    """A session that was played."""

    pair: tuple[int, int]
    number: int
    won: tuple[int, ...]  # by lineup: the first bot's credits, all its seats together, which the second lost

    stats: tuple[PlayStats, PlayStats] = msgspec.field(name="habits")
    clocks: tuple[Clock, Clock]
    seconds: float = 0.0  # of a processor, with all its lineups

    @property
    def total(self) -> int:
        """What the first bot won in all."""
        return sum(self.won)


def lineups(players: int) -> list[tuple[int, ...]]:
    """The ways a pair sits in turns: every rotation, and for an odd number both ways to have the larger half.

    >>> lineups(4)
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    >>> len(lineups(3))
    6
    """
    first = [seat % 2 for seat in range(players)]
    turned = [tuple(first[by:] + first[:by]) for by in range(players)]
    mirrored = [tuple(1 - who for who in lineup) for lineup in turned]
    return list(dict.fromkeys(turned + mirrored))


def play_session(task: SessionTask) -> Session:
    """Plays a session in all its lineups; it depends on the task alone."""
    _warm_up(task)
    session = _empty_session(task)
    began = time.process_time()
    for number, lineup in enumerate(lineups(task.players)):
        session.won += (_play_lineup(task, number, lineup, session),)
    session.seconds = time.process_time() - began
    return session


def _empty_session(task: SessionTask) -> Session:
    return Session(task.pair, task.number, (), (PlayStats(), PlayStats()), (Clock(), Clock()))


def _warm_up(task: SessionTask) -> None:
    """A hand that doesn't count, the first time in a process: what a bot loads then is no time it thinks."""
    seen = (task.bots[0].text, task.bots[1].text, task.rules["preset"])
    if seen not in _WARMED_UP:
        _WARMED_UP.add(seen)
        one_hand = msgspec.structs.replace(task, hands=1)
        _play_lineup(one_hand, 0, lineups(task.players)[0], _empty_session(one_hand))


def _play_lineup(task: SessionTask, number: int, lineup: Sequence[int], session: Session) -> int:
    """What the first bot wins in one lineup."""
    names = [f"Seat {seat}" for seat in range(task.players)]  # a bot is not told who the others are
    chance = f"{task.seed}/session {task.number}"  # the same for all lineups
    game = new_game(_rules(msgspec.json.encode(task.rules)), names, stacks=task.stack, seed=chance)
    seats = [BotSeat(task.bots[who].bot(_bot_seed(chance, number, seat))) for seat, who in enumerate(lineup)]
    stats = [session.stats[who] for who in lineup]
    bought_in = [task.stack] * task.players
    for _ in range(task.hands):
        _rebuy(game, bought_in, task.stack)
        count_play(_play_hand(game.deal(), seats).events, stats)
        _check_credits(game, bought_in, task)
    game.close()
    _check_credits(game, bought_in, task)
    for seat, who in enumerate(lineup):
        session.clocks[who].add(seats[seat].finish())
        session.stats[who].faults += seats[seat].faults
    return sum(game.stacks[seat] - bought_in[seat] for seat, who in enumerate(lineup) if who == 0)


def _play_hand(hand: Hand, seats: Sequence[BotSeat]) -> Hand:
    table = SeatViews(hand)
    while not hand.over:
        seat = hand.waiting[0]
        seats[seat].play(table, seat)
    return hand


def _rebuy(game: Game, bought_in: list[int], stack: int) -> None:
    """Who can't be dealt in brings another stack (T4)."""
    price = game.flow.entry(game.rules, game.sabacc_pot)
    for seat, left in enumerate(game.stacks):
        while left < price:
            game.rebuy(seat, stack)
            bought_in[seat] += stack
            left += stack


def _check_credits(game: Game, bought_in: Sequence[int], task: SessionTask) -> None:
    here = sum(game.stacks) + game.sabacc_pot
    if here != sum(bought_in):
        raise AssertionError(
            f"CREDITS WERE LOST OR MADE: {sum(bought_in)} were brought and {here} are here, in session {task.number} of "
            f"{task.bots[0].text} against {task.bots[1].text} from seed {task.seed!r}."
        )


def _bot_seed(chance: str, lineup: int, seat: int) -> str:
    """A bot's own seed, from which nobody can tell what the cards are made of."""
    return hashlib.sha256(f"{chance}/lineup {lineup}/seat {seat}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


@functools.lru_cache(maxsize=16)
def _rules(written: bytes) -> Rules:
    return read_rules(msgspec.json.decode(written))
