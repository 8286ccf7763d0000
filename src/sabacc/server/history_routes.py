"""The history of one's hands over HTTP: finding, reading, replaying, sharing and taking them home; and one's figures."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from sabacc.server.figures import Figures, PresetFigures
from sabacc.server.finding import HandThere, History, Outcome, Page, Search
from sabacc.server.history import Past, Replay
from sabacc.server.people import signed_in
from sabacc.server.sharing import Share, Shares

LATEST = 10**15  # milliseconds: far enough
LONGEST = 100  # characters of what one looks for

Asking = Request[Any, Any, Any]
Words = Annotated[str | None, QueryParameter(max_length=LONGEST)]
Since = Annotated[
    int | None, QueryParameter(name="from", ge=0, le=LATEST, description="Hands that ended then or later.")
]
Until = Annotated[int | None, QueryParameter(name="to", ge=0, le=LATEST, description="Hands that ended before.")]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]
Seat = Annotated[int | None, QueryParameter(description="Yours, if none is named.")]
Public = Annotated[bool, QueryParameter(name="spectator", description="As a spectator saw it, without your cards.")]


class Problem(msgspec.Struct, frozen=True):
    """What was wrong, and what would be right."""

    error: str


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to be made: to a hand as one's own seat saw it, or (none) as a spectator did."""

    seat: int | None


class AllFigures(msgspec.Struct, frozen=True):
    """Somebody's figures, the preset played most first."""

    presets: list[PresetFigures]


class AllShares(msgspec.Struct, frozen=True):
    """Somebody's links, the newest first."""

    shares: list[Share]


NOBODY = {401: ResponseSpec(Problem, description="Nobody is signed in.")}
NOT_THERE = {404: ResponseSpec(Problem, description="There is no such hand, or it was not yours.")}
NOT_YOURS = {403: ResponseSpec(Problem, description="That seat was not yours.")}
NO_LINK = {404: ResponseSpec(Problem, description="There is no such link.")}


class Shelves:
    """What the routes need."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.shares = Shares(history)
        self.figures = Figures(history.database)


AtShelves = NamedDependency[Shelves]


def history_routes(history: History) -> Router:
    """The routes under /api that are about hands of the past. The application's state must hold `people`."""
    shelves = Shelves(history)
    return Router(
        "/api",
        route_handlers=[
            find_hands, show_hand, read_record, replay_hand, take_home, show_figures,
            share_hand, list_shares, take_back, replay_shared, read_shared,
        ],
        dependencies={"shelves": Provide(lambda: shelves, sync_to_thread=False)},
        tags=["history"],
    )  # fmt: skip


# ---- one's own hands


@get("/hands", responses=NOBODY)
async def find_hands(
    request: Asking,
    shelves: AtShelves,
    since: Since = None,
    until: Until = None,
    preset: Words = None,
    table: Words = None,
    opponent: Words = None,
    outcome: FromQuery[Outcome | None] = None,
    text: Words = None,
    before: Words = None,
    limit: Limit = 50,
) -> Page:
    """Your hands, the newest first; `before` of a page asks for the next one."""
    person = await signed_in(request)
    search = Search(
        preset=preset,
        table=table,
        opponent=opponent,
        since=since,
        until=until,
        outcome=outcome,
        text=text,
        before=before,
        limit=limit,
    )
    return await shelves.history.search(person.id, search)


@get("/hands/{hand:str}", responses={**NOBODY, **NOT_THERE})
async def show_hand(request: Asking, shelves: AtShelves, hand: FromPath[str]) -> HandThere:
    """One of your hands in short."""
    return await shelves.history.summary((await signed_in(request)).id, hand)


@get("/hands/{hand:str}/record", media_type=MediaType.TEXT, responses={**NOBODY, **NOT_YOURS, **NOT_THERE})
async def read_record(
    request: Asking, shelves: AtShelves, hand: FromPath[str], seat: Seat = None, public: Public = False
) -> Response[str]:
    """The record of a hand as your seat saw it, as text to keep."""
    own = await shelves.history.own_seat((await signed_in(request)).id, hand, seat)
    return await _record(await shelves.history.past(hand), None if public else own)


@get("/hands/{hand:str}/replay", responses={**NOBODY, **NOT_YOURS, **NOT_THERE})
async def replay_hand(
    request: Asking, shelves: AtShelves, hand: FromPath[str], seat: Seat = None, public: Public = False
) -> Replay:
    """A hand as your seat saw it, event by event, with a sentence for each."""
    own = await shelves.history.own_seat((await signed_in(request)).id, hand, seat)
    return await asyncio.to_thread((await shelves.history.past(hand)).replay, None if public else own)


@get("/me/history.jsonl", media_type="application/jsonl", responses=NOBODY)
async def take_home(request: Asking, shelves: AtShelves) -> Stream:
    """All your hands as JSON lines, the oldest first, each with its record; `sabacc verify` checks them."""
    person = await signed_in(request)
    headers = {"content-disposition": 'attachment; filename="sabacc-history.jsonl"'}
    return Stream(shelves.history.lines(person.id), media_type="application/jsonl", headers=headers)


@get("/me/figures", responses=NOBODY)
async def show_figures(request: Asking, shelves: AtShelves) -> AllFigures:
    """How you play: figures from all your hands, preset by preset."""
    return AllFigures(await shelves.figures.of((await signed_in(request)).id))


# ---- links


@post("/hands/{hand:str}/share", status_code=200, responses={**NOBODY, **NOT_YOURS, **NOT_THERE})
async def share_hand(request: Asking, shelves: AtShelves, hand: FromPath[str], data: JSONBody[Wanted]) -> Share:
    """A link to a hand of yours, for anybody you give it to; the same again if there is one."""
    return await shelves.shares.share((await signed_in(request)).id, hand, data.seat)


@get("/shares", responses=NOBODY)
async def list_shares(request: Asking, shelves: AtShelves) -> AllShares:
    """The links you have made."""
    return AllShares(await shelves.shares.all_of((await signed_in(request)).id))


@delete("/shares/{token:str}", responses={**NOBODY, **NO_LINK})
async def take_back(request: Asking, shelves: AtShelves, token: FromPath[str]) -> None:
    """Takes a link back."""
    await shelves.shares.take_back((await signed_in(request)).id, token)


@get("/shared/{token:str}", responses=NO_LINK)
async def replay_shared(shelves: AtShelves, token: FromPath[str]) -> Replay:
    """A hand that somebody shared, event by event; anybody with the link may look."""
    past, seat = await shelves.shares.follow(token)
    return await asyncio.to_thread(past.replay, seat, for_strangers=True)


@get("/shared/{token:str}/record", media_type=MediaType.TEXT, responses=NO_LINK)
async def read_shared(shelves: AtShelves, token: FromPath[str]) -> Response[str]:
    """The record of a hand that somebody shared."""
    return await _record(*await shelves.shares.follow(token))


async def _record(past: Past, seat: int | None) -> Response[str]:
    text = await asyncio.to_thread(past.record, seat)
    headers = {"content-disposition": f'attachment; filename="{past.file_name(seat)}"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)
