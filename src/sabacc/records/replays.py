"""Playing a record again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabacc.chance import Chance, ScriptedChance
from sabacc.errors import RecordError, SabaccError
from sabacc.game.events import (
    Acted,
    CameBack,
    ClockStruck,
    Closed,
    Event,
    HandStarted,
    ItemDeclined,
    ItemStaked,
    ItemTaken,
    Left,
    LevelSet,
    Rebought,
    RulesChanged,
    Sat,
    SatOut,
    WalkedAway,
)
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.records.text import Record
from sabacc.rules import BEHAVIOUR
from sabacc.sampling import hand_from
from sabacc.variants import flow_of

# What goes wrong when something is done again that can't have been done.
REPLAY_ERRORS = (SabaccError, AssertionError, LookupError, TypeError, ValueError, ArithmeticError)


def script_to_json(answers: dict[Any, Any]) -> dict[str, Any]:
    """A script of chance with keys that JSON can have: `shuffle 1`, `roll 3`."""
    return {" ".join(map(str, key)): list(a) if isinstance(a, tuple) else a for key, a in answers.items()}


def script_from_json(script: dict[str, Any]) -> dict[Any, Any]:
    """And back."""
    return {tuple(int(w) if w.lstrip("-").isdigit() else w for w in key.split()): a for key, a in script.items()}


def chance_of(record: Record) -> Chance:
    """The chance a full record was played with."""
    chance = Chance(record.seed or "")
    return ScriptedChance(script_from_json(record.script), chance) if record.script else chance


def replay_game(record: Record) -> Game:
    """Plays a whole game again; the events must come out the same, byte for byte."""
    game = Game(record.rules, (), (), chance_of(record), flow_of)
    if record.names:
        raise RecordError("a game's players sit down one by one; its head names nobody", record.head.get("names"))
    for at, event in enumerate(record.events):
        try:
            apply_at_table(game, event, record.seeds)
        except REPLAY_ERRORS as error:
            compare(record, game.events)
            raise RecordError(f"this can't have happened: {error}", record.lines[at]) from error
    compare(record, game.events)
    return game


def replay_hand(record: Record) -> Hand:
    """Plays one hand again; the events must come out the same, byte for byte."""
    started = record.events[0] if record.events else None
    if not isinstance(started, HandStarted):
        raise RecordError("a hand's record begins with hand-started", record.lines[0] if record.lines else None)
    try:
        hand = hand_from(record.rules, record.names, started, chance_of(record))
    except REPLAY_ERRORS as error:
        raise RecordError(f"no hand begins so: {error}", record.lines[0]) from error
    for at, event in enumerate(record.events):
        try:
            _apply_in_hand(hand, event)
        except REPLAY_ERRORS as error:
            compare(record, hand.events)
            raise RecordError(f"this can't have happened: {error}", record.lines[at]) from error
    compare(record, hand.events)
    return hand


def replay(record: Record) -> Game | Hand:
    """Plays a full record again."""
    if record.kind != "full":
        raise RecordError("only a full record has the seed to play it again; a seat's record can be told and verified.")
    if record.behaviour != BEHAVIOUR:
        raise RecordError(
            f"this was played under behaviour {record.behaviour}, and the engine is at {BEHAVIOUR}: "
            "it can be shown from its stored events, not played again."
        )
    return replay_game(record) if record.scope == "game" else replay_hand(record)


def apply_at_table(game: Game, event: Event, seeds: dict[int, str]) -> None:
    """Does again what an event says was done at the table; what only follows from something else is passed over."""
    again = _AT_TABLE.get(type(event))
    if isinstance(event, HandStarted):
        game.clock = event.clock
        game.deal(seeds.get(event.number), event.commitment)
    elif again is not None:
        again(game, event)
    elif game.hand is not None:
        _apply_in_hand(game.hand, event)


def _leave(game: Game, event: Left) -> None:
    if event.seat in game.seated():  # not one who walked away in mid-hand and was seen off by the table
        game.leave(event.seat)


_AT_TABLE: dict[type[Event], Callable[[Game, Any], object]] = {
    Sat: lambda game, event: game.sit(event.name, event.stack, event.seat, event.owes),
    Left: _leave,
    Rebought: lambda game, event: game.rebuy(event.seat, event.amount),
    SatOut: lambda game, event: game.sit_out(event.seat),
    CameBack: lambda game, event: game.come_back(event.seat),
    RulesChanged: lambda game, event: game.change_rules(event.rules),
    Closed: lambda game, _event: game.close(),
    LevelSet: lambda game, event: game.set_level(event.level),
    ItemStaked: lambda game, event: game.stake_item(event.seat, event.item, event.value),
    ItemTaken: lambda game, event: game.take_item(event.seat, event.item),
    ItemDeclined: lambda game, event: game.decline_item(event.seat, event.item),
}


def _apply_in_hand(hand: Hand, event: Event) -> None:
    if isinstance(event, WalkedAway):
        hand.leave(event.seat)
    elif isinstance(event, ClockStruck):
        hand.clock_strikes()
    elif isinstance(event, ItemStaked):
        hand.stake(event.seat, event.item, event.value)
    elif isinstance(event, Acted) and event.by == "clock":
        hand.time_out(event.seat)
    elif isinstance(event, Acted) and event.by == "player":
        hand.act(event.seat, event.action)


def compare(record: Record, played: list[Event]) -> None:
    """Names the first place at which the record says something else than what was played."""
    for place, (said, done) in enumerate(zip(record.events, played, strict=False)):
        if said != done:
            raise RecordError(f"the record says {said!r}, but played again it is {done!r}", record.lines[place])
    if len(played) != len(record.events):
        line = record.lines[min(len(played), len(record.events)) - 1] if record.lines else None
        raise RecordError(f"the record has {len(record.events)} events, but played again there are {len(played)}", line)
