"""Who makes a request."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

from sabacc.messages import Message
from sabacc.server.http.errors import NotAuthenticated
from sabacc.server.http.guard import token_of
from sabacc.server.people.people import People
from sabacc.server.people.sessions import Person, Session

HttpRequest = Request[Any, Any, Any]
_Connection = ASGIConnection[Any, Any, Any, Any]
_UNKNOWN: Any = object()


async def current_session(connection: _Connection) -> Session | None:
    """What a request or a websocket is signed in with: the bearer's token if there is one, or else the cookie."""
    state = connection.scope["state"]
    session = state.get("sabacc_session", _UNKNOWN)
    if session is _UNKNOWN:
        people: People = connection.app.state.people
        session = await people.sessions.authenticate(token_of(connection.scope))
        state["sabacc_session"] = session
    found: Session | None = session
    return found


async def current_person(connection: _Connection) -> Person | None:
    """Whoever makes a request, if they are signed in."""
    session = await current_session(connection)
    return None if session is None else session.person


async def require_person(connection: _Connection) -> Person:
    """Whoever makes a request, who must be signed in."""
    person = await current_person(connection)
    if person is None:
        raise NotAuthenticated(Message("refusal.come-in-first"))
    return person
