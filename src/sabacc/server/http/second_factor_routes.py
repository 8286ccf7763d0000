"""The second factor, recovery codes, and a new password by one of them, over HTTP."""

from __future__ import annotations

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import JSONBody

from sabacc.server.http.auth import HttpRequest
from sabacc.server.http.guard import DEVICE_COOKIE, address_of, cookie_of
from sabacc.server.http.people_services import (
    Me,
    PeopleDependency,
    PeopleServices,
    RedactedBody,
    Text,
    require_browser,
    start_session,
)
from sabacc.server.people.names import name_key
from sabacc.server.people.second_factor import NewTotp, SecondFactorState, require_password
from sabacc.server.people.sessions import Session


class OwnPassword(RedactedBody, frozen=True):
    """One's password, for what an open browser must not be enough for."""

    password: Text


class TotpCode(RedactedBody, frozen=True):
    """What the authenticator app shows."""

    code: Text


class Recovery(RedactedBody, frozen=True):
    """A name, one of its recovery codes, a new password, and a code if there is a second factor."""

    name: Text
    recovery_code: Text
    new: Text
    code: Text = ""


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, which are shown this once."""

    codes: list[str]

    def __repr__(self) -> str:
        return "<RecoveryCodes>"


@get("/me/second-factor")
async def show_second_factor(request: HttpRequest, services: PeopleDependency) -> SecondFactorState:
    """Whether you have an authenticator app, and how many recovery codes are left."""
    session = await require_browser(request)
    return await services.people.second_factors.state(session.person.id)


@post("/me/second-factor")
async def begin_totp(request: HttpRequest, services: PeopleDependency, data: JSONBody[OwnPassword]) -> NewTotp:
    """What to tell an authenticator app; it counts once you have sent a code of it."""
    session = await _confirm_password(request, services, data.password)
    return await services.people.second_factors.begin(session.person.id, session.person.name)


@put("/me/second-factor")
async def confirm_totp(request: HttpRequest, services: PeopleDependency, data: JSONBody[TotpCode]) -> RecoveryCodes:
    """Turn it on with a code that the app shows; you get recovery codes for the day you lose it."""
    session = await require_browser(request)
    with services.limits.code(session.person.id, session.id):
        return RecoveryCodes(await services.people.second_factors.confirm(session.person.id, data.code))


@delete("/me/second-factor", status_code=200)
async def turn_totp_off(
    request: HttpRequest, services: PeopleDependency, data: JSONBody[OwnPassword]
) -> SecondFactorState:
    """Do without it; the password is then enough."""
    session = await _confirm_password(request, services, data.password)
    await services.people.second_factors.turn_off(session.person.id)
    return await services.people.second_factors.state(session.person.id)


@post("/me/recovery-codes")
async def renew_recovery_codes(
    request: HttpRequest, services: PeopleDependency, data: JSONBody[OwnPassword]
) -> RecoveryCodes:
    """Ten new recovery codes; those you had are void."""
    session = await _confirm_password(request, services, data.password)
    return RecoveryCodes(await services.people.second_factors.renew_recovery_codes(session.person.id))


@post("/recover", status_code=200)
async def recover(request: HttpRequest, services: PeopleDependency, data: JSONBody[Recovery]) -> Response[Me]:
    """Set a new password with a recovery code; everything else of yours is signed out, programs too."""
    key = name_key(data.name)
    device = await services.people.devices.known(cookie_of(request.scope, DEVICE_COOKIE), key)
    with services.limits.login(key, address_of(request.scope, services.security), device):
        checked = await services.people.recover(data.name, data.recovery_code, data.new, data.code)
    return await start_session(request, services, checked)


async def _confirm_password(request: HttpRequest, services: PeopleServices, password: str) -> Session:
    session = await require_browser(request)
    require_password(session.person.guest)
    with services.limits.passwords.charge(session.person.id):
        await services.people.check_password(session.person.id, password)
    return session


SECOND_FACTOR_ROUTES = (
    show_second_factor,
    begin_totp,
    confirm_totp,
    turn_totp_off,
    renew_recovery_codes,
    recover,
)
