"""Verifies the evidence: every entry against its digest, every signed head against the log, and both against a witness."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

import msgspec

from sabacc.server.storage.hash_chain import entry_digest
from sabacc.server.storage.head_tree import HeadTree
from sabacc.server.storage.key_history import key_history, unendorsed_key
from sabacc.server.storage.log_head import LogHead
from sabacc.server.storage.sqlite.migrations import BARE_VERSION, version_of
from sabacc.server.storage.sqlite.transaction import SqliteTransaction, run_now

_LOG = "SELECT place, table_id, version, at, person, command, body, salt, digest FROM log ORDER BY place"
_ERASED = "SELECT id FROM tables WHERE erased > 0"


class HeadVerifier:
    """Reads the log once from its beginning, and makes every head again that was ever signed."""

    def __init__(self, connection: sqlite3.Connection, witnessed: Sequence[LogHead] = ()) -> None:
        self._connection = connection
        self._witnessed = witnessed
        self._tree = HeadTree()
        self._diverged = False
        self._known: set[str] = set()  # the server's keys
        keeps_time = version_of(connection) < BARE_VERSION
        self._erased_columns = ("person", "command", "salt", *(() if keeps_time else ("at",)))

    def faults(self) -> Iterator[str]:
        """A sentence for each fault."""
        heads: list[LogHead] = []
        yield from self._read_heads(heads)
        yield from self._check_chain(heads)
        yield from self._check_log(heads)
        yield from self._check_table_heads()
        yield from self._check_witness(heads)

    def _read_heads(self, heads: list[LogHead]) -> Iterator[str]:
        """Reads the stored heads into a list, as far as they can be read."""
        for row in self._connection.execute("SELECT number, body FROM signed_heads ORDER BY number"):
            try:
                heads.append(msgspec.json.decode(row["body"], type=LogHead))
            except (msgspec.MsgspecError, UnicodeError):
                yield f"head {row['number']} of the log can't be read."

    def _check_chain(self, heads: list[LogHead]) -> Iterator[str]:
        """The heads follow one another, and are signed by the server's keys."""
        keys = run_now(key_history(SqliteTransaction(self._connection)))
        stranger = unendorsed_key(keys)
        if stranger is not None:
            yield f"the key {stranger.public[:16]}… was not signed by the one before it: that one was lost, or this is not ours."
        self._known = {key.public for key in keys}
        previous = ""
        for number, head in enumerate(heads, 1):
            if head.number != number or head.previous != previous:
                yield f"head {head.number} of the log does not follow the one before it."
            if not self._is_ours(head):
                yield f"head {head.number} of the log is not signed by a key of this server."
            previous = head.digest()

    def _is_ours(self, head: LogHead) -> bool:
        """Whether a key of this server has signed a head."""
        return head.key in self._known and head.is_signed()

    def _check_log(self, heads: list[LogHead]) -> Iterator[str]:
        """Every entry is what was written, and all heads come out."""
        erased = {row[0] for row in self._connection.execute(_ERASED)}
        waiting = iter(heads)
        head = next(waiting, None)
        place = 0
        for row in self._connection.execute(_LOG):
            while head is not None and head.place < row["place"]:
                yield from self._check_root(head)
                head = next(waiting, None)
            place = row["place"]
            if not self._is_as_written(row, row["table_id"] in erased):
                yield f"table {row['table_id']}, version {row['version']}: the entry is not what was written."
            grown = self._tree.grow(row["table_id"], row["version"], row["digest"])
            if grown is None and row["table_id"] in erased:  # where others have a gap, their replay finds it
                yield f"table {row['table_id']}, version {row['version']}: this entry does not follow the one before it."
        while head is not None:
            if head.place > place:
                yield f"head {head.number} stands for {head.place} entries, and the log has {place}: the last ones are missing."
                return
            yield from self._check_root(head)
            head = next(waiting, None)

    def _is_as_written(self, row: sqlite3.Row, may_be_erased: bool) -> bool:
        """Whether an entry fits its digest, or has nothing left but that."""
        if may_be_erased and not row["body"]:
            return not any(row[column] for column in self._erased_columns)
        return bool(entry_digest(*tuple(row)[1:8]) == row["digest"])

    def _check_root(self, head: LogHead) -> Iterator[str]:
        """The first head that does not come out is named; no later one can."""
        if not self._diverged and (head.tables, head.root) != (len(self._tree.heads), self._tree.root()):
            self._diverged = True
            yield f"the log up to its place {head.place} is not the one that head {head.number} was signed for."

    def _check_table_heads(self) -> Iterator[str]:
        """What is stored of the tree was part of it: each head is that of its table's chain, or of its beginning."""
        for row in self._connection.execute("SELECT leaf, table_id, version, head FROM table_heads ORDER BY leaf"):
            version, head = self._tree.version_of(row["table_id"])
            ahead = row["version"] > version or (row["version"] == version and row["head"] != head)
            if ahead or self._tree.leaves.get(row["table_id"]) != row["leaf"]:
                yield f"table {row['table_id']}: the head of its log is not what the log makes of it."

    def _check_witness(self, heads: list[LogHead]) -> Iterator[str]:
        """The database has every head that the witness has, unless a backup was put back since."""
        own = {(head.number, head.restores): head for head in heads}
        restores = max((head.restores for head in heads), default=0)
        for seen in self._witnessed:
            found = own.get((seen.number, seen.restores))
            if found is None and seen.restores < restores:
                continue  # it was taken back with a backup, which the later heads say
            if found == seen:
                continue
            if not self._is_ours(seen):
                yield f"head {seen.number}, which the witness has, is not signed by a key of this server: that one is no proof."
            elif found is None:
                yield f"head {seen.number} of the log, which the witness has, is missing here: entries were cut off."
            else:
                yield f"head {seen.number} of the log, which the witness has, is another one here: the log was changed."
