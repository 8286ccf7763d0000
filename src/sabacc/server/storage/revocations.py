"""The list of revoked tokens: it lies beside the database, so that a backup that is put back revives none of them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sabacc.server.storage.private_files import create_private_file, sync_folder

HEADER = (
    b"SHA-256 of the tokens that were revoked, also if a backup still has them; and until when they would be valid\n"
)
PRUNED = b"pruned bytes: "
HEX_LENGTH = 64


class RevokedToken(NamedTuple):
    """A token by its digest, and when it would have ended by itself, in milliseconds since 1970; a program's never does."""

    digest: bytes
    expires_at: int | None


class Revocations:
    """A file with a line for each token. Those that no backup could revive any more are pruned."""

    def __init__(self, database: Path) -> None:
        self._path = path = list_path(database)
        existed = path.exists()
        self._file = create_private_file(path, os.O_APPEND)
        if not os.fstat(self._file).st_size:
            self._write(HEADER)
        if not existed:
            sync_folder(path.parent)
        self._pruned = self._read_pruned()

    def size(self) -> int:
        """The size of all that was ever in the list, in bytes: it only grows."""
        return os.fstat(self._file).st_size + self._pruned

    def tokens(self) -> list[RevokedToken]:
        """All that are in the list."""
        return [token for line in self._path.read_bytes().split(b"\n") if (token := _read_token(line)) is not None]

    def add(self, tokens: Iterable[RevokedToken]) -> None:
        """Adds tokens, and returns when that is on the disk."""
        self._write(b"".join(map(_line, tokens)))

    def prune(self, now: int) -> int:
        """Takes out the tokens that would not be valid any more, all of them or none; how many."""
        tokens = self.tokens()
        kept = [one for one in tokens if one.expires_at is None or one.expires_at > now]
        if len(kept) == len(tokens):
            return 0
        lines = b"".join(map(_line, kept))
        self._pruned = self.size() - len(HEADER) - len(_pruned_line(0)) - len(lines)
        temporary = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}")
        file = create_private_file(temporary, os.O_EXCL | os.O_APPEND)
        try:
            os.write(file, HEADER + _pruned_line(self._pruned) + lines)
            os.fsync(file)
            temporary.replace(self._path)
        except OSError:
            self._pruned = self._read_pruned()
            os.close(file)
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(self._path.parent)
        os.close(self._file)
        self._file = file
        return len(tokens) - len(kept)

    def _read_pruned(self) -> int:
        """How much was taken out."""
        for line in self._path.read_bytes()[: 2 * len(HEADER)].split(b"\n"):
            if line.startswith(PRUNED) and line.removeprefix(PRUNED).isdigit():
                return int(line.removeprefix(PRUNED))
        return 0

    def _write(self, text: bytes) -> None:
        os.write(self._file, text)
        os.fsync(self._file)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)


def list_path(database: Path) -> Path:
    """Where the list of a database is."""
    return database.with_name(database.name + ".revoked")


def _pruned_line(size: int) -> bytes:
    return PRUNED + b"%020d\n" % size


def _line(token: RevokedToken) -> bytes:
    ends = b"" if token.expires_at is None else b" %d" % token.expires_at
    return token.digest.hex().encode() + ends + b"\n"


def _read_token(line: bytes) -> RevokedToken | None:
    """A line of the list, if it is whole: the power may have gone while it was written."""
    digest, _, ends = line.partition(b" ")
    if len(digest) != HEX_LENGTH or not set(digest) <= set(b"0123456789abcdef") or not (ends.isdigit() or not ends):
        return None
    return RevokedToken(bytes.fromhex(digest.decode("ascii")), int(ends) if ends else None)
