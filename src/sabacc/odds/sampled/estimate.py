"""Chances in the middle of a hand: guess what can't be seen, do each thing one may do, play on to the end, and count.

All actions are tried on the same guesses with the same luck afterwards, so that they can be compared. Guess i is made from
(seed, i) alone, and guesses are counted in order: the result depends on the seed and on how many there are, and not on how
many processes made them.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import time
from collections.abc import Generator, Iterator, Sequence
from typing import Literal

import msgspec

from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.game.actions import Action, write_action
from sabacc.game.view import View
from sabacc.odds.sampled.moves import moves_of
from sabacc.odds.sampled.rollout import Outcome, Playout, Policy, find_policy
from sabacc.odds.sampled.tally import ActionChances, Tally
from sabacc.parallel import last_result, map_in_order
from sabacc.policy import Bot
from sabacc.records import Record, read, write
from sabacc.sampling import guess_at

BATCH = 16  # guesses that a process makes at a time
DEFAULT_PRECISION = 0.03  # where no limit is given
MAX_SAMPLES = 10_000  # where no limit is given

Limit = Literal["samples", "precision", "seconds"]

Sampled = tuple[float, tuple[Outcome, ...]]  # a guess's log weight, and how it ended after each action


class Chances(msgspec.Struct, frozen=True):
    """What to expect of each action, as far as it was sampled."""

    actions: tuple[ActionChances, ...]
    policy: str
    seed: str
    samples: int
    stopped_by: Limit | None = None  # nothing has stopped it yet

    @property
    def precision(self) -> float:
        """Half the width of the widest interval of a chance to win."""
        return max((one.intervals.win[1] - one.intervals.win[0]) / 2 for one in self.actions)


class Limits(msgspec.Struct, frozen=True):
    """When to stop: at whatever comes first."""

    samples: int | None = None
    precision: float | None = None
    seconds: float | None = None

    def checked(self) -> Limits:
        """The same, or the defaults where nothing is said."""
        if self.samples is not None and (type(self.samples) is not int or self.samples < 1):
            raise SabaccError(f"samples is a whole number from 1 up, not {self.samples!r}.")
        if self.precision is not None and not 0 < self.precision < 1:
            raise SabaccError(f"precision is a share between 0 and 1, like 0.02, not {self.precision!r}.")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise SabaccError(f"seconds is a number above 0 and not endless, not {self.seconds!r}.")
        return self if self != Limits() else Limits(MAX_SAMPLES, DEFAULT_PRECISION)

    def reached(self, now: Chances, seconds: float) -> Limit | None:
        """Which of them says stop."""
        if self.samples is not None and now.samples >= self.samples:
            return "samples"
        if self.precision is not None and now.precision <= self.precision:
            return "precision"
        if self.seconds is not None and seconds >= self.seconds:
            return "seconds"
        return None


class _Batch(msgspec.Struct, frozen=True):
    """A process's task: some of the guesses, by their numbers, and the view as a seat's record."""

    record: str
    moves: tuple[Action, ...]
    policy: Policy
    seed: str
    numbers: range


def chances(
    view: View,
    policy: Policy = "simple",
    *,
    actions: Sequence[Action | str] = (),
    seed: str = "1",
    samples: int | None = None,
    precision: float | None = None,
    seconds: float | None = None,
    processes: int | None = None,
) -> Chances:
    """The chances of each action of a view's seat, if everybody plays by the policy from then on.

    It stops at so many `samples`, when every chance to win is known to plus or minus `precision`, or after so many
    `seconds`, whatever comes first; without any of them at a precision of 0.03. Ctrl-C stops it with what there is.
    """
    limits = Limits(samples, precision, seconds)
    return last_result(running_chances(view, policy, limits, actions=actions, seed=seed, processes=processes))


def running_chances(
    view: View,
    policy: Policy = "simple",
    limits: Limits = Limits(),  # noqa: B008 - it is frozen
    *,
    actions: Sequence[Action | str] = (),
    seed: str = "1",
    processes: int | None = None,
) -> Iterator[Chances]:
    """The chances as they get better, batch after batch, until a limit is reached."""
    moves = moves_of(view, actions)
    bot = find_policy(policy)
    name = policy if isinstance(policy, str) else bot.__name__
    limits = limits.checked()
    if processes is not None and (type(processes) is not int or processes < 1):
        raise SabaccError(f"processes is a whole number from 1 up, not {processes!r}.")
    record = write(Record("seat", "hand", view.rules, view.names, view.events, seat=view.seat))
    tasks = (_Batch(record, moves, policy, seed, numbers) for numbers in _batches(limits.samples))
    nothing_yet = Chances((), name, seed, 0)
    return _run(nothing_yet, Tally([write_action(action) for action in moves]), tasks, limits, processes)


def _batches(samples: int | None) -> Iterator[range]:
    """The numbers of the guesses, a batch at a time."""
    for first in itertools.count(0, BATCH):
        if samples is not None and first >= samples:
            return
        yield range(first, first + BATCH if samples is None else min(first + BATCH, samples))


def _run(
    so_far: Chances, tally: Tally, tasks: Iterator[_Batch], limits: Limits, processes: int | None
) -> Iterator[Chances]:
    began = time.monotonic()
    batches = map_in_order(_sample_batch, tasks, processes)
    assert isinstance(batches, Generator)
    with contextlib.closing(batches):
        for batch in batches:
            for log_weight, outcomes in batch:
                tally.add(log_weight, outcomes)
            so_far = msgspec.structs.replace(so_far, actions=tally.chances(), samples=tally.samples)
            stopped_by = limits.reached(so_far, time.monotonic() - began)
            yield msgspec.structs.replace(so_far, stopped_by=stopped_by)
            if stopped_by is not None:
                return


def _sample_batch(batch: _Batch) -> list[Sampled]:
    """Makes guesses and plays them out."""
    view = _view_in(batch.record)
    policy = find_policy(batch.policy)
    return [_sample(view, batch.moves, policy, Chance(f"{batch.seed}/guess {number}")) for number in batch.numbers]


@functools.lru_cache(maxsize=1)
def _view_in(text: str) -> View:
    """The view that a seat's record of a hand gives."""
    record = read(text)
    view = View(record.rules, record.names, record.seat)
    for event in record.events:
        view.see(event)
    return view


def _sample(view: View, moves: tuple[Action, ...], policy: type[Bot], chance: Chance) -> Sampled:
    guess = guess_at(view, chance)
    assert view.seat is not None
    playout = Playout(guess.hand, policy, chance.below("play-out", 0, 1 << 32))
    return guess.log_weight, tuple([playout.after(view.seat, action) for action in moves])
