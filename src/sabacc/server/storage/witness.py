"""Witnesses of the log: files or addresses of the keeper's, to which every signed head is sent."""

from __future__ import annotations

import contextlib
import os
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import msgspec
import structlog

from sabacc.errors import SabaccError
from sabacc.server.storage.log_head import LogHead

TIMEOUT = 10.0  # seconds
WEB = ("http://", "https://")
_log = structlog.get_logger()


class Witnesses:
    """Where heads are sent; one that fails is named in the log, and gets the next head again."""

    def __init__(self, targets: Sequence[str]) -> None:
        self._targets = targets

    def __call__(self, head: LogHead) -> None:
        body = msgspec.json.encode(head)
        for target in self._targets:
            try:
                _post(target, body) if target.startswith(WEB) else _append(Path(target), body)
            except (OSError, ValueError) as error:
                _log.error("a witness can't be told", witness=target, error=str(error))


def read_witness(path: Path) -> list[LogHead]:
    """The heads in a witness's file."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise SabaccError(f"the witness {path} can't be read: {error.strerror}.") from error
    return [_read_head(line, f"line {number} of {path}") for number, line in enumerate(lines, 1) if line]


def _read_head(line: bytes, where: str) -> LogHead:
    try:
        return msgspec.json.decode(line, type=LogHead)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise SabaccError(
            f"{where} is no head of a log: {error}. If the power went while it was written, delete that line; the next head "
            "stands for all that it stood for."
        ) from error


def _append(path: Path, body: bytes) -> None:
    start = b"\n" if _is_broken_off(path) else b""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, start + body + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def _is_broken_off(path: Path) -> bool:
    """Whether the power went while the last line was written, as far as we may read the file."""
    if path.is_file():
        with contextlib.suppress(OSError), path.open("rb") as file:  # also if it is empty
            file.seek(-1, os.SEEK_END)
            return file.read(1) != b"\n"
    return False


def _post(address: str, body: bytes) -> None:
    request = urllib.request.Request(address, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=TIMEOUT):
        pass
