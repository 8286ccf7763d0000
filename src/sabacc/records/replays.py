"""Playing a record again."""

from __future__ import annotations

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
from sabacc.records.text import BEHAVIOUR, Record
from sabacc.sampling import hand_from
from sabacc.variants import flow_of

# What goes wrong when something is done again that can't have been done.
UNTRUE = (SabaccError, AssertionError, LookupError, TypeError, ValueError, ArithmeticError)


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
            redo_at_table(game, event, record.seeds)
        except UNTRUE as error:
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
    except UNTRUE as error:
        raise RecordError(f"no hand begins so: {error}", record.lines[0]) from error
    for at, event in enumerate(record.events):
        try:
            _redo_in_hand(hand, event)
        except UNTRUE as error:
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


def redo_at_table(game: Game, event: Event, seeds: dict[int, str]) -> None:
    if isinstance(event, Sat):
        game.sit(event.name, event.stack, event.seat)
    elif isinstance(event, Left):
        if event.seat in game.seated():  # not one who walked away in mid-hand and was seen off by the table
            game.leave(event.seat)
    elif isinstance(event, Rebought):
        game.rebuy(event.seat, event.amount)
    elif isinstance(event, SatOut):
        game.sit_out(event.seat)
    elif isinstance(event, CameBack):
        game.come_back(event.seat)
    elif isinstance(event, RulesChanged):
        game.change_rules(event.rules)
    elif isinstance(event, Closed):
        game.close()
    elif isinstance(event, LevelSet):
        game.set_level(event.level)
    elif isinstance(event, ItemStaked):
        game.stake_item(event.seat, event.item, event.value)
    elif isinstance(event, ItemTaken):
        game.take_item(event.seat, event.item)
    elif isinstance(event, ItemDeclined):
        game.decline_item(event.seat, event.item)
    elif isinstance(event, HandStarted):
        game.clock = event.clock
        game.deal(seeds.get(event.number), event.commitment)
    elif game.hand is not None:
        _redo_in_hand(game.hand, event)


def _redo_in_hand(hand: Hand, event: Event) -> None:
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
