"""One's hands over HTTP: searching, reading, replaying, sharing and exporting them, and statistics."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, Router, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from sabacc.messages import Message
from sabacc.server.history.archive import FinishedHand, Replay
from sabacc.server.history.reviews import HandReviews, ReviewedHand
from sabacc.server.history.search import HandFilter, HandPage, HandSummary, History, Outcome
from sabacc.server.history.session_summary import SessionSummary, read_session, summarise
from sabacc.server.history.share_links import ShareLink, ShareLinks
from sabacc.server.history.stats import PresetStats, read_stats
from sabacc.server.http.auth import HttpRequest, require_person
from sabacc.server.http.errors import NotFound
from sabacc.server.http.guard import language_of

MAX_TIME = 10**15  # milliseconds since 1970
MAX_TEXT = 100  # characters

Words = Annotated[str | None, QueryParameter(max_length=MAX_TEXT)]
Since = Annotated[
    int | None, QueryParameter(name="from", ge=0, le=MAX_TIME, description="Hands that ended then or later.")
]
Until = Annotated[int | None, QueryParameter(name="to", ge=0, le=MAX_TIME, description="Hands that ended before.")]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]
Seat = Annotated[int | None, QueryParameter(description="Yours, if none is named.")]
Public = Annotated[bool, QueryParameter(name="spectator", description="As a spectator saw it, without your cards.")]


class Problem(msgspec.Struct, frozen=True):
    """What was wrong, and what would be right."""

    error: str


class ShareRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to be made: to a hand as one's own seat saw it, or (none) as a spectator did."""

    seat: int | None


class PlayerStats(msgspec.Struct, frozen=True):
    """A player's statistics, the preset played most first."""

    presets: list[PresetStats]


class ShareLinkList(msgspec.Struct, frozen=True):
    """Somebody's links, the newest first."""

    shares: list[ShareLink]


NOT_AUTHENTICATED = {401: ResponseSpec(Problem, description="Nobody is signed in.")}
HAND_NOT_FOUND = {404: ResponseSpec(Problem, description="There is no such hand, or it was not yours.")}
SEAT_FORBIDDEN = {403: ResponseSpec(Problem, description="That seat was not yours.")}
NEVER_PLAYED = {404: ResponseSpec(Problem, description="You have played no hand at this table.")}
LINK_NOT_FOUND = {404: ResponseSpec(Problem, description="There is no such link.")}


class HistoryServices:
    """What the routes need."""

    def __init__(self, history: History, reviews: HandReviews) -> None:
        self.history = history
        self.reviews = reviews
        self.shares = ShareLinks(history)


HistoryDependency = NamedDependency[HistoryServices]


def history_routes(history: History, reviews: HandReviews) -> Router:
    """The routes about one's hands; the application's state must hold `people`."""
    services = HistoryServices(history, reviews)
    return Router(
        "/api",
        route_handlers=[
            find_hands, show_hand, hand_at_table, summarise_session, read_record, replay_hand, review_hand, export_history,
            show_stats, share_hand, list_shares, revoke_share, replay_shared, read_shared,
        ],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        tags=["history"],
    )  # fmt: skip


# ---- one's own hands


@get("/hands", responses=NOT_AUTHENTICATED)
async def find_hands(
    request: HttpRequest,
    services: HistoryDependency,
    since: Since = None,
    until: Until = None,
    preset: Words = None,
    table: Words = None,
    opponent: Words = None,
    outcome: FromQuery[Outcome | None] = None,
    text: Words = None,
    before: Words = None,
    limit: Limit = 50,
) -> HandPage:
    """Your hands, the newest first; `before` of a page asks for the next one."""
    person = await require_person(request)
    search = HandFilter(
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
    return await services.history.search(person.id, search)


@get("/hands/{hand:str}", responses={**NOT_AUTHENTICATED, **HAND_NOT_FOUND})
async def show_hand(request: HttpRequest, services: HistoryDependency, hand: FromPath[str]) -> HandSummary:
    """One of your hands in short."""
    return await services.history.summary((await require_person(request)).id, hand)


@get("/tables/{table:str}/hands/{number:int}", responses={**NOT_AUTHENTICATED, **HAND_NOT_FOUND})
async def hand_at_table(
    request: HttpRequest, services: HistoryDependency, table: FromPath[str], number: FromPath[int]
) -> HandSummary:
    """One of your hands in short, by the table and its number there."""
    return await services.history.summary_at((await require_person(request)).id, table, number)


@get("/tables/{table:str}/session", responses={**NOT_AUTHENTICATED, **NEVER_PLAYED})
async def summarise_session(request: HttpRequest, services: HistoryDependency, table: FromPath[str]) -> SessionSummary:
    """How it went for you at a table: all your hands there, the best of them and the biggest pot."""
    person = (await require_person(request)).id
    found = await services.history.slow_reads.read(person, lambda transaction: read_session(transaction, table, person))
    if found is None:
        raise NotFound(Message("refusal.no-hand-at-table"))
    return await asyncio.to_thread(summarise, table, found)


@get(
    "/hands/{hand:str}/record",
    media_type=MediaType.TEXT,
    responses={**NOT_AUTHENTICATED, **SEAT_FORBIDDEN, **HAND_NOT_FOUND},
)
async def read_record(
    request: HttpRequest, services: HistoryDependency, hand: FromPath[str], seat: Seat = None, public: Public = False
) -> Response[str]:
    """The record of a hand as your seat saw it, as text to keep."""
    own = await services.history.own_seat((await require_person(request)).id, hand, seat)
    found = await services.history.finished_hand(hand)
    evidence = await services.history.log_heads.evidence(found.hand["table_id"])
    return await _record(found, None if public else own, evidence)


@get("/hands/{hand:str}/replay", responses={**NOT_AUTHENTICATED, **SEAT_FORBIDDEN, **HAND_NOT_FOUND})
async def replay_hand(
    request: HttpRequest, services: HistoryDependency, hand: FromPath[str], seat: Seat = None, public: Public = False
) -> Replay:
    """A hand as your seat saw it, event by event, with a sentence for each."""
    own = await services.history.own_seat((await require_person(request)).id, hand, seat)
    found = await services.history.finished_hand(hand)
    return await asyncio.to_thread(found.replay, None if public else own, language_of(request.scope))


@get("/hands/{hand:str}/review", responses={**NOT_AUTHENTICATED, **SEAT_FORBIDDEN, **HAND_NOT_FOUND})
async def review_hand(
    request: HttpRequest, services: HistoryDependency, hand: FromPath[str], seat: Seat = None
) -> ReviewedHand:
    """What each of your decisions in a hand was worth, by what you knew; ask again for a surer answer."""
    person = (await require_person(request)).id
    own = await services.history.own_seat(person, hand, seat)
    found = await services.history.finished_hand(hand)
    return await services.reviews.look(found, own, person, language_of(request.scope))


@get("/me/history.jsonl", media_type="application/jsonl", responses=NOT_AUTHENTICATED)
async def export_history(request: HttpRequest, services: HistoryDependency) -> Stream:
    """All your hands as JSON lines, the oldest first, each with its record; `sabacc verify` checks them."""
    person = await require_person(request)
    headers = {"content-disposition": 'attachment; filename="sabacc-history.jsonl"'}
    return Stream(services.history.export_lines(person.id), media_type="application/jsonl", headers=headers)


@get("/me/figures", responses=NOT_AUTHENTICATED)
async def show_stats(request: HttpRequest, services: HistoryDependency) -> PlayerStats:
    """How you play: figures from all your hands, preset by preset."""
    person = (await require_person(request)).id
    return PlayerStats(
        await services.history.slow_reads.read(person, lambda transaction: read_stats(transaction, person))
    )


# ---- links


@post("/hands/{hand:str}/share", status_code=200, responses={**NOT_AUTHENTICATED, **SEAT_FORBIDDEN, **HAND_NOT_FOUND})
async def share_hand(
    request: HttpRequest, services: HistoryDependency, hand: FromPath[str], data: JSONBody[ShareRequest]
) -> ShareLink:
    """A link to a hand of yours, for anybody you give it to; the same again if there is one."""
    return await services.shares.create((await require_person(request)).id, hand, data.seat)


@get("/shares", responses=NOT_AUTHENTICATED)
async def list_shares(request: HttpRequest, services: HistoryDependency) -> ShareLinkList:
    """The links you have made."""
    return ShareLinkList(await services.shares.list_for((await require_person(request)).id))


@delete("/shares/{token:str}", responses={**NOT_AUTHENTICATED, **LINK_NOT_FOUND})
async def revoke_share(request: HttpRequest, services: HistoryDependency, token: FromPath[str]) -> None:
    """Takes a link back."""
    await services.shares.revoke((await require_person(request)).id, token)


@get("/shared/{token:str}", responses=LINK_NOT_FOUND)
async def replay_shared(request: HttpRequest, services: HistoryDependency, token: FromPath[str]) -> Replay:
    """A hand that somebody shared, event by event; anybody with the link may look."""
    hand, seat = await services.shares.resolve(token)
    return await asyncio.to_thread(hand.replay, seat, language_of(request.scope), for_strangers=True)


@get("/shared/{token:str}/record", media_type=MediaType.TEXT, responses=LINK_NOT_FOUND)
async def read_shared(services: HistoryDependency, token: FromPath[str]) -> Response[str]:
    """The record of a hand that somebody shared."""
    found, seat = await services.shares.resolve(token)
    return await _record(
        found, seat, await services.history.log_heads.evidence(None)
    )  # strangers don't learn the table


async def _record(hand: FinishedHand, seat: int | None, evidence: dict[str, Any]) -> Response[str]:
    text = await asyncio.to_thread(hand.record, seat, evidence)
    headers = {"content-disposition": f'attachment; filename="{hand.file_name(seat)}"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)
