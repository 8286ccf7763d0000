"""A row that was changed behind the server's back stays a changed one, whatever is done to its database afterwards."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

import pytest

from sabacc.server.storage.sqlite.checksums import bring_up_to_date, sum_up, wrong_rows
from sabacc.server.storage.sqlite.migrations import EVIDENCE_VERSION, MIGRATIONS, migrate, version_of


@pytest.fixture
def old() -> Iterator[sqlite3.Connection]:
    """A database of an older version, with a row that was changed, one that was deleted and one that was added."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, EVIDENCE_VERSION)
        for name in ("ana", "ben", "cy"):
            _add(connection, name)
        sum_up(connection)
        connection.execute("UPDATE people SET seen_at = 2 WHERE id = 'ben'")
        connection.execute("DELETE FROM people WHERE id = 'cy'")
        _add(connection, "mallory")
        yield connection


def _add(connection: sqlite3.Connection, name: str) -> None:
    connection.execute(
        "INSERT INTO people (id, name, key, created_at, seen_at) VALUES (?, ?, ?, 1, 1)", (name, name, name)
    )


def test_an_update_of_the_schema_makes_no_changed_row_a_right_one(old: sqlite3.Connection) -> None:
    before = {str(one) for one in wrong_rows(old)}
    bring_up_to_date(old)
    assert version_of(old) == len(MIGRATIONS)
    assert {str(one) for one in wrong_rows(old)} == before == {
        "people: the row ben is not as it was written.",
        "people: the row cy is missing.",
        "people: the row mallory was not written by the server.",
    }  # fmt: skip


def test_rows_without_checksums_are_summed_up_as_they_are(old: sqlite3.Connection) -> None:
    old.execute("DELETE FROM checksums")
    bring_up_to_date(old)
    assert not list(wrong_rows(old))
