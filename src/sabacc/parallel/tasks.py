"""Tasks whose results come back in order, so that they are the same wherever the work is done."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from sabacc.parallel.processes import map_on_processes

if TYPE_CHECKING:
    from sabacc.parallel.ray_cluster import RayCluster

Task = TypeVar("Task")
Result = TypeVar("Result")
_cluster: ContextVar[RayCluster | None] = ContextVar("cluster", default=None)


def map_in_order(
    work: Callable[[Task], Result], tasks: Iterable[Task], processes: int | None = None
) -> Iterator[Result]:
    """Each task's result, in the order of the tasks, so the same whatever the number of processes (None: all cores).

    Tasks may go on for ever: only a few are taken in advance. Whoever has enough closes the iterator, or presses Ctrl-C;
    the tasks under way are finished and forgotten. Inside `on_ray`, the work is done there, unless `processes` says how
    many to use here.

    >>> list(map_in_order(abs, [-1, 2, -3], processes=1))
    [1, 2, 3]
    """
    cluster = _cluster.get()
    if cluster is not None and processes is None:
        return cluster.map(work, tasks)
    return map_on_processes(work, tasks, slots(processes))


def slots(processes: int | None = None) -> int:
    """How many tasks are done at a time: as many as there are processes (None: all cores), or cores of the Ray cluster."""
    cluster = _cluster.get()
    if cluster is not None and processes is None:
        return cluster.slots()
    return processes or os.cpu_count() or 1


@contextlib.contextmanager
def on_ray(address: str | None) -> Iterator[None]:
    """Inside it, all work is done on a Ray cluster: at this address, or with "auto" at any that can be found from here,
    else at one that is started on this machine. Without an address nothing changes."""
    if address is None:
        yield
        return
    from sabacc.parallel.ray_cluster import connected  # an extra, and slow to load

    with connected(address) as cluster:
        before = _cluster.set(cluster)
        try:
            yield
        finally:
            _cluster.reset(before)


def last_result(running: Iterable[Result]) -> Result:
    """The last of results that get better and better; Ctrl-C stops with what there is.

    >>> last_result(iter([1, 2, 3]))
    3
    """
    found: list[Result] = []
    try:
        for better in running:
            found = [better]
    except KeyboardInterrupt:
        if not found:
            raise
    return found[0]
