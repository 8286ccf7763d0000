"""Keeps the head of every table's log, and signs a head of all of them from time to time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog

from sabacc.server.http.errors import Unavailable
from sabacc.server.storage.head_tree import HeadTree
from sabacc.server.storage.key_history import PublicKey, key_history
from sabacc.server.storage.log_head import LogHead, TableProof
from sabacc.server.storage.sql import tables as sql
from sabacc.server.storage.store import Store, Transaction

TURN_INTERVAL = 1.0  # seconds between two looks whether it is this node's turn to sign
CHUNK = 2000  # entries that are read at a time
WITNESS_PATIENCE = 15.0  # seconds that a server which stops waits for its witnesses
_log = structlog.get_logger()


class PublishedHead(msgspec.Struct, frozen=True):
    """The newest head, all keys that heads were ever signed with, and the proof for a table if one was asked for."""

    head: LogHead
    keys: list[PublicKey]
    proof: TableProof | None = None


class LogHeads:
    """Signs a new head whenever there is something new, and tells witnesses."""

    def __init__(self, store: Store, witness: Callable[[LogHead], None] = lambda head: None) -> None:
        self._store = store
        self._witness = witness  # called in a thread
        self._tree = HeadTree()
        self._lock = asyncio.Lock()
        self._place = 0
        self._changed: set[int] = set()  # leaves that are not stored yet
        self._keys: list[PublicKey] = []
        self._restores = 0
        self._loaded = False
        self._untold: deque[LogHead] = deque()  # heads that the witnesses don't have yet
        self._telling: asyncio.Task[None] | None = None
        self.head: LogHead | None = None  # the newest one
        self.may_sign: Callable[[], bool] = lambda: True  # in a cluster, one node does
        self.ask_signer: Callable[[str | None], Awaitable[PublishedHead]] | None = None  # where others sign

    async def run(self, interval: float) -> None:
        """Goes on from what is stored, and signs what is new from time to time."""
        while True:
            try:
                if not self.may_sign():
                    self._loaded = False  # what others sign meanwhile is not known here
                else:
                    if not self._loaded:
                        await self._load_all()
                    await self.sign()
            except self._store.faults as error:  # the disk may be full: later it is tried again
                _log.error("no head of the log can be stored", error=repr(error))
                self._loaded = self.ask_signer is None
            await asyncio.sleep(interval if self._loaded else min(interval, TURN_INTERVAL))

    async def _load_all(self) -> None:
        async with self._lock:
            self._tree, self._changed = HeadTree(), set()
            await self._store.read(self._load)
            self._loaded = True

    async def finish(self) -> None:
        """Signs the last head, if that is possible, and gives the witnesses a while to take it."""
        if self._loaded and self.may_sign():
            with contextlib.suppress(*self._store.faults):
                await self.sign()
        if self._telling is not None:
            await asyncio.wait((self._telling,), timeout=WITNESS_PATIENCE)

    async def _load(self, transaction: Transaction) -> None:
        async for row in transaction.stream(sql.TABLE_HEADS):
            self._tree.put(row["table_id"], row["version"], row["head"])
        self.head = await last_head(transaction)
        self._place = self.head.place if self.head is not None else 0
        self._keys = await key_history(transaction)
        found = await transaction.row(sql.FACT, "restores")
        self._restores = found["value"] if found is not None else 0

    async def sign(self) -> None:
        """Signs and stores a new head, if anything was written since the last one."""
        async with self._lock:
            await self._follow_log()
            if not self._changed and self.head is not None and self.head.key == self._store.keys.public.hex():
                return
            head = self._next_head().signed(self._store.keys)
            rows = [(leaf, *self._tree.heads[leaf]) for leaf in sorted(self._changed)]

            async def job(transaction: Transaction) -> None:
                await transaction.execute_many(sql.SET_TABLE_HEAD, rows)
                await transaction.execute(sql.INSERT_HEAD, head.number, msgspec.json.encode(head))

            await self._store.write(job)
            self.head = head
            self._changed.clear()
        self._untold.append(head)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_witnesses())

    async def _tell_witnesses(self) -> None:
        """Tells them by and by: one that does not answer must not keep anybody waiting for a head."""
        while self._untold:
            await asyncio.to_thread(self._witness, self._untold.popleft())

    async def _follow_log(self) -> None:
        """Adds what is new in the log to the tree."""
        settled = await self._store.write(lambda writer: writer.row(sql.SETTLED))
        end = settled["place"] if settled is not None else 0
        while True:
            rows = await self._store.rows(sql.ENTRIES_AFTER, self._place, end, CHUNK)
            for row in rows:
                leaf = self._tree.grow(row["table_id"], row["version"], row["digest"])
                self._changed |= {leaf} if leaf is not None else set()
                self._place = row["place"]
            if len(rows) < CHUNK:
                return

    def _next_head(self) -> LogHead:
        before = self.head
        return LogHead(
            number=before.number + 1 if before is not None else 1,
            at=int(time.time() * 1000),
            place=self._place,
            tables=len(self._tree.heads),
            root=self._tree.root(),
            previous=before.digest() if before is not None else "",
            restores=self._restores,
            key=self._store.keys.public.hex(),
        )

    async def published(self, table: str | None = None) -> PublishedHead:
        """The newest head, which everybody may know, and the proof for a table."""
        if self.ask_signer is not None and not self.may_sign():
            return await self.ask_signer(table)
        async with self._lock:  # while a head is made, the tree is ahead of the last one
            if self.head is None or not self._loaded:
                raise Unavailable("the first head of the log is being made: try again in a moment.")
            return PublishedHead(self.head, self._keys, self._tree.proof(table) if table is not None else None)

    async def evidence(self, table: str | None) -> dict[str, Any]:
        """What goes into a record: the newest head, and the proof for its table; nothing before the first head."""
        try:
            found = await self.published(table)
        except Unavailable:
            return {}
        return {"head": msgspec.to_builtins(found.head), "proof": msgspec.to_builtins(found.proof)}


async def last_head(transaction: Transaction) -> LogHead | None:
    """The newest head of a database."""
    row = await transaction.row(sql.LAST_HEAD)
    return None if row is None else msgspec.json.decode(row["body"], type=LogHead)
