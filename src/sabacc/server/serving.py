"""The server as a process: it starts, says where it is, and stops in good order."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import structlog
import uvicorn

from sabacc.errors import SabaccError
from sabacc.server.app import make_app
from sabacc.server.backup import hold_lock
from sabacc.server.hub import Config, Hub
from sabacc.server.lines import Line

SWITCH = 0.0001  # seconds that the database's writer may have to wait for the event loop, at the most
NEVER = 1_000_000_000
COLLECT = (200_000, NEVER, NEVER)  # after so many objects more in the middle of play, else in `_collect_when_quiet`
QUIET = 2.0  # seconds in which nothing happened at any table
WORTH_IT = 20_000  # objects more than the last time
THROUGH_ALL = 600.0  # seconds between two searches through everything,
AT_LATEST = 3600.0  # and after so many it is done, quiet or not
LARGEST_MESSAGE = 16 * 1024  # that a client may send
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("", "0.0.0.0", "::")


class Addresses(NamedTuple):
    """Where a browser finds the server."""

    here: str  # on this machine
    network: str | None  # from elsewhere, if that can be and is known


class _Stop:
    """Remembers that one was told to stop while starting. Then uvicorn listens itself, and raises signals once more when
    all is done."""

    told = False

    def __call__(self, number: int, frame: object) -> None:
        self.told = True


class _Server(uvicorn.Server):
    """Tells the tables before it hangs up on everybody."""

    def __init__(self, config: uvicorn.Config, hub: Hub, stop: _Stop, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.hub = hub
        self.stop = stop
        self.on_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_started()
        if self.stop.told:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.hub.stop()
        await super().shutdown(sockets)


def serve(config: Config, host: str, port: int, started: Callable[[Addresses], None]) -> None:
    """Runs a server until it is told to stop. `started` is told where it is."""
    _set_up_logging()
    sys.setswitchinterval(SWITCH)
    stop = _Stop()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    with hold_lock(config.database):
        listening = _listen(host, port)
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            runner.run(_serve(config, listening, host, started, stop))


def _new_loop() -> asyncio.AbstractEventLoop:
    """The faster loop, where there is one."""
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
    """What to open, where it listens at a host."""
    if host in EVERYWHERE:
        own = _own_address()
        return Addresses(f"http://localhost:{port}", f"http://{own}:{port}" if own else None)
    name = "localhost" if host in THIS_MACHINE else f"[{host}]" if ":" in host else host
    return Addresses(f"http://{name}:{port}", None if host in THIS_MACHINE else f"http://{name}:{port}")


def _own_address() -> str | None:
    """How this machine is called in its network. Nothing is sent: the system only says which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


async def _serve(
    config: Config, listening: socket.socket, host: str, started: Callable[[Addresses], None], stop: _Stop
) -> None:
    hub = Hub(config)
    await hub.start()
    gc.collect()
    gc.freeze()  # what is loaded stays, and need not be looked through
    gc.set_threshold(*COLLECT)
    where = find_addresses(host, listening.getsockname()[1])
    settings = uvicorn.Config(
        make_app(hub),
        ws=Line,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # ours measure the line too
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # whom to believe is ours to say
        timeout_graceful_shutdown=3,
        backlog=2048,
    )
    sweeping = asyncio.create_task(_collect_when_quiet(hub))
    await _Server(settings, hub, stop, lambda: started(where)).serve(sockets=[listening])
    sweeping.cancel()


async def _collect_when_quiet(hub: Hub) -> None:
    """Garbage is looked for between hands, so to speak: a search through thousands of tables holds everybody up, and play
    itself leaves nothing behind that would have to be looked for; whoever comes and goes does. Mostly only what is new is
    looked through."""
    loop = asyncio.get_running_loop()
    all_at = loop.time()
    while True:
        before = hub.metrics.versions.value
        await asyncio.sleep(QUIET)
        since = loop.time() - all_at
        quiet = hub.metrics.versions.value == before and gc.get_count()[0] > WORTH_IT
        if since > AT_LATEST or (quiet and since > THROUGH_ALL):
            gc.collect()
            all_at = loop.time()
        elif quiet:
            gc.collect(1)


def _set_up_logging() -> None:
    """One line of JSON for each thing that happens, or a readable one on a terminal."""
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
