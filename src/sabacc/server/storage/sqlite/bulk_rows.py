"""How SQLite writes many rows of each kind with one statement."""

from __future__ import annotations

from collections.abc import Mapping

from sabacc.server.storage.hand_rows import DELETED_NAME, HAND_COLUMNS, SEAT_COLUMNS
from sabacc.server.storage.sqlite.bulk_insert import BulkStatement
from sabacc.server.storage.store import RowKind

# The last place in the log: what goes with an entry is written before it, so the entry's place is higher.
_LOG_END = "(SELECT coalesce(max(place), 0) FROM log)"

STATEMENTS: Mapping[RowKind, BulkStatement] = {
    RowKind.TABLE_OPENED: BulkStatement.insert_into("tables", ("id", "opened_at"), since=_LOG_END),
    RowKind.TABLE_CLOSED: BulkStatement(
        "UPDATE tables SET closed_at = {at} FROM json_each(?1) WHERE tables.id = {table}", ("table", "at")
    ),
    RowKind.SNAPSHOT: BulkStatement.insert_into(
        "snapshots", ("table_id", "version", "body"), blobs=["body"], verb="INSERT OR REPLACE", since=_LOG_END
    ),
    RowKind.COMMAND_DONE: BulkStatement.insert_into(
        "done_commands", ("table_id", "person", "command", "version"), verb="INSERT OR IGNORE"
    ),
    RowKind.COMMANDS_FORGOTTEN: BulkStatement(
        "DELETE FROM done_commands WHERE table_id IN (SELECT {table} FROM json_each(?1))", ("table",), last=True
    ),
    RowKind.ENTRY: BulkStatement.insert_into(
        "log",
        ("table_id", "version", "at", "person", "command", "body", "salt", "digest"),
        blobs=["body", "salt", "digest"],
        last=True,
    ),
    RowKind.PRESET_ANSWERS: BulkStatement.insert_into(
        "preset_answers", ("table_id", "hand", "seat", "choices"), verb="INSERT OR REPLACE"
    ),
    RowKind.PRESET_ANSWERS_FORGOTTEN: BulkStatement(
        "DELETE FROM preset_answers WHERE EXISTS "
        "(SELECT 1 FROM json_each(?1) WHERE preset_answers.table_id = {table} AND preset_answers.hand <= {hand})",
        ("table", "hand"),
    ),
    RowKind.HAND: BulkStatement.insert_into("hands", HAND_COLUMNS, blobs=["body"]),
    # Who deleted their account in mid-hand is stored without id and name.
    RowKind.HAND_SEAT: BulkStatement.insert_into(
        "hand_seats",
        SEAT_COLUMNS,
        person="(SELECT id FROM people WHERE id = {person})",
        name="CASE WHEN {person} IS NULL OR EXISTS (SELECT 1 FROM people WHERE id = {person}) "
        f"THEN {{name}} ELSE '{DELETED_NAME}' END",
    ),
    RowKind.RATED_HAND: BulkStatement.insert_into("rated_hands", ("table_id", "number", "hand_id", "at")),
    RowKind.RATED_DEPARTURE: BulkStatement.insert_into(
        "rated_departures", ("table_id", "number", "person", "at", "away"), verb="INSERT OR REPLACE"
    ),
    RowKind.SESSION_USED: BulkStatement(
        "UPDATE sessions SET used_at = {now}, expires_at = {expires} FROM json_each(?1) WHERE hash = {hash}",
        ("now", "expires", "hash"),
        blobs=["hash"],
    ),
    RowKind.PERSON_SEEN: BulkStatement(
        "UPDATE people SET seen_at = {now} FROM json_each(?1) WHERE people.id = {person}", ("now", "person")
    ),
}
