"""The web application: all routes together, what an error looks like, and the pages."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import structlog
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException, ValidationException
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.status_codes import HTTP_404_NOT_FOUND
from litestar.types import ASGIApp

from sabacc.errors import SabaccError
from sabacc.server.describing import describe_refusals
from sabacc.server.finding import History
from sabacc.server.guarding import Guard, check_watcher
from sabacc.server.history_routes import history_routes
from sabacc.server.hub import Hub
from sabacc.server.pages_routes import pages_routes
from sabacc.server.people_routes import Limits, people_routes
from sabacc.server.rates import Limiter
from sabacc.server.refusals import Refused, TooMany
from sabacc.server.sockets import serve_socket
from sabacc.server.tables_routes import tables_routes
from sabacc.version import __version__

PAGES = Path(__file__).parent / "pages"  # the browser table, as it was built
PLACES = ("/", "/lobby", "/make", "/history", "/account")  # addresses that people open, as in the pages' own router
PLACES_WITH_MORE = ("/table", "/rules", "/odds", "/hand", "/shared", "/page")
YEAR = 365 * 24 * 3600
_log = structlog.get_logger()
Asking = Request[Any, Any, Any]


class Health(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    version: str
    tables: int
    connections: int


def refusal(request: Asking, error: Exception) -> Response[dict[str, str]]:
    """Something is not done, and why."""
    status = error.status if isinstance(error, Refused) else 400
    headers = {"Retry-After": str(math.ceil(error.wait))} if isinstance(error, TooMany) else None
    return Response({"error": str(error)}, status_code=status, headers=headers, media_type=MediaType.JSON)


def misread(request: Asking, error: ValidationException) -> Response[dict[str, str]]:
    """A request that doesn't say what it should."""
    told = [
        f"{one.get('key', 'the request')}: {one.get('message')}" for one in error.extra or () if isinstance(one, dict)
    ]
    return Response({"error": "; ".join(told) or error.detail}, status_code=400, media_type=MediaType.JSON)


def http_error(request: Asking, error: HTTPException) -> Response[Any]:
    """What the framework refuses: no such page, no such method. Somebody with a browser gets a page that says so."""
    if error.status_code == HTTP_404_NOT_FOUND and _is_for_people(request):
        return Response((PAGES / "index.html").read_bytes(), status_code=404, media_type=MediaType.HTML)
    return Response(
        {"error": error.detail}, status_code=error.status_code, headers=error.headers, media_type=MediaType.JSON
    )


def _is_for_people(request: Asking) -> bool:
    """Whether an address was typed into a browser, and there are pages to show."""
    wanted = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/assets/"))
    return wanted and (PAGES / "index.html").exists()


def _place(request: Asking) -> str:
    """Where a request went, without what only its sender knows: a link's token, say."""
    return "/".join(request.url.path.split("/")[:3])


def fault(request: Asking, error: Exception) -> Response[dict[str, str]]:
    """Our own mistake: it is in the log, and not in the answer."""
    _log.error("fault", place=_place(request), error=type(error).__name__, exc_info=error)
    said = "something went wrong on our side, and we have a note of it; nothing was changed."
    return Response({"error": said}, status_code=500, media_type=MediaType.JSON)


def make_app(hub: Hub) -> ASGIApp:
    """The application around a hub."""

    @get("/healthz", tags=["server"])
    async def healthz() -> Health:
        """Whether the server is well: the database answers."""
        await hub.database.row("SELECT 1")
        return Health("ok", __version__, len(hub.tables), len(hub.connections))

    @get("/metrics", tags=["server"], media_type=MediaType.TEXT)
    async def metrics(request: Asking) -> bytes:
        """Figures for Prometheus, on this machine or with the token for them."""
        check_watcher(request.scope, hub.config.metrics_token)
        return hub.metrics.text()

    routes: list[Any] = [
        healthz,
        metrics,
        tables_routes(hub),
        people_routes(hub.people, hub.config.safety, _limits(hub)),
        history_routes(History(hub.database)),
        pages_routes(),
        *_pages(),
    ]
    app = Litestar(
        routes,
        exception_handlers={
            SabaccError: refusal,
            ValidationException: misread,
            HTTPException: http_error,
            Exception: fault,
        },
        openapi_config=OpenAPIConfig(
            title="sabacc", version=__version__, path="/openapi", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
    )
    app.state.people = hub.people
    describe_refusals(app)

    async def whole(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await serve_socket(hub, scope, receive, send)
        else:
            await app(scope, receive, send)

    return Guard(whole, hub.config.safety)


def _limits(hub: Hub) -> Limits:
    limits = Limits()
    rate = hub.config.guests_a_minute / 60
    limits.guests = Limiter(rate, max(60.0, 60 * rate))  # by address: a whole class comes in from one
    return limits


def _pages() -> list[Any]:
    """The browser table: its files, and one page for all addresses that people open."""
    if not (PAGES / "index.html").exists():
        return []
    index = (PAGES / "index.html").read_bytes()
    smaller: Any = DefineMiddleware(CompressionMiddleware, config=CompressionConfig("gzip", exclude=r"\.woff2$"))

    @get(
        [*PLACES, *(f"{place}/{{rest:path}}" for place in PLACES_WITH_MORE)],
        media_type=MediaType.HTML,
        include_in_schema=False,
        cache_control=CacheControlHeader(no_cache=True),  # it names the newest files
        middleware=[smaller],
    )
    async def page() -> bytes:
        """The browser table."""
        return index

    files = create_static_files_router(
        path="/assets",
        directories=[PAGES / "assets"],
        include_in_schema=False,
        cache_control=CacheControlHeader(max_age=YEAR, public=True, immutable=True),  # their names change with them
        middleware=[smaller],
    )
    return [page, files]
