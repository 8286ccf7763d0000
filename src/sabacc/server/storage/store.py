"""The storage interface: all that the server keeps goes through it, and each kind of database implements it.

A job is a coroutine over a transaction. It awaits nothing but its transaction, so that a database that works in a thread of
its own (SQLite) can run it there in one go, and one that answers over a socket (PostgreSQL) in the event loop.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractContextManager
from enum import Enum, auto
from typing import Any, Protocol, TypeVar

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.storage.keys import ServerKeys
from sabacc.server.storage.seed_vault import SeedVault

T = TypeVar("T")
Values = Sequence[Any]
OnWritten = Callable[[BaseException | None], None]  # called when a write is durable, or with why it is not


class Dialects(msgspec.Struct, frozen=True):
    """A statement that the databases spell differently."""

    sqlite: str
    postgresql: str


Sql = str | Dialects  # values are ?1, ?2 …


class Row(Protocol):
    """A row that was read: its columns by their names, or by their places."""

    def __getitem__(self, key: Any, /) -> Any: ...


class RowKind(Enum):
    """What `append` can write: many rows of each kind at once, and nothing that needs an answer."""

    TABLE_OPENED = auto()  # id, opened_at
    TABLE_CLOSED = auto()  # id, closed_at
    SNAPSHOT = auto()  # table, version, body
    COMMAND_DONE = auto()  # table, person, command, version
    COMMANDS_FORGOTTEN = auto()  # table
    ENTRY = auto()  # table, version, at, person, command, body, salt, digest
    PRESET_ANSWERS = auto()  # table, hand, seat, choices
    PRESET_ANSWERS_FORGOTTEN = auto()  # table, the last hand whose answers go
    HAND = auto()  # the columns of `hands`
    HAND_SEAT = auto()  # the columns of `hand_seats`
    RATED_HAND = auto()  # table, number, hand, at
    RATED_DEPARTURE = auto()  # table, number of the hand, person, at, whether they may come back
    SESSION_USED = auto()  # used_at, expires_at, hash
    PERSON_SEEN = auto()  # seen_at, id


PendingRow = tuple[RowKind, Values]


class ChainBroken(SabaccError):
    """A write was refused, since an earlier one of its chain had failed."""


class Transaction(Protocol):
    """What a job may do."""

    async def rows(self, sql: Sql, *values: Any) -> Sequence[Row]:
        """All rows that a query finds."""

    async def row(self, sql: Sql, *values: Any) -> Row | None:
        """The first row that a query finds."""

    def stream(self, sql: Sql, *values: Any) -> AsyncIterator[Row]:
        """The rows that a query finds, one by one: there may be more than memory holds."""

    async def execute(self, sql: Sql, *values: Any) -> int:
        """Executes a statement; how many rows it has written or deleted."""

    async def execute_many(self, sql: Sql, rows: Iterable[Values]) -> None:
        """Executes a statement for each of some rows of values."""


Job = Callable[[Transaction], Coroutine[Any, Any, T]]


class Store(Protocol):
    """An open database; open it in the event loop that will use it."""

    writes: int  # done since it was opened

    @property
    def keys(self) -> ServerKeys:
        """The server's keys."""

    @property
    def vault(self) -> SeedVault:
        """What seals secrets before they are written."""

    @property
    def faults(self) -> tuple[type[BaseException], ...]:
        """The errors that are the database's own, and no fault of a table."""

    def append(self, rows: Sequence[PendingRow], on_written: OnWritten, chain: str | None = None) -> None:
        """Writes all rows or none; once that has failed in a chain, its writes fail until it is reset."""

    async def reset_chains(self, chains: Iterable[str]) -> None:
        """Lets chains go on from what is written, after all their earlier writes are done or refused."""

    async def write(self, job: Job[T]) -> T:
        """Runs a job after all that was appended before; if it fails, nothing of it is written."""

    async def execute(self, sql: Sql, *values: Any) -> None:
        """Executes one statement, and returns when it is durable."""

    async def flush(self) -> None:
        """Returns when all that was appended is durable, or refused."""

    def poll(self) -> bool:
        """For the middle of a long turn of the event loop: calls callbacks that are due; whether any were."""

    async def read(self, job: Job[T]) -> T:
        """Runs a job that only reads, and sees the database as it is at one moment."""

    async def read_slowly(self, job: Job[T]) -> T:
        """Runs a job that reads for long; one at a time, and no other reader waits for it."""

    async def rows(self, sql: Sql, *values: Any) -> Sequence[Row]:
        """All rows that a query finds."""

    async def row(self, sql: Sql, *values: Any) -> Row | None:
        """The first row that a query finds."""

    async def probe(self) -> None:
        """Writes something, to find out whether that can be done."""

    async def prune_revocations(self, now: int) -> None:
        """Forgets which tokens were revoked that would not be valid any more in any backup."""

    def explain_fault(self, error: BaseException) -> str:
        """A sentence about a write that failed, for who keeps the server."""

    def explained(self) -> AbstractContextManager[None]:
        """Says in a sentence why the database can't be read."""

    async def find_damage(self, stopped: Callable[[], bool]) -> list[str]:
        """What is wrong with the database although nobody may have come across it yet; stops early when it is told so."""

    async def close(self) -> None:
        """Writes what is pending, and closes the database."""
