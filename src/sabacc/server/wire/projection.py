"""A table as everybody sees it, and as one seat does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from sabacc.game.events import Event, HandStarted
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.messages import ENGLISH
from sabacc.rules import next_level, write_rules
from sabacc.server.game_facts import game_facts
from sabacc.server.table import entries as en
from sabacc.server.table.buy_ins import RETURN_WITHIN, largest_buy_in, rebuy_limit
from sabacc.server.table.coach import coach_is_allowed
from sabacc.server.table.item_offers import yet_to_agree
from sabacc.server.table.lesson_state import LessonProgress
from sabacc.server.table.preset_answers import choices_in
from sabacc.server.table.settings import MAX_SEATS
from sabacc.server.table.state import TableState
from sabacc.server.wire.table_info import (
    DeferredKind,
    ItemInfo,
    LeftWith,
    LessonInfo,
    OptionsInfo,
    QuestionInfo,
    SeatInfo,
    TableInfo,
    WaitingInfo,
    You,
)
from sabacc.variants.lessons import LEARNER
from sabacc.variants.standing import standing_of
from sabacc.words import Held, held_as

encode = msgspec.json.encode
NOTHING = Held("")


def table_info(
    table_id: str, state: TableState, connected: Sequence[bool], sees_hand: bool = True, is_host: bool = False
) -> TableInfo:
    """The table as everybody sees it; for who may not see the hand, as it was before it. Hosts see the items they value."""
    game, settings = state.game, state.settings
    stacks: Sequence[int] = game.stacks
    sabacc_pot = game.sabacc_pot
    if not sees_hand and state.in_hand:
        assert state.hand is not None
        started = state.hand.events[0]
        assert isinstance(started, HandStarted)
        stacks, sabacc_pot = started.stacks, started.sabacc_pot
    return TableInfo(
        id=table_id,
        title=settings.title,
        rules=write_rules(game.rules),
        seats=[_seat(state, seat, connected, stacks) for seat in range(settings.seats)],
        host=state.host_name,
        stack=settings.stack,
        max_buy_in=largest_buy_in(settings, game),
        rebuy_to=rebuy_limit(settings, game),
        left_with=[
            LeftWith(one.name, one.credits, one.at + RETURN_WITHIN) for one in state.departures.by_person.values()
        ],
        access=settings.access,
        spectators=settings.spectators,
        paused=state.paused,
        closed=game.closed,
        clocks=settings.clocks,
        bots=settings.bots,
        fill_to=settings.fill_to,
        pace=settings.pace,
        rated=settings.rated,
        coach=coach_is_allowed(state),
        coach_for_all=settings.coach,
        sabacc_pot=sabacc_pot,
        price=game.price(sabacc_pot),
        hands=game.number,
        items=_items(state) if sees_hand or is_host or not state.in_hand else [],
        waiting=[_waiting(entry) for entry in state.deferred],
        rounds=list(game.round_score.won),
        beforehand=choices_in(game.flow),
        in_rounds=game.flow.hand_is_round,
        levels=list(game.rules.schedule),
        level=game.level,
        next_level=next_level(game.rules, game.level),
        **game_facts(game.rules),
    )


def _seat(state: TableState, seat: int, connected: Sequence[bool], stacks: Sequence[int]) -> SeatInfo:
    owner = state.owner(seat)
    if owner is None:
        return SeatInfo()
    return SeatInfo(
        name=state.game.names[seat],
        stack=stacks[seat],
        bot=owner.bot,
        here=owner.bot is not None or (seat < len(connected) and connected[seat]),
        sitting_out=state.game.sitting_out[seat],
        muted=owner.person in state.muted,
        host=owner.person is not None and owner.person == state.host,
        avatar=state.avatars.get(owner.person or ""),
        owes=state.game.owed_by(seat),
    )


def _items(state: TableState) -> list[ItemInfo]:
    offered = [
        ItemInfo(one.item, one.seat, one.value, yet_to_agree=tuple(yet_to_agree(state, one))) for one in state.proposals
    ]
    staked = [ItemInfo(item.name, item.owner, item.price, True, item.rights) for item in state.game.staked_items.items]
    return offered + staked


def _waiting(entry: en.AnyEntry) -> WaitingInfo:
    """A deferred entry, without the id of whoever asked for it."""
    kind = cast("DeferredKind", entry.__struct_config__.tag)
    return WaitingInfo(kind, getattr(entry, "seat", None), getattr(entry, "name", ""))


_IDLE_SEATS = tuple(encode(You(seat)) for seat in range(MAX_SEATS))


def private_info_json(state: TableState, seat: int | None, value_in: str | None = None) -> bytes | None:
    """`private_info` as JSON, ready-made for a seat that has nothing to do."""
    you = private_info(state, seat, value_in)
    if you is None or seat is None:
        return None
    if you.options is None and not you.choices and not you.hand and you.lesson is None:
        return _IDLE_SEATS[seat]
    return encode(you)


def private_info(state: TableState, seat: int | None, value_in: str | None = None) -> You | None:
    """What only one seat is told: its question, what it may do and, if a language is named, what its cards are worth."""
    if seat is None or state.owner(seat) is None:
        return None
    if state.lesson is not None and seat == LEARNER:
        return _learner_info(state, state.lesson, value_in)
    return _seat_info(state, seat, value_in)


def _learner_info(state: TableState, lesson: LessonProgress, value_in: str | None) -> You:
    """What the learner of a lesson is told; what may be done is what the lesson asks for."""
    you = _seat_info(state, LEARNER, value_in)
    step = lesson.step
    if step is None or state.hand is None:
        return you  # it begins with the deal
    info = LessonInfo(
        step=lesson.done,
        kind=step.kind,
        text=lesson.text(state.game.names, value_in or ENGLISH),
        at=lesson.places(),
        lights=step.lights,
        cards=lesson.cards(),
        last=lesson.is_last,
    )
    options = lesson.narrow(Options() if state.hand.over else state.hand.options(LEARNER))
    if not len(options):
        return msgspec.structs.replace(you, lesson=info, options=None, question=None)
    return msgspec.structs.replace(you, lesson=info, options=_options(options))


def _seat_info(state: TableState, seat: int, value_in: str | None) -> You:
    hand = state.hand
    if hand is None or hand.over or seat >= len(hand.live):
        return You(seat)
    choices = tuple(sorted(state.preset_answers[seat])) if seat in state.preset_answers else ()
    held = _held(hand, seat, value_in) if value_in is not None else NOTHING
    standing = standing_of(hand, seat) if held is not NOTHING else None
    options = hand.options(seat)
    if not len(options):
        return You(seat, None, None, choices, *held, standing)
    question = None
    if seat in hand.waiting:
        default = hand.phase.default(hand, seat)
        question = QuestionInfo(hand.question, hand.kind, default)
    return You(seat, _options(options), question, choices, *held, standing)


def _held(hand: Hand, seat: int, language: str) -> Held:
    chosen = hand.chosen[seat]
    cards = hand.hands[seat] + hand.fields[seat] + chosen
    if not cards or not hand.live[seat]:
        return NOTHING
    return held_as(hand.seating.rules, cards, hand.sides[seat], chosen, language)


def _options(options: Options) -> OptionsInfo:
    return OptionsInfo(
        options.actions,
        options.raise_from,
        options.raise_to,
        options.bet,
        options.owed,
        options.fold_fee,
        options.discard_fee,
        options.board_price,
        options.may_call,
    )


def _public_form(event: Event) -> Event:
    """The event as a spectator sees it; the very same object, if it hides nothing."""
    seen = event.seen_by(None)
    return event if seen == event else seen


class EncodedEvents:
    """Events as JSON for every seat and for spectators; what all see alike is encoded once."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.public = [_public_form(event) for event in events]
        self.texts = [encode(event) for event in self.public]
        self._for_all = b"[" + b",".join(self.texts) + b"]"
        self.is_public = all(seen is event for seen, event in zip(self.public, events, strict=True))

    def for_seat(self, seat: int | None) -> bytes:
        """The JSON array for a seat."""
        if seat is None or self.is_public:
            return self._for_all
        texts = []
        for event, public, text in zip(self.events, self.public, self.texts, strict=True):
            seen = public if public is event else event.seen_by(seat)
            texts.append(text if seen is public or seen == public else encode(seen))
        return b"[" + b",".join(texts) + b"]"

    def visible_to(self, seat: int | None) -> list[Event]:
        """The events for a seat."""
        return [event.seen_by(seat) for event in self.events]
