"""A model of one table in a cluster: leases with epochs, fenced commits, and a gateway; and an explorer of all interleavings.

Two workers may hold the table. A commit has four steps: lock the lease row and compare its epoch (`FOR SHARE`), insert the entry
(primary key: table and version), commit, and tell the gateway. A takeover raises the epoch, and then reads the log. A worker may
stop between any two steps for as long as it likes, or die; a lease may expire at any moment; what a dead worker has sent to the
database may still be committed; and every command may be sent to both workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tests.strategies import SOAK

COMMANDS = ("a", "b", "c") if SOAK else ("a", "b")
WORKERS = (0, 1)
LAST_EPOCH = 4 if SOAK else 3
Violation = Literal["lost", "doubled", "stale"]


class Guards(NamedTuple):
    """What protects a commit."""

    lease: bool = True  # the lease row is locked and compared
    key: bool = True  # a version can be inserted once
    gateway: bool = True  # frames of lower epochs are dropped


class Commit(NamedTuple):
    """A transaction, and how far it is."""

    step: Literal["locked", "inserted", "committed"]
    version: int
    command: str


class Worker(NamedTuple):
    """A worker: the epoch that it believes to have, the table as it knows it, and its transaction."""

    epoch: int = 0  # 0: it does not hold the table
    known: tuple[str, ...] | None = None  # commands by version; none before the log is read
    commit: Commit | None = None


class State(NamedTuple):
    """Everything at one moment."""

    epoch: int = 1
    expired: bool = False
    log: tuple[tuple[int, str], ...] = ()  # versions and commands, in the order of their commits
    workers: tuple[Worker, ...] = (Worker(1, ()), Worker())
    heard: int = 0  # the highest epoch of a frame that the gateway took
    shown: tuple[str, ...] = ()  # the table as players have seen it
    acknowledged: frozenset[tuple[str, int]] = frozenset()  # commands with the versions they made

    def with_worker(self, number: int, worker: Worker) -> State:
        """The same with another worker."""
        workers = list(self.workers)
        workers[number] = worker
        return self._replace(workers=tuple(workers))


class Step(NamedTuple):
    """What happens next, what comes of it, and what is wrong with that."""

    name: str
    state: State
    violation: Violation | None = None


def explore(guards: Guards) -> tuple[int, dict[Violation, list[str]]]:
    """How many states can be reached, and the shortest way to each kind of violation."""
    start = State()
    before: dict[State, tuple[State, str] | None] = {start: None}
    found: dict[Violation, list[str]] = {}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        for step in steps(state, guards):
            wrong = step.violation or wrong_log(step.state)
            if wrong is not None:
                found.setdefault(wrong, [*way_to(state, before), step.name])
            elif step.state not in before:
                before[step.state] = (state, step.name)
                waiting.append(step.state)
    return len(before), found


def way_to(state: State, before: dict[State, tuple[State, str] | None]) -> list[str]:
    """The steps that lead to a state."""
    names: list[str] = []
    while (last := before[state]) is not None:
        state, name = last
        names.append(name)
    return names[::-1]


def read(log: tuple[tuple[int, str], ...]) -> tuple[str, ...]:
    """The table that a log makes; of two entries of a version, the later one counts."""
    entries = dict(log)
    known: list[str] = []
    while len(known) + 1 in entries:
        known.append(entries[len(known) + 1])
    return tuple(known)


def wrong_log(state: State) -> Violation | None:
    """Whether an acknowledged command is gone, or one was done twice."""
    known = read(state.log)
    if any(known[version - 1 : version] != (command,) for command, version in state.acknowledged):
        return "lost"
    return "doubled" if len(set(known)) < len(known) else None


def steps(state: State, guards: Guards) -> Iterator[Step]:
    """All that can happen next."""
    if not state.expired:
        yield Step("the lease expires", state._replace(expired=True))
    for number in WORKERS:
        yield from takeover_steps(state, guards, number)
        yield from commit_steps(state, guards, number)
        yield from frame_steps(state, guards, number)
        worker = state.workers[number]
        if worker.epoch:
            left = worker.commit if worker.commit is not None and worker.commit.step == "inserted" else None
            yield Step(f"{number} dies", state.with_worker(number, Worker(commit=left)))


def takeover_steps(state: State, guards: Guards, number: int) -> Iterator[Step]:
    """A worker takes the lease, and then reads the log."""
    worker = state.workers[number]
    locked = guards.lease and any(
        one.commit is not None and one.commit.step in ("locked", "inserted") for one in state.workers
    )
    if state.expired and state.epoch < LAST_EPOCH and worker.commit is None and not locked:
        taken = state._replace(epoch=state.epoch + 1, expired=False)
        yield Step(f"{number} takes over", taken.with_worker(number, Worker(state.epoch + 1)))
    if worker.epoch and worker.known is None:
        yield Step(f"{number} reads the log", state.with_worker(number, worker._replace(known=read(state.log))))


def commit_steps(state: State, guards: Guards, number: int) -> Iterator[Step]:
    """A worker commits a command; one that finds that it lost the table drops it without a word."""
    worker = state.workers[number]
    gone = state.with_worker(number, Worker())
    if worker.commit is None:
        for command in COMMANDS if worker.known is not None else ():
            assert worker.known is not None
            if command in worker.known:
                continue
            if guards.lease and worker.epoch != state.epoch:
                yield Step(f"{number} finds that it lost the lease", gone)
            else:
                commit = Commit("locked", len(worker.known) + 1, command)
                yield Step(f"{number} begins {command}", state.with_worker(number, worker._replace(commit=commit)))
    elif worker.commit.step == "locked":
        others = [one.commit for at, one in enumerate(state.workers) if at != number and one.commit is not None]
        version = worker.commit.version
        if guards.key and any(entry[0] == version for entry in state.log):
            yield Step(f"{number} finds that the version is taken", gone)
        elif not guards.key or not any((one.step, one.version) == ("inserted", version) for one in others):
            commit = worker.commit._replace(step="inserted")
            yield Step(f"{number} inserts", state.with_worker(number, worker._replace(commit=commit)))
        yield Step(f"{number} loses its connection", gone)
    elif worker.commit.step == "inserted":
        entry = (worker.commit.version, worker.commit.command)
        commit = worker.commit._replace(step="committed")
        after = worker._replace(commit=commit) if worker.epoch else Worker()
        yield Step(f"{number} commits", state._replace(log=(*state.log, entry)).with_worker(number, after))
        yield Step(f"{number} loses its connection", gone)


def frame_steps(state: State, guards: Guards, number: int) -> Iterator[Step]:
    """A worker tells the gateway what was done, or how the table stands."""
    worker = state.workers[number]
    if worker.known is None or not worker.epoch:
        return
    known, done = worker.known, frozenset[tuple[str, int]]()
    if worker.commit is not None:
        if worker.commit.step != "committed":
            return
        known = (*known, worker.commit.command)
        done = frozenset({(worker.commit.command, worker.commit.version)})
    told = state.with_worker(number, Worker(worker.epoch, known))
    if guards.gateway and worker.epoch < state.heard:
        if worker.commit is not None:
            yield Step(f"the gateway drops what {number} did", told)
        return
    stale = known[: len(state.shown)] != state.shown
    heard = told._replace(heard=max(worker.epoch, state.heard), shown=known, acknowledged=state.acknowledged | done)
    yield Step(f"the gateway hears {number}", heard, "stale" if stale else None)
