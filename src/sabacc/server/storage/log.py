"""The durable log of all tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sabacc.server.storage.fingerprints import FingerprintSet
from sabacc.server.storage.hash_chain import entry_digest, new_salt
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sql import tables as sql
from sabacc.server.storage.store import OnWritten, PendingRow, RowKind, Store, Transaction

DoneCommand = tuple[str, str, int]  # the person, the command's id, and the version it made
PresetAnswers = tuple[int, int, Sequence[str]]  # the hand, the seat, and how it answers beforehand


class LogWrite(msgspec.Struct, frozen=True, gc=False):
    """An entry to be written, and all that is written together with it."""

    table: str
    version: int
    at: int
    person: str | None
    command: str | None
    body: bytes
    closes: bool = False
    snapshot: bytes | None = None  # at the end of a hand
    done: Sequence[DoneCommand] = ()  # commands to be found by their ids from now on
    hand: Sequence[PendingRow] = ()  # the hand that ended, for its players' history
    ended_hand: int = 0  # its number, if one ended: what was answered beforehand in it is forgotten


class LogRow(msgspec.Struct, frozen=True):
    """An entry that was read."""

    version: int
    person: str | None
    command: str | None
    body: bytes


class RecoveryData(msgspec.Struct, frozen=True):
    """What a table is recovered from."""

    snapshot: bytes | None  # the last one
    rows: list[LogRow]  # the entries after it
    done: FingerprintSet  # all commands that were stored by their ids
    preset_answers: list[PresetAnswers] = []


class Log:
    """The log in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def vault(self) -> SeedVault:
        """What seals the seeds that are written."""
        return self.store.vault

    def append(self, write: LogWrite, on_written: OnWritten) -> None:
        """Writes an entry; after one that failed, a table's writes fail until it is loaded again."""
        rows: list[PendingRow] = []
        if write.version == 1:
            rows.append((RowKind.TABLE_OPENED, (write.table, write.at)))
        if write.closes:
            rows.append((RowKind.TABLE_CLOSED, (write.table, write.at)))
            rows.append((RowKind.COMMANDS_FORGOTTEN, (write.table,)))
        else:
            rows += ((RowKind.COMMAND_DONE, (write.table, *done)) for done in write.done)
        if write.snapshot is not None:
            rows.append((RowKind.SNAPSHOT, (write.table, write.version, write.snapshot)))
        if write.ended_hand:
            rows.append((RowKind.PRESET_ANSWERS_FORGOTTEN, (write.table, write.ended_hand)))
        rows += write.hand
        entry = (write.table, write.version, write.at, write.person, write.command, write.body, new_salt())
        rows.append((RowKind.ENTRY, (*entry, entry_digest(*entry))))
        self.store.append(rows, on_written, chain=write.table)

    def keep_answers(self, table: str, answers: PresetAnswers, on_written: OnWritten) -> None:
        """Keeps what a seat answers beforehand, in place of what it said before; it is no entry."""
        hand, seat, choices = answers
        row = (table, hand, seat, msgspec.json.encode(choices).decode())
        self.store.append([(RowKind.PRESET_ANSWERS, row)], on_written, chain=table)

    async def find_command(self, table: str, person: str, command: str) -> int | None:
        """The version that a command has made which was stored by its id, if there is one."""
        # The writer looks, so that it has written all that was on its way.
        row = await self.store.write(lambda writer: writer.row(sql.FIND_COMMAND, table, person, command))
        return int(row["version"]) if row is not None else None

    async def last_at(self) -> int | None:
        """When the last entry was written, in milliseconds since 1970, if there is any."""
        row = await self.store.row(sql.LAST_AT)
        return int(row["at"]) if row is not None else None

    async def restored_tables(self) -> dict[str, int]:
        """Tables that were put back to how they were earlier, with the last version that people may have seen."""
        return {row["table_id"]: row["lost_version"] for row in await self.store.rows(sql.RESTORED)}

    async def forget_restored(self, tables: Iterable[str]) -> None:
        """Their people were told."""
        rows = [(table,) for table in tables]
        await self.store.write(lambda writer: writer.execute_many(sql.FORGET_RESTORED, rows))

    async def open_tables(self) -> list[str]:
        """The ids of the tables that have not closed."""
        return [row["id"] for row in await self.store.rows(sql.OPEN_TABLES)]

    async def load(self, tables: Sequence[str]) -> dict[str, RecoveryData]:
        """What there is of some tables, which may be written to again."""
        await self.store.reset_chains(tables)
        return await self.store.read(lambda transaction: _load(transaction, tables))


async def _load(transaction: Transaction, tables: Sequence[str]) -> dict[str, RecoveryData]:
    """Reads the log once for all tables, from the first place that one of them needs."""
    found: dict[str, RecoveryData] = {}
    after: dict[str, int] = {}
    places = []
    for table in tables:
        row = await transaction.row(sql.SNAPSHOT, table)
        done = await _stored_commands(transaction, table)
        if row is None or row["version"] is None:
            found[table], after[table] = RecoveryData(None, [], done), 0
            places.append(row["opened"] if row is not None else 0)
        else:
            found[table], after[table] = RecoveryData(row["body"], [], done), row["version"]
            places.append(row["since"])
        found[table].preset_answers.extend(await _load_answers(transaction, table))
    names = msgspec.json.encode(tables).decode()
    async for row in transaction.stream(sql.ENTRIES_SINCE, min(places, default=0), names):
        table, version = row["table_id"], row["version"]
        if version > after[table]:
            found[table].rows.append(LogRow(version, row["person"], row["command"], row["body"]))
    return found


async def _stored_commands(transaction: Transaction, table: str) -> FingerprintSet:
    done = FingerprintSet()
    async for row in transaction.stream(sql.COMMANDS, table):
        done.add(row["person"], row["command"])
    return done


async def _load_answers(transaction: Transaction, table: str) -> list[PresetAnswers]:
    rows = await transaction.rows(sql.ANSWERS, table)
    return [(row["hand"], row["seat"], msgspec.json.decode(row["choices"], type=list[str])) for row in rows]
