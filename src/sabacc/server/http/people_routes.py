"""Guests, signing in and out, one's name and password, and tokens for programs, over HTTP."""

from __future__ import annotations

import contextlib
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, patch, post, put
from litestar.di import Provide
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from sabacc.messages import Message
from sabacc.server.http.auth import HttpRequest, current_session
from sabacc.server.http.errors import Conflict, NotFound
from sabacc.server.http.guard import COOKIE, DEVICE_COOKIE, Security, address_of, cookie_of
from sabacc.server.http.people_limits import PeopleLimits
from sabacc.server.http.people_services import (
    Me,
    PeopleDependency,
    PeopleServices,
    RedactedBody,
    Text,
    arrival_cookies,
    browser_label,
    remember_device,
    require_browser,
    require_session,
    session_cookie,
    start_session,
)
from sabacc.server.http.second_factor_routes import SECOND_FACTOR_ROUTES
from sabacc.server.people.avatars import AVATARS
from sabacc.server.people.names import name_key
from sabacc.server.people.people import People
from sabacc.server.people.second_factor import is_short
from sabacc.server.people.sessions import SessionInfo
from sabacc.server.people.wallet import Wallet


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name; without one it is generated."""

    name: Text = ""


class Login(RedactedBody, frozen=True):
    """A name, its password, and a code if there is a second factor."""

    name: Text
    password: Text
    code: Text = ""


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that one wants."""

    name: Text


class NewAvatar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The avatar that one wants, by its number."""

    avatar: Annotated[int, Meta(ge=0, lt=AVATARS)]


class NewPassword(RedactedBody, frozen=True):
    """The new password, the old one if there is one, and whether programs lose their tokens."""

    new: Text
    old: Text | None = None
    end_tokens: bool = False


class AccountDeletion(RedactedBody, frozen=True):
    """The password of who deletes their account; guests have none."""

    password: Text | None = None


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the token is for, in the owner's words."""

    label: Text


class Token(msgspec.Struct, frozen=True):
    """A new token, which is shown this once."""

    id: str
    label: str
    token: str

    def __repr__(self) -> str:
        return f"<Token {self.id}>"


def people_routes(people: People, security: Security | None = None, limits: PeopleLimits | None = None) -> Router:
    """The routes about people; the application's state must hold `people`, too."""
    services = PeopleServices(people, security or Security(), limits or PeopleLimits())
    return Router(
        "/api",
        route_handlers=[
            *SECOND_FACTOR_ROUTES, create_guest, log_in, log_out, show_me, change_name, change_avatar, change_password,
            delete_account, show_wallet,
            list_tokens, create_token, remove_token, list_sessions, end_session,
        ],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        tags=["people"],
    )  # fmt: skip


# ---- signing in and out


@post("/guest")
async def create_guest(
    request: HttpRequest, services: PeopleDependency, data: JSONBody[NewGuest | None] = None
) -> Response[Me]:
    """Come in as a guest, under a name of your own or one that is made up."""
    before = await current_session(request)
    if before is not None:  # a guest would lose their name for good
        raise Conflict(Message("refusal.here-already", name=before.person.name))
    services.limits.guests.take(address_of(request.scope, services.security))
    person, new_session = await services.people.new_guest(data.name if data else "", browser_label(request))
    return Response(Me(person), cookies=arrival_cookies(request, services.security, new_session.token))


@post("/login", status_code=200)
async def log_in(request: HttpRequest, services: PeopleDependency, data: JSONBody[Login]) -> Response[Me]:
    """Sign in with name and password."""
    key = name_key(data.name)
    device = await services.people.devices.known(cookie_of(request.scope, DEVICE_COOKIE), key)
    with services.limits.login(key, address_of(request.scope, services.security), device):
        checked = await services.people.check_login(data.name, data.password)
        guessed = data.code and is_short(data.code)
        with services.limits.code(checked.person.id, device) if guessed else contextlib.nullcontext():
            await services.people.second_factors.check(checked.person.id, data.code)
    return await start_session(request, services, checked)


@post("/logout", status_code=200)
async def log_out(request: HttpRequest, services: PeopleDependency) -> Response[Me]:
    """Sign out here; a program's token is given up."""
    session = await current_session(request)
    if session is not None:
        await services.people.log_out(session)
    return Response(Me(None), cookies=[session_cookie(request, services.security, "")])


@get("/me")
async def show_me(request: HttpRequest, services: PeopleDependency) -> Response[Me]:
    """Who you are here, or null."""
    session = await current_session(request)
    if session is None:
        return Response(Me(None))
    if session.kind == "program":
        return Response(Me(session.person))
    token = cookie_of(request.scope, COOKIE)
    return Response(Me(session.person), cookies=[session_cookie(request, services.security, token)])


# ---- one's account


@patch("/me")
async def change_name(request: HttpRequest, services: PeopleDependency, data: JSONBody[NewName]) -> Me:
    """Take another name."""
    session = await require_browser(request)
    services.limits.changes.take(session.person.id)
    return Me(await services.people.rename(session.person, data.name))


@put("/me/avatar")
async def change_avatar(request: HttpRequest, services: PeopleDependency, data: JSONBody[NewAvatar]) -> Me:
    """Take another avatar."""
    session = await require_browser(request)
    services.limits.changes.take(session.person.id)
    return Me(await services.people.set_avatar(session.person, data.avatar))


@put("/me/password")
async def change_password(
    request: HttpRequest, services: PeopleDependency, data: JSONBody[NewPassword]
) -> Response[Me]:
    """Set a password, so that the name is yours; your other browsers are signed out, and programs if you wish."""
    session = await require_browser(request)
    with services.limits.passwords.charge(session.person.id):
        await services.people.set_password(session, data.new, data.old, data.end_tokens)
    person = msgspec.structs.replace(session.person, guest=False)
    return Response(Me(person), cookies=[await remember_device(request, services, person)])


@delete("/me", status_code=200)
async def delete_account(
    request: HttpRequest, services: PeopleDependency, data: JSONBody[AccountDeletion | None] = None
) -> Response[Me]:
    """Be forgotten: your name, your password, your tokens and what you shared."""
    session = await require_browser(request)
    with services.limits.passwords.charge(session.person.id):
        await services.people.delete(session.person, data.password if data else None)
    return Response(Me(None), cookies=[session_cookie(request, services.security, "")])


@get("/me/wallet")
async def show_wallet(request: HttpRequest, services: PeopleDependency) -> Wallet:
    """Your play credits, with the allowance that is due, and your last transfers; guests have none."""
    session = await require_session(request)
    return await services.people.wallets.read(session.person.id)


# ---- tokens and sessions


@get("/tokens")
async def list_tokens(request: HttpRequest, services: PeopleDependency) -> list[SessionInfo]:
    """The tokens of your programs, without the tokens."""
    session = await require_session(request)
    return await services.people.sessions.list_for(session.person.id, "program", session.id)


@post("/tokens")
async def create_token(request: HttpRequest, services: PeopleDependency, data: JSONBody[NewToken]) -> Token:
    """A token for a program that plays for you. It is shown this once."""
    session = await require_browser(request)
    services.limits.changes.take(session.person.id)
    new_session = await services.people.new_token(session.person, data.label.strip())
    return Token(new_session.id, data.label.strip(), new_session.token)


@delete("/tokens/{session_id:str}")
async def remove_token(request: HttpRequest, services: PeopleDependency, session_id: FromPath[str]) -> None:
    """Take a program's token back."""
    session = await require_browser(request)
    if not await services.people.sessions.end(session.person.id, "program", session_id):
        raise NotFound(Message("refusal.no-token"))


@get("/sessions")
async def list_sessions(request: HttpRequest, services: PeopleDependency) -> list[SessionInfo]:
    """The browsers you are signed in with."""
    session = await require_session(request)
    return await services.people.sessions.list_for(session.person.id, "browser", session.id)


@delete("/sessions/{session_id:str}")
async def end_session(request: HttpRequest, services: PeopleDependency, session_id: FromPath[str]) -> None:
    """Sign a browser of yours out."""
    session = await require_browser(request)
    if not await services.people.sessions.end(session.person.id, "browser", session_id):
        raise NotFound(Message("refusal.no-browser"))
