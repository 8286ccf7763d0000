"""The check of a whole database: true ones pass, and whatever is changed in one is found where it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabacc.errors import SabaccError
from sabacc.rules import BEHAVIOUR, read_rules
from sabacc.server.history.archive import pack, unpack
from sabacc.server.storage.hash_chain import entry_digest
from sabacc.server.storage.verify import verify_database
from sabacc.server.table import entries as en
from tests.server.played_tables import HOUSE_RULES, PlayedTable, database_of, new_database

HANDS = 200 if os.environ.get("SABACC_SOAK") else 5


@pytest.fixture
def played_table(tmp_path: Path) -> PlayedTable:
    """One table after three hands, in a database of its own."""
    table = PlayedTable(new_database(tmp_path / "x.sqlite3"), "t", {"preset": "classic", "items": True})
    table.play(3)
    return table


def faults(played_table: PlayedTable) -> list[str]:
    """What the check finds."""
    return verify_database(database_of(played_table.connection), processes=1).faults


def one_fault(played_table: PlayedTable, *words: str) -> None:
    """The check finds exactly one fault, and its sentence has these words."""
    (fault,) = faults(played_table)
    assert not [word for word in words if word not in fault], fault
    assert fault.startswith("table t")
    assert fault.endswith(".")


def entry_of(played_table: PlayedTable, kind: type[en.Entry], which: int = 0) -> tuple[int, Any]:
    """An entry of the log, and its version."""
    rows = played_table.connection.execute("SELECT version, body FROM log ORDER BY version").fetchall()
    found = [(row["version"], en.read_entry(row["body"], played_table.vault)) for row in rows]
    return [one for one in found if isinstance(one[1], kind)][which]


def change_entry(played_table: PlayedTable, version: int, entry: en.Entry) -> None:
    """Another entry in its place."""
    change_log(played_table, version, en.write_entry(entry, played_table.vault))


def change_log(played_table: PlayedTable, version: int, body: bytes) -> None:
    """Something else in an entry's place, with a digest that fits."""
    connection = played_table.connection
    at, person, command, salt = connection.execute(
        "SELECT at, person, command, salt FROM log WHERE version = ?", (version,)
    ).fetchone()
    digest = entry_digest(played_table.table, version, at, person, command, body, salt)
    connection.execute("UPDATE log SET body = ?, digest = ? WHERE version = ?", (body, digest, version))


def change_body(played_table: PlayedTable, number: int, **changes: Any) -> int:
    """A hand that is kept otherwise; the version with which it ended."""
    row = played_table.connection.execute("SELECT version, body FROM hands WHERE number = ?", (number,)).fetchone()
    kept = msgspec.structs.replace(unpack(row["body"]), **changes)
    body = pack(read_rules(kept.rules), kept.seed, kept.salt, kept.events)
    played_table.connection.execute("UPDATE hands SET body = ? WHERE number = ?", (body, number))
    return int(row["version"])


# ---- true ones


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=lambda rules: "-".join(map(str, rules.values())))
def test_what_was_played_is_true(tmp_path: Path, rules: dict[str, Any]) -> None:
    table = PlayedTable(new_database(tmp_path / "x.sqlite3"), "t", rules)
    table.play(HANDS)
    report = verify_database(database_of(table.connection), processes=1)
    assert report.faults == []
    assert (report.tables, report.hands, report.entries) == (1, HANDS, table.state.version)


def test_a_hand_still_in_play_is_no_fault(played_table: PlayedTable) -> None:
    played_table.deal()
    assert faults(played_table) == []


def test_a_table_that_has_closed_is_no_fault(played_table: PlayedTable) -> None:
    played_table.do(en.Ended())
    played_table.keep_snapshot()
    assert faults(played_table) == []


def test_a_server_that_is_in_the_middle_of_writing_is_no_fault(played_table: PlayedTable) -> None:
    played_table.connection.execute("BEGIN IMMEDIATE")
    played_table.deal()
    assert faults(played_table) == []


def test_somebody_who_deleted_their_account_is_no_fault(played_table: PlayedTable) -> None:
    played_table.connection.execute("UPDATE hand_seats SET person = NULL, name = 'somebody who left' WHERE seat = 1")
    assert faults(played_table) == []


def test_the_report_is_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    connection = new_database(tmp_path / "x.sqlite3")
    for table in ("a", "b", "c"):
        PlayedTable(connection, table, {"preset": "cloud-city"}).play(2)
    connection.execute("UPDATE hand_seats SET won = won + 1")
    one, two = (verify_database(tmp_path / "x.sqlite3", processes=processes) for processes in (1, 2))
    assert one == two
    assert one.faults


def test_progress_is_told_in_entries(played_table: PlayedTable) -> None:
    told: list[tuple[int, int]] = []
    verify_database(database_of(played_table.connection), lambda done, total: told.append((done, total)), processes=1)
    assert told == [(played_table.state.version, played_table.state.version)]


# ---- logs that were changed


def test_an_entry_that_is_missing_is_named(played_table: PlayedTable) -> None:
    played_table.connection.execute("DELETE FROM log WHERE version = 9")
    assert "table t, version 9: this entry is missing: the next one in the log is 10." in faults(played_table)


def test_a_log_without_its_beginning_is_a_fault(played_table: PlayedTable) -> None:
    played_table.connection.execute("DELETE FROM log WHERE version = 1")
    assert faults(played_table)[0].startswith("table t, version 1:")


def test_an_entry_that_is_none_is_named(played_table: PlayedTable) -> None:
    change_log(played_table, 8, b'{"type":"nonsense"}')
    one_fault(played_table, "version 8", "can't have happened")


def test_something_that_can_not_have_happened_is_named(played_table: PlayedTable) -> None:
    version, _ = entry_of(played_table, en.HandDealt, 1)
    change_entry(played_table, version, en.CameBack(0))
    one_fault(played_table, f"version {version}", "can't have happened")


def test_a_deed_that_was_changed_is_found(played_table: PlayedTable) -> None:
    version, did = entry_of(played_table, en.ActionTaken)
    change_entry(played_table, version, en.TimedOut(did.seat))
    assert faults(played_table)


def test_another_stack_to_sit_down_with_is_found(played_table: PlayedTable) -> None:
    version, sat = entry_of(played_table, en.SatDown)
    change_entry(played_table, version, msgspec.structs.replace(sat, stack=sat.stack + 1))
    assert faults(played_table)


@pytest.mark.parametrize("what", ["seed", "salt"])
def test_another_seed_or_salt_than_was_promised_is_found(played_table: PlayedTable, what: str) -> None:
    """The log alone is changed: the kept hand says what its players were told."""
    version, dealt = entry_of(played_table, en.HandDealt, 2)
    change_entry(played_table, version, msgspec.structs.replace(dealt, **{what: "00"}))
    found = " ".join(faults(played_table))
    assert found
    if what == "salt":  # with another seed the play itself goes wrong first
        assert "promised" in found


def test_a_log_cut_short_leaves_hands_and_a_snapshot_that_never_were(played_table: PlayedTable) -> None:
    version, _ = entry_of(played_table, en.HandDealt, 2)
    played_table.connection.execute("DELETE FROM log WHERE version >= ?", (version,))
    found = faults(played_table)
    assert any("hand 3 is kept, and was never played" in fault for fault in found)
    assert any(f"the log ends at version {version - 1}" in fault for fault in found)


# ---- what is kept, changed


def test_a_snapshot_that_is_not_the_table_is_found(played_table: PlayedTable) -> None:
    row = played_table.connection.execute("SELECT version, body FROM snapshots").fetchone()
    saved = msgspec.json.decode(row["body"])
    saved["table"]["stacks"][0] += 1
    played_table.connection.execute("UPDATE snapshots SET body = ?", (msgspec.json.encode(saved),))
    one_fault(played_table, f"version {row['version']}", "snapshot")


def test_a_snapshot_that_can_not_be_read_is_found(played_table: PlayedTable) -> None:
    played_table.connection.execute("UPDATE snapshots SET body = ?", (b"{",))
    one_fault(played_table, "snapshot", "can't be read")


def test_a_snapshot_from_the_middle_of_a_hand_is_found(played_table: PlayedTable) -> None:
    version, _ = entry_of(played_table, en.HandDealt, 1)
    played_table.connection.execute("UPDATE snapshots SET version = ?", (version,))
    one_fault(played_table, f"version {version}", "middle of a hand")


def test_an_event_of_a_kept_hand_that_was_changed_is_found(played_table: PlayedTable) -> None:
    row = played_table.connection.execute("SELECT body FROM hands WHERE number = 2").fetchone()
    events = unpack(row["body"]).events
    version = change_body(played_table, 2, events=[*events[:-1], msgspec.structs.replace(events[-1], sabacc_pot=10**6)])
    one_fault(played_table, f"version {version}", "hand 2", "otherwise than it was played", "1000000")


def test_a_kept_hand_that_is_shorter_than_the_one_played_is_found(played_table: PlayedTable) -> None:
    row = played_table.connection.execute("SELECT body FROM hands WHERE number = 2").fetchone()
    version = change_body(played_table, 2, events=unpack(row["body"]).events[:-1])
    one_fault(played_table, f"version {version}", "events")


@pytest.mark.parametrize(
    ("changes", "word"),
    [({"seed": "00"}, "seed"), ({"salt": "00"}, "salt"), ({"rules": {"preset": "classic", "ante": 9}}, "rules")],
)
def test_a_kept_hand_with_another_seed_salt_or_rules_is_found(
    played_table: PlayedTable, changes: Any, word: str
) -> None:
    version = change_body(played_table, 1, **changes)
    one_fault(played_table, f"version {version}", "hand 1", word)


def test_a_kept_hand_that_can_not_be_unpacked_is_found(played_table: PlayedTable) -> None:
    played_table.connection.execute("UPDATE hands SET body = ? WHERE number = 3", (b"nonsense",))
    one_fault(played_table, "hand 3", "unpacked")


def test_a_hand_that_is_not_kept_is_found(played_table: PlayedTable) -> None:
    played_table.connection.execute("DELETE FROM hands WHERE number = 2")
    one_fault(played_table, "hand 2", "not kept")


def test_a_hand_kept_with_another_version_is_found(played_table: PlayedTable) -> None:
    played_table.connection.execute("UPDATE hands SET version = 2 WHERE number = 2")
    one_fault(played_table, "hand 2", "version 2 as it is kept")


@pytest.mark.parametrize("column", ["won", "staked", "took_pot", "folded", "showed", "special", "bombed_out", "antes"])
def test_a_figure_that_was_changed_is_found(played_table: PlayedTable, column: str) -> None:
    hand = "(SELECT id FROM hands WHERE number = 1)"
    played_table.connection.execute(
        f"UPDATE hand_seats SET {column} = 1 - {column} WHERE seat = 1 AND hand_id = {hand}"
    )
    one_fault(played_table, "hand 1, seat 1", column)


def test_a_seat_that_is_not_kept_is_found(played_table: PlayedTable) -> None:
    played_table.connection.execute(
        "DELETE FROM hand_seats WHERE seat = 1 AND hand_id = (SELECT id FROM hands WHERE number = 1)"
    )
    one_fault(played_table, "hand 1", "other seats")


def test_hands_of_a_table_without_a_log_are_found(played_table: PlayedTable) -> None:
    played_table.connection.execute("DELETE FROM log")
    played_table.connection.execute("DELETE FROM tables")
    found = faults(played_table)
    assert any("there is no log of it" in fault for fault in found)
    assert any("not among the tables" in fault for fault in found)


def test_seats_of_a_hand_that_is_not_there_are_found(played_table: PlayedTable) -> None:
    played_table.connection.execute("PRAGMA foreign_keys=OFF")
    played_table.connection.execute("DELETE FROM hands WHERE number = 2")
    assert any("hand_seats belongs to one of hands" in fault for fault in faults(played_table))


def test_a_fault_of_one_table_does_not_hide_those_of_another(tmp_path: Path) -> None:
    connection = new_database(tmp_path / "x.sqlite3")
    for table in ("a", "b"):
        PlayedTable(connection, table, {"preset": "cloud-city"}).play(2)
    connection.execute("DELETE FROM log WHERE table_id = 'a' AND version = 3")
    connection.execute("DELETE FROM hands WHERE table_id = 'b' AND number = 1")
    found = verify_database(tmp_path / "x.sqlite3", processes=1).faults
    assert [fault[:7] for fault in found] == ["table a", "table b"]


# ---- what can not be played again, and what is no database


def test_a_hand_that_is_kept_as_one_of_another_behaviour_is_a_fault(played_table: PlayedTable) -> None:
    played_table.connection.execute("UPDATE hands SET behaviour = 99 WHERE number = 1")
    one_fault(played_table, "hand 1", f"dealt under behaviour {BEHAVIOUR}", "kept as one of 99")


def test_what_a_newer_version_played_can_not_be_verified_and_that_is_said(played_table: PlayedTable) -> None:
    version, dealt = entry_of(played_table, en.HandDealt, 1)
    change_entry(played_table, version, msgspec.structs.replace(dealt, behaviour=99))
    one_fault(played_table, f"version {version}", "behaviour 99", "install a newer one")


def test_nothing_is_changed_by_the_check(played_table: PlayedTable) -> None:
    path = database_of(played_table.connection)
    played_table.connection.close()
    before = path.read_bytes()
    verify_database(path, processes=1)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no database at all, only text that somebody saved here " * 40])
def test_what_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.sqlite3").write_bytes(content)
    with pytest.raises(SabaccError, match=r"x\.sqlite3"):
        verify_database(tmp_path / "x.sqlite3")


def test_a_database_that_is_not_there_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(SabaccError, match="there is no database"):
        verify_database(tmp_path / "x.sqlite3")
    assert not list(tmp_path.iterdir())


def test_a_damaged_file_is_a_fault(played_table: PlayedTable) -> None:
    path = database_of(played_table.connection)
    played_table.connection.close()
    whole = bytearray(path.read_bytes())
    for page in range(3, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(whole)
    assert any("damaged" in fault or "can't be read" in fault for fault in verify_database(path, processes=1).faults)
