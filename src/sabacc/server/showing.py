"""What everybody is shown of a table, and what only one seat is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabacc.game.events import Event, HandStarted
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.rules import Rules, write_rules
from sabacc.server import entries as en
from sabacc.server.beforehand import choices_of
from sabacc.server.protocol import ItemInfo, OptionsNow, QuestionNow, SeatInfo, TableInfo, WaitingInfo, You
from sabacc.server.state import State
from sabacc.words import held_as

encode = msgspec.json.encode


def table_info(table_id: str, state: State, here: Sequence[bool], sees: bool = True) -> TableInfo:
    """The table as everybody sees it; who may not see the hand is shown what lay there before it."""
    game, settings = state.game, state.settings
    stacks: Sequence[int] = game.stacks
    sabacc_pot = game.sabacc_pot
    if not sees and state.in_hand:
        assert state.hand is not None
        started = state.hand.events[0]
        assert isinstance(started, HandStarted)
        stacks, sabacc_pot = started.stacks, started.sabacc_pot
    return TableInfo(
        id=table_id,
        title=settings.title,
        rules=write_rules(game.rules),
        seats=[_seat(state, seat, here, stacks) for seat in range(settings.seats)],
        host=state.host_name,
        stack=settings.stack,
        access=settings.access,
        spectators=settings.spectators,
        paused=state.paused,
        closed=game.closed,
        clocks=settings.clocks,
        bots=settings.bots,
        fill_to=settings.fill_to,
        pace=settings.pace,
        sabacc_pot=sabacc_pot,
        price=game.price(sabacc_pot),
        hands=game.number,
        items=_items(state),
        waiting=[_waiting(entry) for entry in state.waiting],
        rounds=list(game.match.won),
        beforehand=choices_of(game.flow),
        for_credits=bool(game.rules.ante) or not game.flow.counts_rounds,
        in_rounds=game.flow.counts_rounds,
        levels=list(game.rules.schedule),
        level=_level(game.rules),
    )


def _level(rules: Rules) -> int:
    """Which level of the schedule is played, if any."""
    now = (*rules.blinds, rules.board_price)
    return rules.schedule.index(now) + 1 if now in rules.schedule else 0


def _seat(state: State, seat: int, here: Sequence[bool], stacks: Sequence[int]) -> SeatInfo:
    owner = state.owner(seat)
    if owner is None:
        return SeatInfo()
    return SeatInfo(
        name=state.game.names[seat],
        stack=stacks[seat],
        bot=owner.bot,
        here=owner.bot is not None or (seat < len(here) and here[seat]),
        sitting_out=state.game.sitting_out[seat],
        muted=owner.person in state.muted,
        host=owner.person is not None and owner.person == state.host,
    )


def _items(state: State) -> list[ItemInfo]:
    offered = [ItemInfo(one.item, one.seat, one.value) for one in state.proposals]
    staked = [ItemInfo(item.name, item.owner, item.price, True, item.rights) for item in state.game.counter.items]
    return offered + staked


def _waiting(entry: en.AnyEntry) -> WaitingInfo:
    """What waits, without whose account it is."""
    tag = str(entry.__struct_config__.tag)
    return WaitingInfo(tag, getattr(entry, "seat", None), getattr(entry, "name", ""))


_NOTHING_TO_DO = tuple(encode(You(seat)) for seat in range(8))


def told_to(state: State, seat: int | None, holding: bool = False) -> bytes | None:
    """`you_at` as JSON; most of the time a seat has nothing to do."""
    you = you_at(state, seat, holding)
    if you is None or seat is None:
        return None
    if you.options is None and not you.choices and not you.hand:
        return _NOTHING_TO_DO[seat]
    return encode(you)


def you_at(state: State, seat: int | None, holding: bool = False) -> You | None:
    """What only one seat is told: its question and what it may do; with `holding`, what its cards are worth too."""
    if seat is None or state.owner(seat) is None:
        return None
    hand = state.hand
    if hand is None or hand.over or seat >= len(hand.live):
        return You(seat)
    choices = tuple(sorted(state.choices[seat])) if seat in state.choices else ()
    name, total = _held(hand, seat) if holding else ("", None)
    options = hand.options(seat)
    if not len(options):
        return You(seat, None, None, choices, name, total)
    question = None
    if seat in hand.waiting:
        default = hand.now.default(hand, seat)
        question = QuestionNow(hand.question, hand.kind, default)  # type: ignore[arg-type]  # an Action is one of AnyAction
    return You(seat, _options(options), question, choices, name, total)


def _held(hand: Hand, seat: int) -> tuple[str, int | None]:
    chosen = hand.chosen[seat]
    cards = hand.hands[seat] + hand.fields[seat] + chosen
    if not cards or not hand.live[seat]:
        return "", None
    return held_as(hand.seating.rules, cards, hand.sides[seat], chosen)


def _options(options: Options) -> OptionsNow:
    return OptionsNow(
        options.actions,  # type: ignore[arg-type]  # as above
        options.raise_from,
        options.raise_to,
        options.bet,
        options.owed,
        options.fold_fee,
        options.discard_fee,
        options.board_price,
        options.may_call,
    )


def _public(event: Event) -> Event:
    """The event as a spectator sees it: the very same, if there is nothing about it to hide."""
    seen = event.seen_by(None)
    return event if seen == event else seen


class Told:
    """Some events as JSON, for every seat and for spectators; what all see alike is written once."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.public = [_public(event) for event in events]
        self.texts = [encode(event) for event in self.public]
        self._for_all = b"[" + b",".join(self.texts) + b"]"
        self.same_for_all = all(seen is event for seen, event in zip(self.public, events, strict=True))

    def to(self, seat: int | None) -> bytes:
        """The JSON array for a seat."""
        if seat is None or self.same_for_all:
            return self._for_all
        texts = []
        for event, public, text in zip(self.events, self.public, self.texts, strict=True):
            seen = public if public is event else event.seen_by(seat)
            texts.append(text if seen is public or seen == public else encode(seen))
        return b"[" + b",".join(texts) + b"]"

    def seen(self, seat: int | None) -> list[Event]:
        """The events for a seat."""
        return [event.seen_by(seat) for event in self.events]
