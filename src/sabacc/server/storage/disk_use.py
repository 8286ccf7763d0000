"""What each person's play takes up on the disk, and the quotas for it; and old tables of guests, which may be forgotten."""

from __future__ import annotations

import time
from collections import Counter
from functools import partial

import msgspec

from sabacc.server.storage.sql import tables as sql
from sabacc.server.storage.store import Store, Transaction

MEGABYTE = 1_000_000
ERASED_AT_ONCE = 1000  # rows of the log, so that nobody's commit waits long


class DiskUse:
    """The bytes that are written for each person at each table; a quota of 0 means none."""

    def __init__(self, store: Store, guest_megabytes: float, person_megabytes: float) -> None:
        self._store = store
        self._quotas = [int(one * MEGABYTE) or 1 << 62 for one in (guest_megabytes, person_megabytes)]
        self._new: Counter[tuple[str, str]] = Counter()  # not stored yet
        self._over: set[str] = set()

    def charge(self, table: str, person: str, size: int) -> None:
        """Something was written for a person."""
        self._new[table, person] += size

    def is_over(self, person: str) -> bool:
        """Whether a person had used up their quota when it was last looked up."""
        return person in self._over

    async def load(self) -> None:
        """Finds out who is over their quota."""
        self._over = {row["person"] for row in await self._store.rows(sql.OVER_QUOTA, *self._quotas)}

    async def store(self) -> None:
        """Stores what is new, and looks up who is over their quota now; a crash loses no more than the last of it."""
        new, self._new = self._new, Counter()
        people = sorted({person for _, person in new} | self._over)
        rows = [(*key, size) for key, size in new.items()]

        async def job(transaction: Transaction) -> set[str]:
            await transaction.execute_many(sql.ADD_DISK_USE, rows)
            found: set[str] = set()
            for person in people:
                over = await transaction.row(sql.IS_OVER_QUOTA, *self._quotas, person)
                found |= {person} if over is not None else set()
            return found

        if people:
            self._over = await self._store.write(job)


async def forget_old_tables(store: Store, days: float) -> int:
    """Erases closed tables of guests alone, with their hands, after so many days; 0: never. Returns how many.

    Of their logs the digests stay, without which no later head of the log could be verified.
    """
    if not days:
        return 0
    cutoff = int((time.time() - days * 24 * 3600) * 1000)
    tables = [row["id"] for row in await store.read_slowly(lambda one: one.rows(sql.OLD_TABLES, cutoff))]
    if not tables:
        return 0
    await store.write(partial(_mark_erased, tables=tables, step=1))
    places = await store.read_slowly(lambda one: _places(one, tables))
    for at in range(0, len(places), ERASED_AT_ONCE):
        await store.write(partial(_erase_entries, places=places[at : at + ERASED_AT_ONCE]))
    for table in tables:
        await store.write(partial(_forget, table=table))
    await store.write(partial(_mark_erased, tables=tables, step=2))
    return len(tables)


async def _mark_erased(transaction: Transaction, tables: list[str], step: int) -> None:
    await transaction.execute_many(sql.MARK_ERASED, [(step, table) for table in tables])


async def _places(transaction: Transaction, tables: list[str]) -> list[int]:
    """The places of some tables' entries in the log."""
    since = [row["since"] for table in tables for row in await transaction.rows(sql.SINCE, table)]
    names = msgspec.json.encode(tables).decode()
    return [row["place"] async for row in transaction.stream(sql.PLACES, min(since), names)]


async def _erase_entries(transaction: Transaction, places: list[int]) -> None:
    await transaction.execute_many(sql.ERASE_ENTRY, [(place,) for place in places])


async def _forget(transaction: Transaction, table: str) -> None:
    for statement in sql.FORGET_TABLE:
        await transaction.execute(statement, table)
