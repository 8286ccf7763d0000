"""Messages to one's browser over HTTP: the server's key, and where the browser takes messages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, delete, get, put
from litestar.params import JSONBody
from msgspec import Meta

from sabacc.messages import Message
from sabacc.server.http.auth import HttpRequest
from sabacc.server.http.errors import NotFound
from sabacc.server.http.guard import language_of
from sabacc.server.http.people_services import RedactedBody, require_browser
from sabacc.server.hub import Hub
from sabacc.server.push.endpoints import Subscription, check_subscription


class PushKey(msgspec.Struct, frozen=True):
    """The server's public key for a browser's `pushManager.subscribe`; null where it sends no messages."""

    key: str | None


class NewSubscription(RedactedBody, frozen=True):
    """What the browser's push service has given."""

    endpoint: Annotated[str, Meta(max_length=2000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


def push_routes(hub: Hub) -> Router:
    """The routes about messages."""

    @get("/push")
    async def push_key() -> PushKey:
        """The key that a browser needs to take messages of this server."""
        sender = hub.push_notifier.sender
        return PushKey(sender.public_key if sender is not None else None)

    @put("/push", status_code=204)
    async def subscribe(request: HttpRequest, data: JSONBody[NewSubscription]) -> None:
        """This browser takes messages from now on, until you sign out; in the language of the request."""
        session = await require_browser(request)
        sender = hub.push_notifier.sender
        if sender is None:
            raise NotFound(Message("refusal.push-off"))
        wanted = Subscription(data.endpoint, data.p256dh, data.auth)
        check_subscription(wanted, hub.config.push_services)
        with hub.people_limits.changes.charge(session.person.id):
            await sender.subscriptions.keep(session.id, language_of(request.scope), wanted)

    @delete("/push")
    async def unsubscribe(request: HttpRequest) -> None:
        """This browser takes no messages any more."""
        session = await require_browser(request)
        if hub.push_notifier.sender is not None:
            await hub.push_notifier.sender.subscriptions.forget(session.id)

    return Router("/api", route_handlers=[push_key, subscribe, unsubscribe], tags=["people"])
