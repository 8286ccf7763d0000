"""Coming in, signing in and out, one's name and password, and tokens for programs, over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sabacc.server.guarding import COOKIE, Safety, address_of, is_secure
from sabacc.server.names import name_key
from sabacc.server.people import People, session_of, signed_in
from sabacc.server.rates import Limiter
from sabacc.server.refusals import Clash, NotThere, NotYours
from sabacc.server.sessions import LIFETIME, SECOND, Listed, Person, Session

Asking = Request[Any, Any, Any]
Text = Annotated[str, Meta(max_length=200)]


class Secretive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent to us and has no place in a log."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name; none, and one is made up."""

    name: Text = ""


class Login(Secretive, frozen=True):
    """A name and its password."""

    name: Text
    password: Text


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one wants to be called."""

    name: Text


class NewPassword(Secretive, frozen=True):
    """The new password, and the old one if there is one."""

    new: Text
    old: Text | None = None


class Farewell(Secretive, frozen=True):
    """The password of who wants to be forgotten; guests have none."""

    password: Text | None = None


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the token is for, in the owner's words."""

    label: Text


class Me(msgspec.Struct, frozen=True):
    """Who one is; null is nobody."""

    person: Person | None


class Token(msgspec.Struct, frozen=True):
    """A new token. It is shown this once."""

    id: str
    label: str
    token: str

    def __repr__(self) -> str:
        return f"<Token {self.id}>"


class Limits:
    """How often people may do what costs us something, or helps somebody guess."""

    def __init__(self) -> None:
        self.guests = Limiter(rate=0.2, burst=60)  # by address: a whole class comes in from one
        self.logins_from = Limiter(rate=0.2, burst=60)  # by address
        self.logins_as = Limiter(rate=1 / 30, burst=10)  # by name
        self.passwords = Limiter(rate=1 / 30, burst=5)  # by person
        self.changes = Limiter(rate=0.2, burst=20)  # by person: names and tokens


class Desk:
    """What the routes need."""

    def __init__(self, people: People, safety: Safety, limits: Limits) -> None:
        self.people = people
        self.safety = safety
        self.limits = limits


AtDesk = NamedDependency[Desk]


def people_routes(people: People, safety: Safety | None = None, limits: Limits | None = None) -> Router:
    """The routes under /api that are about people. The application's state must hold `people` too."""
    desk = Desk(people, safety or Safety(), limits or Limits())
    return Router(
        "/api",
        route_handlers=[
            come_in, log_in, log_out, who_am_i, change_name, change_password, leave_for_good,
            list_tokens, make_token, remove_token, list_sessions, end_session,
        ],
        dependencies={"desk": Provide(lambda: desk, sync_to_thread=False)},
        tags=["people"],
    )  # fmt: skip


# ---- coming in


@post("/guest")
async def come_in(request: Asking, desk: AtDesk, data: JSONBody[NewGuest | None] = None) -> Response[Me]:
    """Come in as a guest, under a name of your own or one that is made up."""
    before = await session_of(request)
    if before is not None:  # a guest who comes in again would lose their name for good
        raise Clash(f"you are here already, as {before.person.name}; sign out first.")
    desk.limits.guests.check(address_of(request.scope, desk.safety))
    person, begun = await desk.people.new_guest(data.name if data else "", _label(request))
    return Response(Me(person), cookies=[_cookie(request, desk.safety, begun.token)])


@post("/login", status_code=200)
async def log_in(request: Asking, desk: AtDesk, data: JSONBody[Login]) -> Response[Me]:
    """Sign in with name and password."""
    desk.limits.logins_from.check(address_of(request.scope, desk.safety))
    desk.limits.logins_as.check(name_key(data.name))
    person, begun = await desk.people.log_in(data.name, data.password, _label(request))
    before = await session_of(request)
    if before is not None and before.kind == "browser":  # who was signed in with this browser until now
        await desk.people.log_out(before)
    return Response(Me(person), cookies=[_cookie(request, desk.safety, begun.token)])


@post("/logout", status_code=200)
async def log_out(request: Asking, desk: AtDesk) -> Response[Me]:
    """Sign out here; a program's token is given up."""
    session = await session_of(request)
    if session is not None:
        await desk.people.log_out(session)
    return Response(Me(None), cookies=[_cookie(request, desk.safety, "")])


@get("/me")
async def who_am_i(request: Asking, desk: AtDesk) -> Response[Me]:
    """Who you are here, or null."""
    session = await session_of(request)
    if session is None:
        return Response(Me(None))
    if session.kind == "program":
        return Response(Me(session.person))
    return Response(Me(session.person), cookies=[_cookie(request, desk.safety, request.cookies.get(COOKIE, ""))])


# ---- one's own affairs


@patch("/me")
async def change_name(request: Asking, desk: AtDesk, data: JSONBody[NewName]) -> Me:
    """Take another name."""
    person = await signed_in(request)
    desk.limits.changes.check(person.id)
    return Me(await desk.people.rename(person, data.name))


@put("/me/password")
async def change_password(request: Asking, desk: AtDesk, data: JSONBody[NewPassword]) -> Me:
    """Set a password, so that the name is yours; your other browsers are signed out."""
    session = await _in_browser(request)
    desk.limits.passwords.check(session.person.id)
    await desk.people.set_password(session, data.new, data.old)
    return Me(msgspec.structs.replace(session.person, guest=False))


@delete("/me", status_code=200)
async def leave_for_good(request: Asking, desk: AtDesk, data: JSONBody[Farewell | None] = None) -> Response[Me]:
    """Be forgotten: your name, your password, your tokens and what you shared."""
    session = await _in_browser(request)
    desk.limits.passwords.check(session.person.id)
    await desk.people.delete(session.person, data.password if data else None)
    return Response(Me(None), cookies=[_cookie(request, desk.safety, "")])


# ---- tokens and sessions


@get("/tokens")
async def list_tokens(request: Asking, desk: AtDesk) -> list[Listed]:
    """The tokens of your programs, without the tokens."""
    session = await _session(request)
    return await desk.people.sessions.listed(session.person.id, "program", session.id)


@post("/tokens")
async def make_token(request: Asking, desk: AtDesk, data: JSONBody[NewToken]) -> Token:
    """A token for a program that plays for you. It is shown this once."""
    session = await _in_browser(request)
    desk.limits.changes.check(session.person.id)
    begun = await desk.people.new_token(session.person, data.label.strip())
    return Token(begun.id, data.label.strip(), begun.token)


@delete("/tokens/{number:str}")
async def remove_token(request: Asking, desk: AtDesk, number: FromPath[str]) -> None:
    """Take a program's token back."""
    session = await _in_browser(request)
    if not await desk.people.sessions.end(session.person.id, "program", number):
        raise NotThere("you have no such token.")


@get("/sessions")
async def list_sessions(request: Asking, desk: AtDesk) -> list[Listed]:
    """The browsers you are signed in with."""
    session = await _session(request)
    return await desk.people.sessions.listed(session.person.id, "browser", session.id)


@delete("/sessions/{number:str}")
async def end_session(request: Asking, desk: AtDesk, number: FromPath[str]) -> None:
    """Sign a browser of yours out."""
    session = await _in_browser(request)
    if not await desk.people.sessions.end(session.person.id, "browser", number):
        raise NotThere("you are not signed in with such a browser.")


# ---- helpers


async def _session(request: Asking) -> Session:
    await signed_in(request)
    session = await session_of(request)
    assert session is not None
    return session


async def _in_browser(request: Asking) -> Session:
    """What a token that got into wrong hands must not be good for."""
    session = await _session(request)
    if session.kind != "browser":
        raise NotYours("a program's token plays; for this, sign in with a browser.")
    return session


def _cookie(request: Asking, safety: Safety, token: str) -> Cookie:
    """The cookie with the token, or one that takes it away. Lax: a friend's link opens signed in."""
    return Cookie(
        COOKIE,
        value=token,
        max_age=LIFETIME // SECOND if token else 0,
        httponly=True,
        samesite="lax",
        secure=safety.secure_cookies or is_secure(request.scope, safety),
    )


def _label(request: Asking) -> str:
    """What the browser calls itself, so that its owner knows it in a list."""
    said = request.headers.get("user-agent", "")[:120]
    return "".join(char for char in said if char.isprintable())
