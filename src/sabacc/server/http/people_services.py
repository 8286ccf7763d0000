"""What the routes about people share: their services, who is signed in, and cookies."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from msgspec import Meta

from sabacc.messages import Message
from sabacc.server.http.auth import HttpRequest, current_session, require_person
from sabacc.server.http.errors import Forbidden
from sabacc.server.http.guard import BROWSER_COOKIE, COOKIE, DEVICE_COOKIE, Security, browser_of, cookie_of, is_secure
from sabacc.server.http.people_limits import PeopleLimits
from sabacc.server.people.people import CheckedLogin, People
from sabacc.server.people.sessions import DAY, LIFETIME, SECOND, Person, Session

DEVICE_LIFETIME = 400 * DAY  # as long as browsers allow
Text = Annotated[str, Meta(max_length=200)]


class RedactedBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of bodies with secrets, which have no place in a log."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Me(msgspec.Struct, frozen=True):
    """Who one is; null for who is not signed in."""

    person: Person | None


class PeopleServices:
    """What the routes need."""

    def __init__(self, people: People, security: Security, limits: PeopleLimits) -> None:
        self.people = people
        self.security = security
        self.limits = limits


PeopleDependency = NamedDependency[PeopleServices]


async def start_session(request: HttpRequest, services: PeopleServices, checked: CheckedLogin) -> Response[Me]:
    """Signs a browser in, and whoever used it before out."""
    new_session = await services.people.log_in(checked, browser_label(request))
    before = await current_session(request)
    if before is not None and before.kind == "browser":
        await services.people.log_out(before)
    cookies = [
        *arrival_cookies(request, services.security, new_session.token),
        await remember_device(request, services, checked.person),
    ]
    return Response(Me(checked.person), cookies=cookies)


async def require_session(request: HttpRequest) -> Session:
    await require_person(request)
    session = await current_session(request)
    assert session is not None
    return session


async def require_browser(request: HttpRequest) -> Session:
    """The session, which must be a browser's: a stolen token must not be enough."""
    session = await require_session(request)
    if session.kind != "browser":
        raise Forbidden(Message("refusal.program-only-plays"))
    return session


def session_cookie(request: HttpRequest, security: Security, token: str) -> Cookie:
    """The cookie with a session's token, or one that deletes it."""
    return _make_cookie(request, security, COOKIE, token, LIFETIME if token else 0)


def arrival_cookies(request: HttpRequest, security: Security, token: str) -> list[Cookie]:
    """The cookie of who comes in, and the mark by which tables know a browser whose player was removed."""
    mark = browser_of(request.scope) or secrets.token_urlsafe(16)
    return [
        session_cookie(request, security, token),
        _make_cookie(request, security, BROWSER_COOKIE, mark, LIFETIME),
    ]


async def remember_device(request: HttpRequest, services: PeopleServices, person: Person) -> Cookie:
    """The cookie by which a device is known when its owner signs in again."""
    people = services.people
    token = await people.devices.remember(cookie_of(request.scope, DEVICE_COOKIE), person.id, people.sessions.now())
    return _make_cookie(request, services.security, DEVICE_COOKIE, token, DEVICE_LIFETIME)


def _make_cookie(request: HttpRequest, security: Security, key: str, value: str, lifetime: int) -> Cookie:
    """A cookie that no script reads; it is lax, so that a friend's link opens signed in."""
    return Cookie(
        security.cookie(key),
        value=value,
        max_age=lifetime // SECOND,
        httponly=True,
        samesite="lax",
        secure=security.secure_cookies or is_secure(request.scope, security),
    )


def browser_label(request: HttpRequest) -> str:
    """The browser's own name, by which its owner knows it in a list."""
    agent = request.headers.get("user-agent", "")[:120]
    return "".join(char for char in agent if char.isprintable())
