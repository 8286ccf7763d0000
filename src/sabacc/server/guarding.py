"""What stands before everything else: who may send us anything, how much of it, and what every answer says to browsers.

A browser sends our cookie along with whatever any page on the web makes it send. So what changes something, and every websocket,
must come from our own pages. A program that shows a token of its own is not led astray like that.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from sabacc.server.refusals import NotYours, Refused, TooLarge

COOKIE = "sabacc_session"
MOST_BYTES = 64 * 1024
MOST_DROPPED = 256 * MOST_BYTES
MOST_BRACKETS = 500  # in one another they would exhaust the stack of whoever reads them
TOO_LARGE = f"that is too much: a request has at most {MOST_BYTES} bytes."
MOST_SECONDS = 20.0  # for a body to arrive
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
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
_json = msgspec.json.Decoder(msgspec.Raw)  # looks whether it is JSON, and makes nothing of it
_SECURE = {"https", "wss"}


class Safety(msgspec.Struct, frozen=True):
    """What the host says about how people reach the server."""

    secure_cookies: bool = False  # always; else where the request came over https
    allowed_origins: tuple[str, ...] = ()  # besides our own, like https://sabacc.example
    behind_proxy: bool = False  # a proxy of ours says in X-Forwarded-… who asks, and how


class WrongMedia(Refused):
    """We read JSON and nothing else."""

    status = 415


class TooSlow(Refused):
    """A body that doesn't come."""

    status = 408


class Guard:
    """Stands around the whole application, so that no answer is without its headers."""

    def __init__(self, app: ASGIApp, safety: Safety) -> None:
        self.app = app
        self.safety = safety

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets through what may come in."""
        if scope["type"] == ScopeType.HTTP:
            await self._http(scope, receive, _with_headers(scope["path"], send))
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        if scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        body = _Body(scope, receive)
        try:
            try:
                if bearer_of(scope) is None:
                    check_origin(scope, self.safety)
                read = await body.read()
            except Refused as error:
                await body.drop()
                await _refuse(send, error)
                return
        except ConnectionResetError:  # they hung up: there is nobody to answer
            return
        await self.app(scope, _again(read, receive), send)

    async def _websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        try:
            if header(scope, b"origin") is not None or bearer_of(scope) is None:
                check_origin(scope, self.safety)
        except Refused as error:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": str(error)[:120]})
        else:
            await self.app(scope, receive, send)


# ---- what a request says about itself


def header(scope: Scope, name: bytes) -> str | None:
    """A header; one that stands there several times is joined with commas."""
    values = [value for key, value in scope["headers"] if key == name]
    return b", ".join(values).decode("latin-1") if values else None


def bearer_of(scope: Scope) -> str | None:
    """The token a program shows. Other kinds of authorization are between the browser and a proxy, and none of ours."""
    scheme, _, token = (header(scope, b"authorization") or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def token_of(scope: Scope) -> str:
    """What a request or a socket is signed in with: the bearer's token if there is one, or else the cookie."""
    bearer = bearer_of(scope)
    asking: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    return bearer if bearer is not None else asking.cookies.get(COOKIE, "")


def is_secure(scope: Scope, safety: Safety) -> bool:
    """Whether the request came over https."""
    return _told(scope, safety, b"x-forwarded-proto", str(scope["scheme"])).lower() in _SECURE


def address_of(scope: Scope, safety: Safety) -> str:
    """Where a request comes from. Of IPv6 it is the network, since everybody has addresses without end there."""
    client = scope["client"]
    told = _told(scope, safety, b"x-forwarded-for", client[0] if client else "")
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return client[0] if client else "local"
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(getattr(address, "ipv4_mapped", None) or address)


def is_local(scope: Scope) -> bool:
    """Whether a request was made on this very machine, and not handed on by a proxy on it."""
    client = scope["client"]
    if client is None or header(scope, b"x-forwarded-for") is not None or header(scope, b"forwarded") is not None:
        return False
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def check_watcher(scope: Scope, token: str | None) -> None:
    """Refuses the figures to whoever has no business with them: they are for this machine, or for who has the token."""
    if token is None and not is_local(scope):
        raise NotYours("the figures are for this machine alone, unless the server is started with a --metrics-token.")
    if token is not None and not secrets.compare_digest((bearer_of(scope) or "").encode("latin-1"), token.encode()):
        raise NotYours("the figures are for who has their token: send it as Authorization: Bearer TOKEN.")


def _told(scope: Scope, safety: Safety, name: bytes, itself: str) -> str:
    """What our proxy says: the last of the list, since those before it were told by whoever asks."""
    told = header(scope, name) if safety.behind_proxy else None
    return told.rpartition(",")[2].strip() if told else itself


# ---- origins


def check_origin(scope: Scope, safety: Safety) -> None:
    """Refuses what another site's page made a browser send."""
    origin = header(scope, b"origin")
    if origin is not None:
        ours = f"{'https' if is_secure(scope, safety) else 'http'}://{header(scope, b'host')}"
        if _plain(origin) not in {_plain(ours), *map(_plain, safety.allowed_origins)}:
            raise NotYours(f"this came from a page of {origin[:100]}, and only pages of {ours[:100]} may ask for it.")
    elif header(scope, b"sec-fetch-site") not in (None, "same-origin", "none"):
        raise NotYours("this came from a page of another site, and only our own pages may ask for it.")
    elif _has_cookie(scope) and not _is_json(scope) and header(scope, b"x-sabacc") != "1":
        raise NotYours(
            "a request with a cookie and without an Origin needs the header Content-Type: application/json or X-Sabacc: 1."
        )


def _plain(origin: str) -> str:
    """An origin without what may be left out."""
    origin = origin.lower().rstrip("/")
    return origin.removesuffix(":443" if origin.startswith("https:") else ":80")


def _is_json(scope: Scope) -> bool:
    return (header(scope, b"content-type") or "").partition(";")[0].strip().lower() == "application/json"


def _has_cookie(scope: Scope) -> bool:
    return f"{COOKIE}=" in (header(scope, b"cookie") or "")


# ---- bodies


class _Body:
    """The body of a request as it comes in."""

    def __init__(self, scope: HTTPScope, receive: Receive) -> None:
        self._scope = scope
        self._receive = receive
        self._over = False

    async def read(self) -> bytes:
        """The whole of it, if it is one that we take."""
        length = header(self._scope, b"content-length") or ""
        if length.isdigit() and int(length) > MOST_BYTES:
            raise TooLarge(TOO_LARGE)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                body = await self._collect()
        except TimeoutError:
            raise TooSlow("the rest of the request didn't come; send it again.") from None
        if body:
            self._check(body)
        return body

    def _check(self, body: bytes) -> None:
        if not _is_json(self._scope):
            raise WrongMedia("send JSON, with the header Content-Type: application/json.")
        if body.count(b"[") + body.count(b"{") > MOST_BRACKETS:
            raise Refused("send simpler JSON: that has more brackets than anything we read.")
        try:
            _json.decode(body.decode())  # which doesn't look into strings, so UTF-8 is checked here
        except (UnicodeDecodeError, msgspec.DecodeError):
            raise Refused("send JSON; this can't be read as any.") from None

    async def drop(self) -> None:
        """Lets the rest go by, if it is not too much: who is still sending when we hang up never reads our answer."""
        left = MOST_DROPPED
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MOST_SECONDS / 10):
                while not self._over and left > 0:
                    left -= len(await self._piece())

    async def _collect(self) -> bytes:
        body = bytearray()
        while not self._over:
            body += await self._piece()
            if len(body) > MOST_BYTES:
                raise TooLarge(TOO_LARGE)
        return bytes(body)

    async def _piece(self) -> bytes:
        message: Any = await self._receive()
        if message["type"] != "http.request":
            raise ConnectionResetError
        self._over = not message.get("more_body", False)
        piece: bytes = message.get("body", b"")
        return piece


def _again(body: bytes, receive: Receive) -> Receive:
    """The body that was read, and then whatever comes."""
    waiting = [body]

    async def again() -> Any:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again


# ---- answers


def _with_headers(path: str, send: Send) -> Send:
    ours = (*HEADERS, NO_STORE) if path == "/api" or path.startswith("/api/") else HEADERS

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            said = {name.lower() for name, _ in headers}
            message["headers"] = headers + [one for one in ours if one[0] not in said]
        await send(message)

    return sending


async def _refuse(send: Send, error: Refused) -> None:
    body = msgspec.json.encode({"error": str(error)})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # what is left of the request is not read
    ]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
