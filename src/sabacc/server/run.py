"""The server as a process: it starts, reports its address, and stops in good order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import msgspec
import structlog
import uvicorn

from sabacc.errors import SabaccError
from sabacc.server.http.app import make_app
from sabacc.server.hub import Config, Hub
from sabacc.server.open_files import raise_file_limit
from sabacc.server.storage.private_files import make_private
from sabacc.server.storage.sqlite.backup import hold_lock
from sabacc.server.storage.sqlite.salvage import salvage_locked
from sabacc.server.storage.sqlite.startup import DamagedDatabase
from sabacc.server.wire.fast_websocket import FastWebSocket
from sabacc.server.wire.http_connection import HttpConnection

SWITCH_INTERVAL = 0.0001  # seconds; the longest that the database's writer waits for the event loop
NEVER = 1_000_000_000
GC_THRESHOLDS = (200_000, NEVER, NEVER)  # mostly `_collect_garbage_when_idle` comes first
IDLE_SECONDS = 2.0  # without a new version at any table
GC_MIN_OBJECTS = 20_000  # since the last collection
FULL_GC_INTERVAL = 600.0  # seconds between two full collections, if the server is idle then
FULL_GC_DEADLINE = 3600.0  # seconds after which a full collection waits no longer
MAX_MESSAGE_BYTES = 16 * 1024  # of a client
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
ALL_INTERFACES = ("", "0.0.0.0", "::")
_log = structlog.get_logger()


class Addresses(NamedTuple):
    """The addresses of the server for a browser."""

    here: str  # on this machine
    network: str | None  # from elsewhere, if that is possible and known


class _StopSignal:
    """Remembers a signal to stop that came before uvicorn listens for signals itself."""

    received = False

    def __call__(self, number: int, frame: object) -> None:
        self.received = True


class _Server(uvicorn.Server):
    """Stops the hub before it closes its sockets."""

    def __init__(self, config: uvicorn.Config, hub: Hub, stop: _StopSignal, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.hub = hub
        self.stop = stop
        self.on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_started()
        if self.stop.received:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.hub.stop()
        await super().shutdown(sockets)


def serve(config: Config, host: str, port: int, started: Callable[[Addresses], None]) -> None:
    """Runs a server until it is stopped by a signal; `started` gets its addresses."""
    _set_up_logging()
    sys.setswitchinterval(SWITCH_INTERVAL)
    stop = _StopSignal()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    room = min(config.max_connections, raise_file_limit())
    config = msgspec.structs.replace(config, max_connections=room)
    with _locked(config):
        listening = _listen(host, port)
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            runner.run(_serve(config, listening, host, started, stop))


@contextlib.contextmanager
def _locked(config: Config) -> Iterator[None]:
    """Holds the lock of a SQLite file; PostgreSQL has a lock of its own. Nobody else may read the files from now on."""
    with hold_lock(config.database) if config.postgresql is None else contextlib.nullcontext():
        for line in make_private(config.database):
            _log.warning("files were open to others", line=line)
        yield


def _new_loop() -> asyncio.AbstractEventLoop:
    """The faster event loop, where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or error
        raise SabaccError(f"nobody can be served at {host}:{port}: {why}. Choose another --port or --host.") from error
    return listening


def find_addresses(host: str, port: int) -> Addresses:
    """The addresses of a server that listens at a host."""
    if host in ALL_INTERFACES:
        own = _own_address()
        return Addresses(f"http://localhost:{port}", f"http://{own}:{port}" if own else None)
    name = "localhost" if host in THIS_MACHINE else f"[{host}]" if ":" in host else host
    return Addresses(f"http://{name}:{port}", None if host in THIS_MACHINE else f"http://{name}:{port}")


def _own_address() -> str | None:
    """This machine's address in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


async def _serve(
    config: Config, listening: socket.socket, host: str, started: Callable[[Addresses], None], stop: _StopSignal
) -> None:
    hub = await _start_hub(config)
    gc.collect()
    gc.freeze()  # what is loaded by now stays, and need not be collected
    gc.set_threshold(*GC_THRESHOLDS)
    where = find_addresses(host, listening.getsockname()[1])
    settings = uvicorn.Config(
        make_app(hub),
        http=partial(HttpConnection, limits=hub.network_limits),  # type: ignore[arg-type]  # it makes one, as a class does
        ws=partial(FastWebSocket, limits=hub.network_limits),  # type: ignore[arg-type]  # as above
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # our own pings measure the lag, too
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # the guard decides which to trust
        timeout_graceful_shutdown=3,
        backlog=2048,
    )
    collecting = asyncio.create_task(_collect_garbage_when_idle(hub))
    await _Server(settings, hub, stop, lambda: started(where)).serve(sockets=[listening])
    collecting.cancel()


async def _start_hub(config: Config) -> Hub:
    """A hub that has started; of a damaged database, with what could be saved."""
    try:
        return await _new_hub(config)
    except DamagedDatabase as error:
        _log.error("database is damaged", line=str(error))
        for line in salvage_locked(config.database).lines():
            _log.error("database was salvaged", line=line)
    return await _new_hub(config)


async def _new_hub(config: Config) -> Hub:
    hub = Hub(config)
    await hub.start()
    return hub


async def _collect_garbage_when_idle(hub: Hub) -> None:
    """Collects garbage while nothing happens, mostly the youngest: a full collection holds everybody up."""
    loop = asyncio.get_running_loop()
    all_at = loop.time()
    while True:
        before = hub.metrics.versions.value
        await asyncio.sleep(IDLE_SECONDS)
        since = loop.time() - all_at
        quiet = hub.metrics.versions.value == before and gc.get_count()[0] > GC_MIN_OBJECTS
        if since > FULL_GC_DEADLINE or (quiet and since > FULL_GC_INTERVAL):
            gc.collect()
            all_at = loop.time()
        elif quiet:
            gc.collect(1)


def _set_up_logging() -> None:
    """Logs a line of JSON for each event, or a readable one on a terminal."""
    renderer: Any = (
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if sys.stderr.isatty()
        else structlog.processors.JSONRenderer(sort_keys=True)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
