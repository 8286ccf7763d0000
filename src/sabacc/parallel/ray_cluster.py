"""Work on a Ray cluster (the extra `ray`): tasks go to any of its machines, and those of a machine that is lost go to another."""

from __future__ import annotations

import collections
import contextlib
import functools
import hashlib
import itertools
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from sabacc.errors import SabaccError

Task = TypeVar("Task")
Result = TypeVar("Result")

AUTO = "auto"  # RAY_ADDRESS, else a Ray that runs on this machine, else a new one on all its cores
RECOUNT_INTERVAL = 5.0  # seconds after which one looks how many cores there are: machines join and leave
PACKAGE = Path(__file__).parent.parent
MISSING = "--ray needs Ray: install it with `pip install 'sabacc[ray]'`."


class RayCluster:
    """A Ray cluster that this process is connected to."""

    def __init__(self, ray: Any, address: str) -> None:
        self._ray = ray
        self._address = address
        # Without a limit on retries: whatever is lost with a machine is done again elsewhere. Errors of our own are not.
        self._run = ray.remote(max_retries=-1)(run_task)
        self._digest = code_digest()
        self._cores = 1
        self._counted_at = float("-inf")

    def slots(self) -> int:
        """How many tasks it does at a time."""
        if time.monotonic() > self._counted_at + RECOUNT_INTERVAL:
            self._cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._counted_at = time.monotonic()
        return self._cores

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Each task's result in the order of the tasks; only a few are taken in advance."""
        waiting = iter(tasks)
        shared = self._ray.put(work)
        pending: collections.deque[Any] = collections.deque()
        try:
            while True:
                for task in itertools.islice(waiting, max(0, 2 * self.slots() - len(pending))):
                    pending.append(self._run.remote(self._digest, shared, task))
                if not pending:
                    return
                yield self._result(pending.popleft())
        finally:
            for task in pending:
                self._ray.cancel(task)

    def _result(self, task: Any) -> Any:
        try:
            return self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, ModuleNotFoundError):
                raise SabaccError(
                    f"a machine of the Ray cluster lacks {error.cause.name}: install the same there."
                ) from error
            raise error.cause from None
        except self._ray.exceptions.RayError as error:
            raise SabaccError(f"the Ray cluster at {self._address} gave up: {_first_line(error)}") from error


def run_task(digest: str, work: Callable[[Task], Result], task: Task) -> Result:
    """On a machine of the cluster; other code might give other results."""
    if code_digest() != digest:
        raise SabaccError(
            f"a machine of the Ray cluster ({os.uname().nodename}) has another sabacc in {PACKAGE}: "
            "install the same version everywhere."
        )
    return work(task)


@contextlib.contextmanager
def connected(address: str) -> Iterator[RayCluster]:
    """A Ray cluster while it is needed; one that was started for this ends with it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray tells its makers nothing, unless somebody wants it to
    try:
        import ray
    except ImportError as error:
        raise SabaccError(MISSING) from error
    try:
        ray.init(None if address == AUTO else address, log_to_driver=False, logging_level=logging.ERROR)
    except (ray.exceptions.RayError, ConnectionError, ImportError, RuntimeError, ValueError, OSError) as error:
        raise SabaccError(f"there is no Ray cluster at {address}: {_first_line(error)}") from error
    _keep_output_clean(ray)
    try:
        yield RayCluster(ray, address)
    finally:
        ray.shutdown()


def _keep_output_clean(ray: Any) -> None:
    """What Ray has to say of machines that are gone it writes to standard output, where results alone belong."""
    worker = ray._private.worker
    write = worker.print_to_stdstream
    worker.print_to_stdstream = lambda data, ignore_prefix: write({**data, "is_err": True}, ignore_prefix)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


@functools.cache
def code_digest() -> str:
    """A hash of this package's code."""
    digest = hashlib.sha256()
    for source in sorted(PACKAGE.rglob("*.py")):
        digest.update(source.relative_to(PACKAGE).as_posix().encode() + source.read_bytes())
    return digest.hexdigest()
