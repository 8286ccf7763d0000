"""The coach at a table: who may ask it, and what it answers, worked out beside the bots from what the asker's seat may know."""

from __future__ import annotations

import msgspec

from sabacc.errors import IllegalAction
from sabacc.game.hand import Hand
from sabacc.messages import Message
from sabacc.review.advice import advise, reason
from sabacc.review.odds_strip import OddsStrip, odds_strip
from sabacc.server.bot_workers import BotRequest, bot_request, view_of
from sabacc.server.http.errors import Forbidden
from sabacc.server.table.state import TableState

SEARCHER = "master"  # whose search it is


class CoachRequest(msgspec.Struct, frozen=True):
    """What a worker gets: the seat's decision, what is asked about it, and in which language it is answered."""

    decision: bytes
    advice: bool
    language: str


class CoachAnswer(msgspec.Struct, frozen=True):
    """What it finds."""

    odds: OddsStrip | None = None
    advice: str = ""


def coach_is_allowed(state: TableState) -> bool:
    """Where everybody who sat down has agreed to it, and alone against bots; never where games count, nor in lessons."""
    if state.settings.rated or state.tournament or state.lesson is not None:
        return False
    return state.settings.coach or len(state.person_seats()) <= 1


def coach_request(state: TableState, seat: int, question: int, advice: bool, language: str) -> bytes:
    """The request for a worker; raises where the coach may not be asked."""
    if not coach_is_allowed(state):
        raise Forbidden(Message("refusal.coach-not-here"))
    hand = state.hand
    if hand is None or not _is_asked(hand, seat, question):
        raise IllegalAction(Message("refusal.coach-question"))
    return msgspec.msgpack.encode(CoachRequest(bot_request(hand, seat, SEARCHER), advice, language))


def _is_asked(hand: Hand, seat: int, question: int) -> bool:
    pending = hand.pending.get(seat)
    return pending is not None and pending.number == question


def coach_in_worker(encoded: bytes) -> bytes:
    """The answer, encoded; runs in a process of its own."""
    request = msgspec.msgpack.decode(encoded, type=CoachRequest)
    view = view_of(msgspec.msgpack.decode(request.decision, type=BotRequest))
    if not request.advice:
        return msgspec.msgpack.encode(CoachAnswer(odds=odds_strip(view)))
    advice = advise(view)
    said = "" if advice is None else reason(advice, view).text(request.language)
    return msgspec.msgpack.encode(CoachAnswer(advice=said[:1].upper() + said[1:]))
