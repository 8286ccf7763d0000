"""Tasks that are done by several processes of this machine."""

from __future__ import annotations

import collections
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def map_on_processes(work: Callable[[Task], Result], tasks: Iterable[Task], processes: int) -> Iterator[Result]:
    """Each task's result in the order of the tasks; only a few are taken in advance."""
    waiting = iter(tasks)
    first = list(itertools.islice(waiting, 2 * processes))
    if processes <= 1 or len(first) <= 1:
        for task in itertools.chain(first, waiting):
            yield work(task)
        return
    with ProcessPoolExecutor(min(processes, len(first)), initializer=_start_worker) as pool:
        try:
            pending = collections.deque(pool.submit(work, task) for task in first)
            while pending:
                yield pending.popleft().result()
                for task in itertools.islice(waiting, 1):
                    pending.append(pool.submit(work, task))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)  # the tasks under way are soon done


def _start_worker() -> None:
    """In each process: Ctrl-C is for the one that started it, and without that one there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()


def exit_with_parent() -> None:
    """A process that is killed can't stop those it started: they see for themselves that it is gone."""
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
