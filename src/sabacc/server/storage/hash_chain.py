"""Each table's log as a hash chain, and a Merkle tree over the heads of all chains (as in RFC 6962).

A chain is made of the digests of entries, not of the entries themselves, so that these can be erased and the chain stays.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import msgspec

SALT_BYTES = 16
EMPTY = hashlib.sha256(b"sabacc log").digest()  # the head of a chain that has no entry yet


def new_salt() -> bytes:
    """A salt for an entry: heads are published while a hand is played, and nobody may guess a hidden action from one."""
    return secrets.token_bytes(SALT_BYTES)


def entry_digest(
    table: str, version: int, at: int, person: str | None, command: str | None, body: bytes, salt: bytes
) -> bytes:
    """The digest of an entry, with all that is stored beside it."""
    beside = msgspec.json.encode((table, version, at, person, command))
    return hashlib.sha256(salt + beside + b"\n" + body).digest()


def next_head(head: bytes, digest: bytes) -> bytes:
    """The head of a chain that has grown by an entry."""
    return hashlib.sha256(b"\x02" + head + digest).digest()


def leaf_hash(table: str, version: int, head: bytes) -> bytes:
    """The leaf of a table, whose log has that head at that version."""
    return hashlib.sha256(b"\x00" + msgspec.json.encode((table, version)) + b"\n" + head).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class MerkleTree:
    """A tree whose leaves can change; a node without a neighbour goes up as it is."""

    def __init__(self, leaves: Sequence[bytes] = ()) -> None:
        self._levels: list[list[bytes]] = [list(leaves)]
        self._stale = set(range(len(leaves)))  # leaves whose change has not gone up yet

    def __len__(self) -> int:
        return len(self._levels[0])

    def put(self, index: int, leaf: bytes) -> None:
        """Changes a leaf, or adds the next one."""
        leaves = self._levels[0]
        if index == len(leaves):
            leaves.append(leaf)
        else:
            leaves[index] = leaf
        self._stale.add(index)

    def root(self) -> bytes:
        """The root; only what has changed is hashed again."""
        if not self._levels[0]:
            return EMPTY
        stale, self._stale = self._stale, set()
        level = 0
        while len(self._levels[level]) > 1:
            stale = self._raise_level(level, {index // 2 for index in stale})
            level += 1
        return self._levels[level][0]

    def _raise_level(self, level: int, stale: set[int]) -> set[int]:
        below = self._levels[level]
        if len(self._levels) == level + 1:
            self._levels.append([])
        above = self._levels[level + 1]
        for index in sorted(stale):
            pair = below[2 * index : 2 * index + 2]
            node = _node(*pair) if len(pair) == 2 else pair[0]
            if index == len(above):
                above.append(node)
            else:
                above[index] = node
        return stale

    def path(self, index: int) -> list[bytes | None]:
        """A leaf's neighbours on the way up to the root; none where there is none."""
        self.root()
        found = []
        for level in self._levels:
            if len(level) == 1:
                break
            neighbour = index ^ 1
            found.append(level[neighbour] if neighbour < len(level) else None)
            index //= 2
        return found


def root_of_path(leaf: bytes, index: int, path: Sequence[bytes | None]) -> bytes:
    """The root that a leaf and its neighbours lead to."""
    for neighbour in path:
        if neighbour is not None:
            leaf = _node(neighbour, leaf) if index % 2 else _node(leaf, neighbour)
        index //= 2
    return leaf
