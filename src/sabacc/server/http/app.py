"""The web application: all routes, the answers to errors, and the pages."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import structlog
from litestar import Litestar, MediaType, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException, ValidationException
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromQuery
from litestar.static_files import create_static_files_router
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import ASGIApp

from sabacc.errors import RulesError, SabaccError
from sabacc.server.health import HealthReport
from sabacc.server.history.search import History
from sabacc.server.http.auth import HttpRequest
from sabacc.server.http.errors import Refused, SecondFactorNeeded, TooManyRequests, Unavailable
from sabacc.server.http.guard import Guard, check_metrics_access, language_of
from sabacc.server.http.history_routes import history_routes
from sabacc.server.http.invite_routes import invite_routes
from sabacc.server.http.openapi import describe_refusals
from sabacc.server.http.pages_routes import pages_routes
from sabacc.server.http.people_routes import people_routes
from sabacc.server.http.push_routes import push_routes
from sabacc.server.http.ratings_routes import ratings_routes
from sabacc.server.http.tables_routes import tables_routes
from sabacc.server.http.tournament_routes import tournament_routes
from sabacc.server.hub import Hub
from sabacc.server.storage.log_heads import PublishedHead
from sabacc.server.wire.sockets import serve_socket
from sabacc.version import __version__

PAGES = Path(__file__).parent.parent / "pages"  # the browser table, if it was built
PAGE_PATHS = (
    "/",
    "/lobby",
    "/make",
    "/rules",
    "/odds",
    "/history",
    "/account",
    "/leaderboards",
)  # the same as in the pages' own router
PAGE_PREFIXES = ("/table", "/rules", "/odds", "/session", "/hand", "/shared", "/page", "/player")
DAY = 24 * 3600
YEAR = 365 * DAY
ROOT_FILES = {"sw.js": "text/javascript", "manifest.webmanifest": "application/manifest+json"}
WORKER_PATHS = ("/healthz", "/metrics")  # all that a node without a gateway answers
_log = structlog.get_logger()


def refusal_response(request: HttpRequest, error: Exception) -> Response[dict[str, str]]:
    """The answer to a request that is refused."""
    status = error.status if isinstance(error, Refused) else 400
    headers = {"Retry-After": str(math.ceil(error.wait))} if isinstance(error, TooManyRequests) else None
    if isinstance(error, Unavailable):
        headers = {"Retry-After": "1"}
    language = language_of(request.scope)
    body = {"error": error.text(language) if isinstance(error, SabaccError) else str(error)}
    if isinstance(error, (RulesError, SecondFactorNeeded)) and error.option:
        body["option"] = error.option
    return Response(body, status_code=status, headers=headers, media_type=MediaType.JSON)


def validation_response(request: HttpRequest, error: ValidationException) -> Response[dict[str, str]]:
    """The answer to a request that is malformed."""
    problems = [
        f"{one.get('key', 'the request')}: {one.get('message')}" for one in error.extra or () if isinstance(one, dict)
    ]
    return Response({"error": "; ".join(problems) or error.detail}, status_code=400, media_type=MediaType.JSON)


def http_error_response(request: HttpRequest, error: HTTPException) -> Response[Any]:
    """The answer to what the framework refuses; a browser gets a page that says so."""
    if error.status_code == HTTP_404_NOT_FOUND and _wants_page(request):
        return Response((PAGES / "index.html").read_bytes(), status_code=404, media_type=MediaType.HTML)
    return Response(
        {"error": error.detail}, status_code=error.status_code, headers=error.headers, media_type=MediaType.JSON
    )


def _wants_page(request: HttpRequest) -> bool:
    """Whether a browser asks for a page, and there are pages."""
    wanted = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/assets/"))
    return wanted and (PAGES / "index.html").exists()


def _log_path(request: HttpRequest) -> str:
    """The path of a request without secrets, such as a link's token."""
    return "/".join(request.url.path.split("/")[:3])


def server_error_response(request: HttpRequest, error: Exception) -> Response[dict[str, str]]:
    """The answer to a fault of ours, which only the log describes."""
    _log.error("fault", path=_log_path(request), error=type(error).__name__, exc_info=error)
    sentence = "something went wrong on our side, and we have a note of it; nothing was changed."
    return Response({"error": sentence}, status_code=500, media_type=MediaType.JSON)


def make_app(hub: Hub) -> ASGIApp:
    """The application around a hub."""

    @get("/healthz", tags=["server"])
    async def healthz() -> Response[HealthReport]:
        """Whether the server is well and can write down what people do; with status 503 it says what is wrong."""
        report = await hub.report_health()
        return Response(report, status_code=HTTP_200_OK if report.why is None else HTTP_503_SERVICE_UNAVAILABLE)

    @get("/api/log-head", tags=["server"])
    async def log_head(table: FromQuery[str | None] = None) -> PublishedHead:
        """The newest signed head of the log of all tables, and for a table the proof that its log is part of it."""
        return await hub.log_heads.published(table)

    @get("/metrics", tags=["server"], media_type=MediaType.TEXT)
    async def metrics(request: HttpRequest) -> bytes:
        """Figures for Prometheus, on this machine or with the token for them."""
        check_metrics_access(request.scope, hub.config.metrics_token)
        return hub.metrics.text()

    routes: list[Any] = [
        healthz,
        log_head,
        metrics,
        push_routes(hub),
        tables_routes(hub),
        invite_routes(hub),
        people_routes(hub.people, hub.config.security, hub.people_limits),
        history_routes(History(hub.store, hub.log_heads, hub.slow_reads), hub.reviews),
        ratings_routes(hub),
        tournament_routes(hub),
        pages_routes(),
        *_page_routes(),
    ]
    app = Litestar(
        routes,
        exception_handlers={
            SabaccError: refusal_response,
            ValidationException: validation_response,
            HTTPException: http_error_response,
            Exception: server_error_response,
        },
        openapi_config=OpenAPIConfig(
            title="sabacc", version=__version__, path="/openapi", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
    )
    app.state.people = hub.people
    describe_refusals(app)

    async def dispatch(scope: Any, receive: Any, send: Any) -> None:
        if hub.config.role == "worker" and scope.get("path") not in WORKER_PATHS:
            await refuse_client(scope, receive, send)
        elif scope["type"] == "websocket":
            await serve_socket(hub, scope, receive, send)
        else:
            await app(scope, receive, send)

    return Guard(dispatch, hub.config.security)


async def refuse_client(scope: Any, receive: Any, send: Any) -> None:
    """Turns players away from a node that only plays tables."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1013})
        return
    body = msgspec.json.encode({"error": "this machine plays tables and serves nobody: ask a gateway."})
    head = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 421, "headers": head})
    await send({"type": "http.response.body", "body": body})


def _page_routes() -> list[Any]:
    """The files of the browser table, and one page for all its addresses."""
    if not (PAGES / "index.html").exists():
        return []
    index = (PAGES / "index.html").read_bytes()
    smaller: Any = DefineMiddleware(CompressionMiddleware, config=CompressionConfig("gzip", exclude=r"\.woff2$"))

    @get(
        [*PAGE_PATHS, *(f"{place}/{{rest:path}}" for place in PAGE_PREFIXES)],
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
    icons = create_static_files_router(
        path="/icons",
        directories=[PAGES / "icons"],
        include_in_schema=False,
        cache_control=CacheControlHeader(max_age=DAY, public=True),
    )
    return [page, files, icons, *(_root_file(name, kind) for name, kind in ROOT_FILES.items())]


def _root_file(name: str, kind: str) -> Any:
    """A file of the pages that has to lie at the root, and is asked for anew each time."""
    content = (PAGES / name).read_bytes()

    @get(f"/{name}", media_type=kind, include_in_schema=False, cache_control=CacheControlHeader(no_cache=True))
    async def root_file() -> bytes:
        """The service worker, or what makes an app of the pages."""
        return content

    return root_file
