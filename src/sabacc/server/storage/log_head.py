"""A signed head of the log: one short line that stands for everything the server has written down so far.

It has the root of a Merkle tree over all tables, and the hash of the head before it. Who keeps a head can show later that
entries were changed, or that the last ones were cut off.
"""

from __future__ import annotations

import hashlib

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sabacc.server.storage.hash_chain import leaf_hash, root_of_path
from sabacc.server.storage.keys import ServerKeys

PURPOSE = b"sabacc log head\n"


class LogHead(msgspec.Struct, frozen=True):
    """A head of the log; hashes, keys and signatures are hexadecimal."""

    number: int
    at: int  # milliseconds since 1970
    place: int  # in the log, of the last entry that it stands for
    tables: int  # leaves of the tree
    root: str
    previous: str  # the hash of the head before it
    restores: int  # how often a backup was put in the place of the database
    key: str  # public
    signature: str = ""

    def digest(self) -> str:
        """The hash by which the next head calls this one."""
        return hashlib.sha256(PURPOSE + msgspec.json.encode(self)).hexdigest()

    def signed(self, keys: ServerKeys) -> LogHead:
        """The same, signed."""
        return msgspec.structs.replace(self, signature=keys.private.sign(self._message()).hex())

    def is_signed(self) -> bool:
        """Whether the signature is that of the key it names."""
        try:
            public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            public.verify(bytes.fromhex(self.signature), self._message())
        except (InvalidSignature, ValueError):
            return False
        return True

    def _message(self) -> bytes:
        return PURPOSE + msgspec.json.encode(msgspec.structs.replace(self, signature=""))


class TableProof(msgspec.Struct, frozen=True):
    """That a table's log, up to a version, is one of those that a head stands for."""

    table: str
    version: int
    head: str
    leaf: int
    path: list[str | None]

    def root(self) -> str:
        """The root that it leads to."""
        leaf = leaf_hash(self.table, self.version, bytes.fromhex(self.head))
        path = [bytes.fromhex(one) if one is not None else None for one in self.path]
        return root_of_path(leaf, self.leaf, path).hex()
