"""Bots think here, in processes of their own: the tables' event loop never waits for them.

A process is sent what the bot's seat may know, and nothing else: its events as it saw them, its question and its options.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from sabacc.bots import Player, find_character
from sabacc.game.actions import Action, AnyAction, well_known
from sabacc.game.events import AnyEvent
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.view import Question, View
from sabacc.parallel import end_with_parent
from sabacc.rules import read_rules, write_rules
from sabacc.version import build

LONGEST = 60.0  # seconds; a bot that takes longer is given up
PLAIN = 10.0  # times as long takes a search without the compiled engine
BUSY = 3  # decisions that wait for each process; if there are more, bots search less


class Spot(msgspec.Struct, frozen=True):
    """What is sent to a bot."""

    character: str
    seed: str
    rules: dict[str, Any]
    names: tuple[str, ...]
    seat: int
    events: list[AnyEvent]
    question: tuple[int, str, AnyAction]
    actions: tuple[AnyAction, ...]
    raises: tuple[int, int]
    prices: tuple[int, int, int, int, int]
    may_call: bool


def spot_of(hand: Hand, seat: int, character: str) -> bytes:
    """A seat's spot, as it is sent."""
    options = hand.options(seat)
    question = hand.pending[seat]
    spot = Spot(
        character,
        secrets.token_hex(16),
        write_rules(hand.seating.rules),
        hand.seating.names,
        seat,
        [event.seen_by(seat) for event in hand.events],  # type: ignore[misc]  # an Event is one of AnyEvent
        (question.number, question.kind, question.default),  # type: ignore[arg-type]  # an Action is one of AnyAction
        options.actions,  # type: ignore[arg-type]  # as above
        (options.raise_from, options.raise_to),
        (options.bet, options.owed, options.fold_fee, options.discard_fee, options.board_price),
        options.may_call,
    )
    return msgspec.msgpack.encode(spot)


def think(sent: bytes) -> bytes:
    """What the bot does; runs in a process of its own."""
    spot = msgspec.msgpack.decode(sent, type=Spot)
    view = View(read_rules(spot.rules), spot.names, spot.seat)
    for event in spot.events:
        view.see(event)
    number, kind, default = spot.question
    view.question = Question(number, kind, well_known(default))
    view.options = Options(tuple(map(well_known, spot.actions)), spot.raises, *spot.prices, spot.may_call)
    bot = Player(spot.character).opponent(spot.seed)
    bot.ready(view.rules)
    return msgspec.msgpack.encode(bot.act(view))


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    end_with_parent()
    os.nice(5)  # people come first


class Thinkers:
    """The processes."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self.waiting = 0
        self.longest = LONGEST
        self.slower = 1.0 if build() == "compiled" else PLAIN

    async def ask(self, hand: Hand, seat: int, character: str) -> Action:
        """What a bot of this character does in a seat; raises whatever goes wrong with it."""
        answer = await self.run(think, spot_of(hand, seat, self.character_for(character)))
        action: Action = msgspec.msgpack.decode(answer, type=AnyAction)
        return action

    async def run(self, job: Callable[[bytes], bytes], sent: bytes) -> bytes:
        """Does a job in one of the processes."""
        pool = self._ready()
        self.waiting += 1
        try:
            async with asyncio.timeout(self.longest):
                return await asyncio.get_running_loop().run_in_executor(pool, job, sent)
        except (TimeoutError, BrokenProcessPool):
            self._give_up(pool)
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenProcessPool("it was given up together with one that hung") from None
        finally:
            self.waiting -= 1

    def character_for(self, name: str) -> str:
        """The character, with a smaller budget for its search if that would take long: since many others wait to be thought
        about, or since the engine is not compiled."""
        character = find_character(name)
        slower = max(1.0, self.waiting / self.processes / BUSY) * self.slower
        if character.for_people is None or character.budget is None or slower <= 1:
            return name
        return f"{name}:{max(character.budget, round(character.for_people / slower))}"

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, multiprocessing.get_context("spawn"), _begin)
        return self._pool

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """A process hangs or has died: away with all of them, and new ones come when they are needed."""
        if pool is self._pool:  # or others have done it already
            self._pool = None
            for process in list((pool._processes or {}).values()):  # there is no other way to stop one that hangs
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """The server stops."""
        if self._pool is not None:
            self._give_up(self._pool)
