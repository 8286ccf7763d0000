"""The guard around the application: origins, sizes of bodies, and the security headers of every answer.

A browser sends our cookie along with whatever any page on the web makes it send. So every request that changes something, and
every websocket, must come from our own pages. A program with a token of its own can't be misled like that.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from sabacc.messages import Message as Sentence
from sabacc.messages import accepted_language
from sabacc.server.addresses import is_address, is_loopback, network_of
from sabacc.server.fair_queue import FairQueue
from sabacc.server.http.errors import Forbidden, NotFound, PayloadTooLarge, Refused, TooManyRequests
from sabacc.server.table.removals import Traces

COOKIE = "sabacc_session"
DEVICE_COOKIE = "sabacc_device"  # outlives the session, and signs nobody in
BROWSER_COOKIE = "sabacc_browser"  # a mark that stays when a guest signs out
SECURE_PREFIX = "__Host-"  # such cookies browsers take over https alone, and from no other host of the same site
SCOPE_KEY = "sabacc_security"  # in the state of the scope
MAX_NAME, MAX_PATH = 255, 2000  # bytes of a file's name and of a whole path; file systems take no longer ones
MAX_BYTES = 64 * 1024
MAX_DISCARDED = 256 * MAX_BYTES
MAX_BRACKETS = 500  # nested ones would exhaust the stack of the decoder
TOO_LARGE = f"that is too much: a request has at most {MAX_BYTES} bytes."
BODY_TIMEOUT = 20.0  # seconds for a body to arrive
MAX_BEGUN = 4  # requests that begin in one turn of the event loop, address by address: in between, tables are played
MAX_WAITING = 1000  # requests of one address, which may have hung up meanwhile
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        b"form-action 'self'; connect-src 'self'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # the link to a shared hand is a secret
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
NO_STORE = (b"cache-control", b"no-store")
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
# What the usual proxies add to a request, whatever else they leave out.
PROXY_HEADERS = frozenset(
    {
        b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-forwarded-port",
        b"x-forwarded-server", b"x-original-forwarded-for", b"x-real-ip", b"x-client-ip", b"x-cluster-client-ip",
        b"true-client-ip", b"cf-connecting-ip", b"cf-ray", b"fastly-client-ip", b"x-envoy-external-address",
        b"x-azure-clientip", b"x-appengine-user-ip", b"cdn-loop",
    }
)  # fmt: skip
_json = msgspec.json.Decoder(msgspec.Raw)  # checks that it is JSON
_SECURE = {"https", "wss"}
BROWSER_MARK = re.compile(r"[A-Za-z0-9_-]{22}")


class Security(msgspec.Struct, frozen=True):
    """How people reach the server."""

    secure_cookies: bool = False  # people come over https only; else cookies are secure where the request was
    allowed_origins: tuple[str, ...] = ()  # besides the server's own, like https://sabacc.example
    behind_proxy: bool = False  # whether to trust the X-Forwarded-… headers
    allowed_hosts: tuple[str, ...] | None = None  # names under which it may be asked; none: any

    def cookie(self, name: str) -> str:
        """A cookie's name as browsers see it."""
        return f"{SECURE_PREFIX}{name}" if self.secure_cookies else name


class Misdirected(Refused):
    """The request was meant for another host."""

    status = 421


class UnsupportedMediaType(Refused):
    """The body is not JSON."""

    status = 415


class RequestTimeout(Refused):
    """The body didn't come in time."""

    status = 408


class Guard:
    """Middleware around the whole application, so that no answer is without its headers."""

    def __init__(self, app: ASGIApp, security: Security) -> None:
        self.app = app
        self.security = security
        self._turns = FairQueue(MAX_BEGUN)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets requests through that are allowed, a few at a time."""
        if scope["type"] == ScopeType.HTTP:
            _state_of(scope)[SCOPE_KEY] = self.security
            await self._http(scope, receive, _with_headers(scope["path"], self.security, send))
        elif scope["type"] == ScopeType.WEBSOCKET:
            _state_of(scope)[SCOPE_KEY] = self.security
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _wait_for_turn(self, scope: Scope) -> None:
        """Nobody's requests keep those of others waiting, or the tables."""
        address = address_of(scope, self.security)
        if self._turns.waiting(address) >= MAX_WAITING:
            raise TooManyRequests(Sentence("refusal.too-often", seconds=1), 1)
        await self._turns.turn(address)

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        try:
            await self._wait_for_turn(scope)
            check_target(scope, self.security)
        except Refused as error:
            await _refuse(scope, send, error)
            return
        if scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
            return
        body = _RequestBody(scope, receive)
        try:
            try:
                if bearer_of(scope) is None:
                    check_origin(scope, self.security)
                read = await body.read()
            except Refused as error:
                await body.discard()
                await _refuse(scope, send, error)
                return
        except ConnectionResetError:  # the client is gone
            return
        await self.app(scope, _replay_body(read, receive), send)

    async def _websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        try:
            await self._wait_for_turn(scope)
            check_target(scope, self.security)
            if header(scope, b"origin") is not None or bearer_of(scope) is None:
                check_origin(scope, self.security)
        except Refused as error:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": str(error)[:120]})
        else:
            await self.app(scope, receive, send)


# ---- headers of requests


def header(scope: Scope, name: bytes) -> str | None:
    """A header's value; several values are joined with commas."""
    values = [value for key, value in scope["headers"] if key == name]
    return b", ".join(values).decode("latin-1") if values else None


def bearer_of(scope: Scope) -> str | None:
    """The bearer token of a program; other kinds of authorization are a proxy's affair."""
    scheme, _, token = (header(scope, b"authorization") or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def token_of(scope: Scope) -> str:
    """The token of a request or a socket: the bearer token if there is one, or else the cookie."""
    bearer = bearer_of(scope)
    return bearer if bearer is not None else cookie_of(scope, COOKIE)


def cookie_of(scope: Scope, name: str) -> str:
    """The value of one of our cookies, if there is one."""
    asking: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    security: Security = _state_of(scope).get(SCOPE_KEY, Security())
    return asking.cookies.get(security.cookie(name), "")


def _state_of(scope: Scope) -> dict[str, Any]:
    state: dict[str, Any] = scope.setdefault("state", {})
    return state


def browser_of(scope: Scope) -> str:
    """The mark of the browser, if it has one."""
    mark = cookie_of(scope, BROWSER_COOKIE)
    return mark if BROWSER_MARK.fullmatch(mark) else ""


def language_of(scope: Scope) -> str:
    """The language that a client asks for."""
    return accepted_language(header(scope, b"accept-language") or "")


def traces_of(scope: Scope, address: str) -> Traces:
    """What a client can be known by, whatever name it has."""
    said = [header(scope, name) or "" for name in (b"user-agent", b"accept-language")]
    return Traces(browser_of(scope), "\n".join((address, *said)))


def is_secure(scope: Scope, security: Security) -> bool:
    """Whether the request came over https."""
    return _forwarded(scope, security, b"x-forwarded-proto", str(scope["scheme"])).lower() in _SECURE


def address_of(scope: Scope, security: Security) -> str:
    """The address that a request comes from; of IPv6, the network, since each has addresses without end."""
    client = scope.get("client")
    forwarded = _forwarded(scope, security, b"x-forwarded-for", client[0] if client else "")
    return network_of(forwarded if is_address(forwarded) else client[0] if client else "local")


def is_local(scope: Scope) -> bool:
    """Whether a request was made on this machine, and not forwarded by a proxy."""
    client = scope["client"]
    if client is None or any(key in PROXY_HEADERS for key, _ in scope["headers"]):
        return False
    return is_loopback(client[0])


def check_metrics_access(scope: Scope, token: str | None) -> None:
    """Refuses the metrics to who is neither on this machine nor has their token."""
    if token is None and not is_local(scope):
        raise Forbidden("the figures are for this machine alone, unless the server is started with a --metrics-token.")
    if token is not None and not secrets.compare_digest((bearer_of(scope) or "").encode("latin-1"), token.encode()):
        raise Forbidden("the figures are for who has their token: send it as Authorization: Bearer TOKEN.")


def _forwarded(scope: Scope, security: Security, name: bytes, itself: str) -> str:
    """What our proxy has put into a header: the last value, since a client may have sent those before it."""
    forwarded = header(scope, name) if security.behind_proxy else None
    return forwarded.rpartition(",")[2].strip() if forwarded else itself


# ---- hosts and origins


def check_target(scope: Scope, security: Security) -> None:
    """Refuses paths that no file has, and a page of another site whose name was made to point here (DNS rebinding)."""
    if not _may_name_file(scope["path"]):
        raise NotFound(Sentence("refusal.no-page"))
    if security.allowed_hosts is None:
        return
    host = host_name(header(scope, b"host") or "")
    if not is_address(host) and host not in security.allowed_hosts:
        raise Misdirected(
            f"this server is not called {host[:100]!r}: open it under its own address, or start it with --allowed-host."
        )


def _may_name_file(path: str) -> bool:
    """Whether a file system could have it: no null, and no name that is too long."""
    encoded = path.encode(errors="replace")
    names = encoded.split(b"/")
    return b"\0" not in encoded and len(encoded) <= MAX_PATH and max(map(len, names)) <= MAX_NAME


def host_name(host: str) -> str:
    """The name or the address in a Host header, without the port.

    >>> host_name("Sabacc.Example.:7777"), host_name("[::1]:80"), host_name("192.0.2.7")
    ('sabacc.example', '::1', '192.0.2.7')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0].lower().rstrip(".") if ":" in host else host.lower().rstrip(".")


def check_origin(scope: Scope, security: Security) -> None:
    """Refuses what a page of another site made a browser send."""
    origin = header(scope, b"origin")
    if origin is not None:
        if not is_own_origin(origin, scope, security):
            own = _own_origin(scope, security)
            raise Forbidden(f"this came from a page of {origin[:100]}, and only pages of {own[:100]} may ask for it.")
    elif header(scope, b"sec-fetch-site") not in (None, "same-origin", "none"):
        raise Forbidden("this came from a page of another site, and only our own pages may ask for it.")
    elif _has_cookie(scope) and not _is_json(scope) and header(scope, b"x-sabacc") != "1":
        raise Forbidden(
            "a request with a cookie and without an Origin needs the header Content-Type: application/json or X-Sabacc: 1."
        )


def _own_origin(scope: Scope, security: Security) -> str:
    return f"{'https' if is_secure(scope, security) else 'http'}://{header(scope, b'host')}"


def is_own_origin(origin: str, scope: Scope, security: Security) -> bool:
    """Whether pages of an origin are this server's own."""
    own = (_own_origin(scope, security), *security.allowed_origins)
    return _normalize_origin(origin) in map(_normalize_origin, own)


def _normalize_origin(origin: str) -> str:
    """An origin without its default port."""
    origin = origin.lower().rstrip("/")
    return origin.removesuffix(":443" if origin.startswith("https:") else ":80")


def _is_json(scope: Scope) -> bool:
    return (header(scope, b"content-type") or "").partition(";")[0].strip().lower() == "application/json"


def _has_cookie(scope: Scope) -> bool:
    return f"{COOKIE}=" in (header(scope, b"cookie") or "")  # which is the end of the secure one's name, too


# ---- bodies


class _RequestBody:
    """The body of a request as it comes in."""

    def __init__(self, scope: HTTPScope, receive: Receive) -> None:
        self._scope = scope
        self._receive = receive
        self._complete = False

    async def read(self) -> bytes:
        """The whole body, if it is one that we take."""
        length = header(self._scope, b"content-length") or ""
        if length.isdigit() and int(length) > MAX_BYTES:
            raise PayloadTooLarge(TOO_LARGE)
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                body = await self._collect()
        except TimeoutError:
            raise RequestTimeout("the rest of the request didn't come; send it again.") from None
        if body:
            self._check(body)
        return body

    def _check(self, body: bytes) -> None:
        if not _is_json(self._scope):
            raise UnsupportedMediaType("send JSON, with the header Content-Type: application/json.")
        if body.count(b"[") + body.count(b"{") > MAX_BRACKETS:
            raise Refused("send simpler JSON: that has more brackets than anything we read.")
        try:
            _json.decode(body.decode())  # msgspec doesn't check the UTF-8 inside strings
        except (UnicodeDecodeError, msgspec.DecodeError):
            raise Refused("send JSON; this can't be read as any.") from None

    async def discard(self) -> None:
        """Reads and drops the rest, if it is not too much: a client reads no answer while it sends."""
        left = MAX_DISCARDED
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BODY_TIMEOUT / 10):
                while not self._complete and left > 0:
                    left -= len(await self._receive_chunk())

    async def _collect(self) -> bytes:
        body = bytearray()
        while not self._complete:
            body += await self._receive_chunk()
            if len(body) > MAX_BYTES:
                raise PayloadTooLarge(TOO_LARGE)
        return bytes(body)

    async def _receive_chunk(self) -> bytes:
        message: Any = await self._receive()
        if message["type"] != "http.request":
            raise ConnectionResetError
        self._complete = not message.get("more_body", False)
        piece: bytes = message.get("body", b"")
        return piece


def _replay_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body which was read, and then whatever comes."""
    waiting = [body]

    async def again() -> Any:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again


# ---- answers


def _with_headers(path: str, security: Security, send: Send) -> Send:
    added = (*HEADERS, NO_STORE) if path == "/api" or path.startswith("/api/") else HEADERS
    if security.secure_cookies:
        added = (*added, HTTPS_ONLY)

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            present = {name.lower() for name, _ in headers}
            message["headers"] = headers + [one for one in added if one[0] not in present]
        await send(message)

    return send_with_headers


async def _refuse(scope: HTTPScope, send: Send, error: Refused) -> None:
    body = msgspec.json.encode({"error": error.text(language_of(scope))})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # what is left of the request is not read
    ]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
