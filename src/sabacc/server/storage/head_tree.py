"""The heads of all tables' logs, and the Merkle tree over them."""

from __future__ import annotations

from sabacc.server.storage.hash_chain import EMPTY, MerkleTree, leaf_hash, next_head
from sabacc.server.storage.log_head import TableProof


class HeadTree:
    """The heads of all tables' chains, and the tree over them."""

    def __init__(self) -> None:
        self.leaves: dict[str, int] = {}  # by table
        self.heads: list[tuple[str, int, bytes]] = []  # table, version, head
        self._tree = MerkleTree()

    def put(self, table: str, version: int, head: bytes) -> int:
        """Sets the head of a table; its leaf."""
        leaf = self.leaves.setdefault(table, len(self.heads))
        if leaf == len(self.heads):
            self.heads.append((table, version, head))
        else:
            self.heads[leaf] = (table, version, head)
        self._tree.put(leaf, leaf_hash(table, version, head))
        return leaf

    def grow(self, table: str, version: int, digest: bytes) -> int | None:
        """Adds an entry to the chain of its table; its leaf, or nothing if an entry before it is missing."""
        known, head = self.version_of(table)
        return self.put(table, version, next_head(head, digest)) if version == known + 1 else None

    def version_of(self, table: str) -> tuple[int, bytes]:
        """How far a table's chain goes, and its head."""
        leaf = self.leaves.get(table)
        return (0, EMPTY) if leaf is None else self.heads[leaf][1:]

    def root(self) -> str:
        """The root over all tables."""
        return self._tree.root().hex()

    def proof(self, table: str) -> TableProof | None:
        """The proof for a table."""
        leaf = self.leaves.get(table)
        if leaf is None:
            return None
        _, version, head = self.heads[leaf]
        path = [one.hex() if one is not None else None for one in self._tree.path(leaf)]
        return TableProof(table, version, head.hex(), leaf, path)
