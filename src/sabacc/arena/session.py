"""A session: some hands at one table, played again with the same chance for every way the two bots can sit."""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from sabacc.arena.asking import Clock, Seat
from sabacc.arena.habits import Habits, count_habits
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.policy import Bot, Onlookers
from sabacc.rules import Rules, read_rules
from sabacc.variants import new_game

_WARM: set[tuple[str, str, str]] = set()


class Contestant(Protocol):
    """Who can be sent into the arena: a `sabacc.bots.Player`, or anything like it that can be pickled."""

    @property
    def text(self) -> str:
        """What it is called."""

    def bot(self, seed: str = "") -> Bot:
        """It, sitting down."""


class Sitting(msgspec.Struct, frozen=True):
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
    """A session that was played: `won` are the first bot's credits, all its seats together, for each way to sit; what
    it won the second lost."""

    pair: tuple[int, int]
    number: int
    won: tuple[int, ...]
    habits: tuple[Habits, Habits]
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


def play_session(sitting: Sitting) -> Session:
    """Plays a session in all its lineups. It depends on the sitting alone."""
    _warm_up(sitting)
    session = _empty(sitting)
    began = time.process_time()
    for number, lineup in enumerate(lineups(sitting.players)):
        session.won += (_play_lineup(sitting, number, lineup, session),)
    session.seconds = time.process_time() - began
    return session


def _empty(sitting: Sitting) -> Session:
    return Session(sitting.pair, sitting.number, (), (Habits(), Habits()), (Clock(), Clock()))


def _warm_up(sitting: Sitting) -> None:
    """A hand that doesn't count, the first time in a process: what a bot loads then is no time it thinks."""
    seen = (sitting.bots[0].text, sitting.bots[1].text, sitting.rules["preset"])
    if seen not in _WARM:
        _WARM.add(seen)
        once = msgspec.structs.replace(sitting, hands=1)
        _play_lineup(once, 0, lineups(sitting.players)[0], _empty(once))


def _play_lineup(sitting: Sitting, number: int, lineup: Sequence[int], session: Session) -> int:
    """What the first bot wins in one lineup."""
    names = [f"Seat {seat}" for seat in range(sitting.players)]  # a bot is not told who the others are
    chance = f"{sitting.seed}/session {sitting.number}"  # the same for all lineups
    game = new_game(_rules(msgspec.json.encode(sitting.rules)), names, stacks=sitting.stack, seed=chance)
    seats = [Seat(sitting.bots[who].bot(_bot_seed(chance, number, seat))) for seat, who in enumerate(lineup)]
    habits = [session.habits[who] for who in lineup]
    brought = [sitting.stack] * sitting.players
    for _ in range(sitting.hands):
        _rebuy(game, brought, sitting.stack)
        count_habits(_play_hand(game.deal(), seats).events, habits)
        _check_credits(game, brought, sitting)
    game.close()
    _check_credits(game, brought, sitting)
    for seat, who in enumerate(lineup):
        session.clocks[who].add(seats[seat].leave())
        session.habits[who].faults += seats[seat].faults
    return sum(game.stacks[seat] - brought[seat] for seat, who in enumerate(lineup) if who == 0)


def _play_hand(hand: Hand, seats: Sequence[Seat]) -> Hand:
    table = Onlookers(hand)
    while not hand.over:
        seat = hand.waiting[0]
        seats[seat].play(table, seat)
    return hand


def _rebuy(game: Game, brought: list[int], stack: int) -> None:
    """Who can't be dealt in brings another stack (T4)."""
    price = game.flow.entry(game.rules, game.sabacc_pot)
    for seat, left in enumerate(game.stacks):
        while left < price:
            game.rebuy(seat, stack)
            brought[seat] += stack
            left += stack


def _check_credits(game: Game, brought: Sequence[int], sitting: Sitting) -> None:
    here = sum(game.stacks) + game.sabacc_pot
    if here != sum(brought):
        raise AssertionError(
            f"CREDITS WERE LOST OR MADE: {sum(brought)} were brought and {here} are here, in session {sitting.number} of "
            f"{sitting.bots[0].text} against {sitting.bots[1].text} from seed {sitting.seed!r}."
        )


def _bot_seed(chance: str, lineup: int, seat: int) -> str:
    """A bot's own seed, from which nobody can tell what the cards are made of."""
    return hashlib.sha256(f"{chance}/lineup {lineup}/seat {seat}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


@functools.lru_cache(maxsize=16)
def _rules(written: bytes) -> Rules:
    return read_rules(msgspec.json.decode(written))
