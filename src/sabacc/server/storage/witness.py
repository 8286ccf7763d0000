"""Witnesses of the log: files or addresses of the keeper's, to which every signed head is sent."""

from __future__ import annotations

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
        return [msgspec.json.decode(line, type=LogHead) for line in lines if line]
    except OSError as error:
        raise SabaccError(f"the witness {path} can't be read: {error.strerror}.") from error
    except msgspec.MsgspecError as error:
        raise SabaccError(f"{path} is no file of a witness: {error}.") from error


def _append(path: Path, body: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, body + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def _post(address: str, body: bytes) -> None:
    request = urllib.request.Request(address, body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=TIMEOUT):
        pass
