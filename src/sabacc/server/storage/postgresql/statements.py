"""How PostgreSQL writes rows of each kind, and its spelling of a statement."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

from sabacc.server.storage.hand_rows import DELETED_NAME, HAND_COLUMNS, SEAT_COLUMNS
from sabacc.server.storage.store import RowKind, Sql

# The last place in the log: what goes with an entry is written before it, so the entry's place is higher.
_LOG_END = "(SELECT coalesce(max(place), 0) FROM log)"


def spelled(sql: Sql) -> str:
    """A statement as PostgreSQL spells it."""
    return _numbered(sql) if isinstance(sql, str) else _numbered(sql.postgresql)


@functools.lru_cache(maxsize=1000)  # searches are made up of many parts
def _numbered(sql: str) -> str:
    return re.sub(r"\?(\d+)", r"$\1", sql)


def _insert(table: str, columns: Sequence[str], tail: str = "", **computed: str) -> str:
    values = {name: f"${number}" for number, name in enumerate(columns, 1)} | computed
    return f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join(values.values())}) {tail}"


STATEMENTS: Mapping[RowKind, str] = {
    RowKind.TABLE_OPENED: _insert("tables", ("id", "opened_at"), since=_LOG_END),
    RowKind.TABLE_CLOSED: "UPDATE tables SET closed_at = $2 WHERE id = $1",
    RowKind.SNAPSHOT: _insert(
        "snapshots",
        ("table_id", "version", "body"),
        "ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, body = excluded.body, since = excluded.since",
        since=_LOG_END,
    ),
    RowKind.COMMAND_DONE: _insert(
        "done_commands", ("table_id", "person", "command", "version"), "ON CONFLICT DO NOTHING"
    ),
    RowKind.COMMANDS_FORGOTTEN: "DELETE FROM done_commands WHERE table_id = $1",
    RowKind.ENTRY: _insert("log", ("table_id", "version", "at", "person", "command", "body", "salt", "digest")),
    RowKind.PRESET_ANSWERS: _insert(
        "preset_answers",
        ("table_id", "hand", "seat", "choices"),
        "ON CONFLICT (table_id, hand, seat) DO UPDATE SET choices = excluded.choices",
    ),
    RowKind.PRESET_ANSWERS_FORGOTTEN: "DELETE FROM preset_answers WHERE table_id = $1 AND hand <= $2",
    RowKind.HAND: _insert("hands", HAND_COLUMNS),
    # Who deleted their account in mid-hand is stored without id and name.
    RowKind.HAND_SEAT: _insert(
        "hand_seats",
        SEAT_COLUMNS,
        person="(SELECT id FROM people WHERE id = $3)",
        name=f"CASE WHEN $3 IS NULL OR EXISTS (SELECT 1 FROM people WHERE id = $3) THEN $4 ELSE '{DELETED_NAME}' END",
    ),
    RowKind.RATED_HAND: _insert("rated_hands", ("table_id", "number", "hand_id", "at")),
    RowKind.RATED_DEPARTURE: _insert(
        "rated_departures",
        ("table_id", "number", "person", "at", "away"),
        "ON CONFLICT (table_id, number, person) DO UPDATE SET at = excluded.at, away = excluded.away",
    ),
    RowKind.SESSION_USED: "UPDATE sessions SET used_at = $1, expires_at = $2 WHERE hash = $3",
    RowKind.PERSON_SEEN: "UPDATE people SET seen_at = $1 WHERE id = $2",
}
LAST = frozenset({RowKind.ENTRY, RowKind.COMMANDS_FORGOTTEN})  # written after all others of a commit
