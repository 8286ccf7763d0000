"""Leaderboards and players' pages over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Router, delete, get, put
from litestar.params import FromPath, FromQuery, JSONBody

from sabacc.messages import Message
from sabacc.rules import find_preset
from sabacc.server.http.auth import HttpRequest, current_person, require_person
from sabacc.server.http.errors import NotFound
from sabacc.server.http.guard import address_of
from sabacc.server.http.people_services import require_browser
from sabacc.server.hub import Hub
from sabacc.server.ratings.leaderboards import Leaderboard, Period, read_leaderboard
from sabacc.server.ratings.player_page import PlayerPage, read_player_page
from sabacc.server.ratings.profile import Profile, read_profile, set_private, set_shown
from sabacc.server.ratings.scale import ALL_GAMES


class NewPrivacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether nobody else sees one's page, and no leaderboard has one."""

    private: bool


def ratings_routes(hub: Hub) -> Router:
    """The routes about ratings."""
    store, people, read_slowly = hub.store, hub.people, hub.slow_reads.read

    @get("/leaderboards", tags=["ratings"])
    async def leaderboard(
        request: HttpRequest, game: FromQuery[str] = ALL_GAMES, period: FromQuery[Period] = "all"
    ) -> Leaderboard:
        """The best of a game, or those who gained most in this week or month; `game` is a preset, or "all"."""
        if game != ALL_GAMES:
            find_preset(game)
        now, asking = people.sessions.now(), await _who_asks(request)
        return await read_slowly(asking, lambda job: read_leaderboard(job, game, period, now))

    @get("/players/{name:str}", tags=["ratings"])
    async def player(request: HttpRequest, name: FromPath[str]) -> PlayerPage:
        """A player's page: ratings, curves, results, trophies, favourite games, and hands they chose to show."""
        reader = await current_person(request)
        own = reader.id if reader is not None else None
        return await read_slowly(await _who_asks(request), lambda job: read_player_page(job, name, own))

    async def _who_asks(request: HttpRequest) -> str:
        """A person, or the address of a stranger: they take turns with others."""
        person = await current_person(request)
        return person.id if person is not None else address_of(request.scope, hub.config.security)

    @get("/me/profile", tags=["ratings"])
    async def own_profile(request: HttpRequest) -> Profile:
        """Whether your page is private, and which of your links stand on it."""
        person = await require_person(request)
        return await store.read(lambda job: read_profile(job, person.id))

    @put("/me/profile", tags=["ratings"])
    async def change_profile(request: HttpRequest, data: JSONBody[NewPrivacy]) -> Profile:
        """Keep your page to yourself, or show it."""
        person = (await require_browser(request)).person
        return await store.write(lambda job: set_private(job, person.id, data.private))

    @put("/me/profile/hands/{token:str}", tags=["ratings"])
    async def show_hand(request: HttpRequest, token: FromPath[str]) -> Profile:
        """Put a link of yours to a hand on your page."""
        return await _set_shown(request, token, shown=True)

    @delete("/me/profile/hands/{token:str}", status_code=200, tags=["ratings"])
    async def hide_hand(request: HttpRequest, token: FromPath[str]) -> Profile:
        """Take a link off your page; it works on."""
        return await _set_shown(request, token, shown=False)

    async def _set_shown(request: HttpRequest, token: str, shown: bool) -> Profile:
        person = (await require_browser(request)).person
        found = await store.write(lambda job: set_shown(job, person.id, token, shown))
        if found is None:
            raise NotFound(Message("refusal.no-share-link"))
        return found

    handlers: list[Any] = [leaderboard, player, own_profile, change_profile, show_hand, hide_hand]
    return Router("/api", route_handlers=handlers)
