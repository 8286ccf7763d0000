"""The list of revoked tokens: it lies beside the database, so that a backup that is put back revives none of them."""

from __future__ import annotations

import os
from pathlib import Path

from sabacc.server.storage.private_files import create_private_file, sync_folder

HEADER = b"SHA-256 of the tokens that were revoked, also if a backup still has them\n"


def list_path(database: Path) -> Path:
    """Where the list of a database is."""
    return database.with_name(database.name + ".revoked")


class Revocations:
    """A file with a line for each token, by its digest; it only ever grows."""

    def __init__(self, database: Path) -> None:
        self._path = path = list_path(database)
        existed = path.exists()
        self._file = create_private_file(path, os.O_APPEND)
        if not os.fstat(self._file).st_size:
            self._write(HEADER)
        if not existed:
            sync_folder(path.parent)

    def size(self) -> int:
        """The size of the list in bytes."""
        return os.fstat(self._file).st_size

    def after(self, size: int) -> list[bytes]:
        """The digests that were added since the list had a size."""
        lines = [line for line in self._path.read_bytes()[size:].split(b"\n") if len(line) == 64]
        return [bytes.fromhex(line.decode("ascii")) for line in lines if set(line) <= set(b"0123456789abcdef")]

    def add(self, digests: list[bytes]) -> None:
        """Adds tokens, and returns when that is on the disk."""
        self._write(b"".join(digest.hex().encode() + b"\n" for digest in digests))

    def _write(self, text: bytes) -> None:
        os.write(self._file, text)
        os.fsync(self._file)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)
