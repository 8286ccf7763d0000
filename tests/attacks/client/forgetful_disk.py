"""What a disk has after a power cut: all that was synced, and of the rest whatever chance has left.

It is made from the trace that `disk.c` has kept of a server's writes. The rules are those of POSIX, which are harder than any
file system: what was written to a file lasts when the file was synced after it, and that a file has a name lasts when its
folder was synced after it.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CREATED, WRITTEN, TRUNCATED, SYNCED, FOLDER_SYNCED, RENAMED, LINKED, UNLINKED = range(1, 9)
HEAD = struct.Struct("<7Q")
SECTOR = 512
FORGETFUL = ("-shm",)  # made anew from the files beside them


class Operation(NamedTuple):
    """Something that was done to a file or a folder."""

    kind: int
    at: int  # nanoseconds
    inode: int
    offset: int  # or size
    data: bytes
    path: str
    other: str


def read_trace(path: Path) -> Iterator[Operation]:
    """All operations, in order; the last one may be cut off."""
    trace = path.read_bytes()
    at = 0
    while at + HEAD.size <= len(trace):
        kind, when, inode, offset, data_size, path_size, other_size = HEAD.unpack_from(trace, at)
        at += HEAD.size
        name = trace[at : at + path_size].decode()
        at += path_size
        other = trace[at : at + other_size].decode()
        at += other_size
        yield Operation(kind, when, inode, offset, trace[at : at + data_size], name, other)
        at += data_size


class _File:
    """What a file has for sure, and what was done to it since it was synced."""

    def __init__(self) -> None:
        self.synced = bytearray()
        self.pending: list[Operation] = []

    def sync(self) -> None:
        for operation in self.pending:
            _apply(self.synced, operation.kind, operation.offset, operation.data)
        self.pending = []

    def after_the_cut(self, luck: random.Random, survival: float) -> bytes:
        """What is left: of what was not synced, each sector by chance."""
        left = bytearray(self.synced)
        for operation in self.pending:
            if operation.kind == TRUNCATED:
                if luck.random() < survival:
                    _apply(left, TRUNCATED, operation.offset, b"")
                continue
            for start in range(0, len(operation.data), SECTOR):
                if luck.random() < survival:
                    part = operation.data[start : start + SECTOR]
                    _apply(left, WRITTEN, operation.offset + start, part)
        return bytes(left)


def _apply(content: bytearray, kind: int, offset: int, data: bytes) -> None:
    if kind == TRUNCATED:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
    else:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data


class Disk:
    """A disk to which operations are done one by one."""

    def __init__(self) -> None:
        self._files: dict[int, _File] = {}  # by inode
        self._names: dict[str, int] = {}
        self._synced_names: dict[str, int] = {}
        self.syncs = 0

    def do(self, one: Operation) -> None:
        """One more operation."""
        if one.kind == CREATED:
            self._names[one.path] = one.inode
            self._files[one.inode] = _File()  # the number of a deleted file may come back
        elif one.kind in (WRITTEN, TRUNCATED):
            self._files.setdefault(one.inode, _File()).pending.append(one)
        elif one.kind == SYNCED:
            self._files.setdefault(one.inode, _File()).sync()
            self.syncs += 1
        elif one.kind == FOLDER_SYNCED:
            self._synced_names = {name: inode for name, inode in self._names.items() if _folder(name) == one.path} | {
                name: inode for name, inode in self._synced_names.items() if _folder(name) != one.path
            }
        elif one.kind == UNLINKED:
            self._names.pop(one.path, None)
        elif one.path in self._names:
            self._names[one.other] = self._names[one.path] if one.kind == LINKED else self._names.pop(one.path)

    def cut_power(self, target: Path, luck: random.Random, survival: float) -> None:
        """Puts what the disk has after a power cut into a folder."""
        target.mkdir(mode=0o700)
        names = self._names if luck.random() < survival else self._synced_names
        for name, inode in names.items():
            if not name.endswith(FORGETFUL) and inode in self._files:
                (target / Path(name).name).write_bytes(self._files[inode].after_the_cut(luck, survival))


def _folder(name: str) -> str:
    return name.rpartition("/")[0]
