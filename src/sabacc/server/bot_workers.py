"""Processes in which bots decide, so that the event loop of the tables never waits for them.

A process gets what the bot's seat may know, and nothing else: its events as it saw them, its question and its options.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from sabacc.bots import Player, find_character
from sabacc.game.actions import Action, well_known
from sabacc.game.events import Event
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.question import Question
from sabacc.game.view import View
from sabacc.parallel import exit_with_parent
from sabacc.rules import read_rules, write_rules
from sabacc.server.fair_queue import FairQueue
from sabacc.version import build

TIMEOUT = 60.0  # seconds for a decision
UNCOMPILED_SLOWDOWN = 10.0  # of a search, without the compiled engine
BUSY_PER_PROCESS = 3  # waiting decisions; with more of them, bots search less


class BotRequest(msgspec.Struct, frozen=True):
    """What a bot gets for a decision."""

    character: str
    seed: str
    rules: dict[str, Any]
    names: tuple[str, ...]
    seat: int
    events: list[Event]
    question: tuple[int, str, Action]
    actions: tuple[Action, ...]
    raises: tuple[int, int]
    prices: tuple[int, int, int, int, int]
    may_call: bool


class BotAnswer(msgspec.Struct, frozen=True):
    """What a bot does, and how long it has thought about it."""

    action: Action
    seconds: float


def bot_request(hand: Hand, seat: int, character: str) -> bytes:
    """The request for a seat's decision, encoded."""
    options = hand.options(seat)
    question = hand.pending[seat]
    request = BotRequest(
        character,
        secrets.token_hex(16),
        write_rules(hand.seating.rules),
        hand.seating.names,
        seat,
        [event.seen_by(seat) for event in hand.events],
        (question.number, question.kind, question.default),
        options.actions,
        (options.raise_from, options.raise_to),
        (options.bet, options.owed, options.fold_fee, options.discard_fee, options.board_price),
        options.may_call,
    )
    return msgspec.msgpack.encode(request)


def view_of(request: BotRequest) -> View:
    """What the seat of a request may know."""
    view = View(read_rules(request.rules), request.names, request.seat)
    for event in request.events:
        view.see(event)
    number, kind, default = request.question
    view.question = Question(number, kind, well_known(default))
    view.options = Options(tuple(map(well_known, request.actions)), request.raises, *request.prices, request.may_call)
    return view


def decide_in_worker(encoded: bytes) -> bytes:
    """A bot's answer, encoded; runs in a process of its own."""
    request = msgspec.msgpack.decode(encoded, type=BotRequest)
    view = view_of(request)
    bot = Player(request.character).opponent(request.seed)
    bot.ready(view.rules)
    began = time.perf_counter()
    action = bot.act(view)
    return msgspec.msgpack.encode(BotAnswer(action, time.perf_counter() - began))


def _init_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops its workers itself
    exit_with_parent()
    os.nice(5)  # people come first


class BotWorkers:
    """The pool of processes, which starts when it is first needed."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(self.processes)
        self.waiting: Counter[str] = Counter()  # decisions by owner
        self.timeout = TIMEOUT
        self.slowdown = 1.0 if build() == "compiled" else UNCOMPILED_SLOWDOWN

    async def decide(self, hand: Hand, seat: int, character: str, owner: str = "") -> BotAnswer:
        """The answer of a bot of this character in a seat; raises whatever goes wrong with it. Owners take turns."""
        request = bot_request(hand, seat, self.character_for(character, owner))
        return msgspec.msgpack.decode(await self.run(decide_in_worker, request, owner), type=BotAnswer)

    async def run(self, job: Callable[[bytes], bytes], encoded: bytes, owner: str = "") -> bytes:
        """Runs a job in one of the processes, when it is its owner's turn."""
        self.waiting[owner] += 1
        try:
            async with self._queue.slot(owner):
                return await self._run_now(job, encoded)
        finally:
            self.waiting[owner] -= 1
            if not self.waiting[owner]:
                del self.waiting[owner]

    async def _run_now(self, job: Callable[[bytes], bytes], encoded: bytes) -> bytes:
        pool = self._ensure_pool()
        try:
            async with asyncio.timeout(self.timeout):
                return await asyncio.get_running_loop().run_in_executor(pool, job, encoded)
        except (TimeoutError, BrokenProcessPool):
            self._discard_pool(pool)
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenProcessPool("it was given up together with one that hung") from None

    def character_for(self, name: str, owner: str = "") -> str:
        """The character, with a smaller budget for its search in its owner's crowd or without the compiled engine."""
        character = find_character(name)
        crowd = self.waiting[owner] * max(1, len(self.waiting))  # as long as all wait for whom it takes turns with
        slower = max(1.0, crowd / self.processes / BUSY_PER_PROCESS) * self.slowdown
        if character.for_people is None or character.budget is None or slower <= 1:
            return name
        return f"{name}:{max(character.budget, round(character.for_people / slower))}"

    def _ensure_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, multiprocessing.get_context("spawn"), _init_worker)
        return self._pool

    def _discard_pool(self, pool: ProcessPoolExecutor) -> None:
        """Kills all processes, after one that hangs or has died; new ones start when they are needed."""
        if pool is self._pool:  # else it is discarded already
            self._pool = None
            for process in list((pool._processes or {}).values()):  # the only way to stop one that hangs
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Kills all processes."""
        if self._pool is not None:
            self._discard_pool(self._pool)
