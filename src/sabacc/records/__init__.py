"""Records: a hand or a whole game as text, written, read, replayed and verified."""

from __future__ import annotations

from sabacc.chance import Chance, ScriptedChance
from sabacc.errors import RecordError
from sabacc.game.events import Event, HandStarted, Sat
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.messages import ENGLISH
from sabacc.records.replays import REPLAY_ERRORS, script_to_json
from sabacc.records.replays import replay as replay_record
from sabacc.records.text import FORMAT, Record, read, write
from sabacc.records.upgrade import EventUpgrade, upgrade_events
from sabacc.records.verification import Verdict, verify
from sabacc.rules import BEHAVIOUR, find_preset
from sabacc.words import Teller

__all__ = [
    "BEHAVIOUR",
    "FORMAT",
    "Record",
    "Verdict",
    "read",
    "record_game",
    "record_hand",
    "replay",
    "tell_record",
    "upgrade_events",
    "verify",
    "write",
]

FULL = -1  # not a seat: a full record


def record_game(game: Game, seat: int | None = FULL) -> str:
    """A game as text: in full, with its seed, or as a seat saw it (None: a spectator)."""
    record = Record("full", "game", game.first_rules, (), game.events)
    if seat == FULL:
        _add_chance(record, game.chance)
        record.seeds = dict(game.seeds)
    else:
        _redact(record, seat)
    return write(record, tell_record(record))


def record_hand(hand: Hand, seat: int | None = FULL) -> str:
    """One hand as text: in full, with its seed, or as a seat saw it (None: a spectator)."""
    record = Record("full", "hand", hand.seating.rules, hand.seating.names, hand.events)
    if seat == FULL:
        _add_chance(record, hand.seating.chance)
    else:
        _redact(record, seat)
    return write(record, tell_record(record))


def replay(text: str) -> Game | Hand:
    """Plays a full record again, and returns the game or hand as it then stands."""
    return replay_record(read(text))


def tell_record(record: Record, language: str = ENGLISH) -> list[str]:
    """A sentence for each event, as the record's seat would tell it; nothing where it goes without saying."""
    names = list(record.names)
    teller = Teller(names, record.seat, record.rules, language)
    upgrade = EventUpgrade(record.rules, record.behaviour)
    sentences: list[str] = []
    for at, event in enumerate(record.events):
        try:
            _track_name(names, event, find_preset(record.rules.preset).players[1])
            sentences.append(teller.tell(upgrade.event(event)))
        except REPLAY_ERRORS as error:
            line = record.lines[at] if record.lines else None
            raise RecordError(f"this can't be told: {event!r}", line) from error
    return sentences


def _track_name(names: list[str], event: Event, most: int) -> None:
    if isinstance(event, Sat) and 0 <= event.seat < most:
        names += [""] * (event.seat + 1 - len(names))
        names[event.seat] = event.name
    elif isinstance(event, HandStarted):
        names += [""] * (len(event.stacks[:most]) - len(names))


def _add_chance(record: Record, chance: Chance) -> None:
    record.seed = chance.seed
    if isinstance(chance, ScriptedChance):
        record.script = script_to_json(chance.answers)


def _redact(record: Record, seat: int | None) -> None:
    record.kind = "seat"
    record.seat = seat
    record.events = [event.seen_by(seat) for event in record.events]


Game.writer = record_game
