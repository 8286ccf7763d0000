"""A match on disk: a line that says what is played, then a line for each session, as they are done.

Whoever runs the match again goes on where it stopped. A line that was torn when the power went is dropped and its session
played again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sabacc.arena.match import Match
from sabacc.arena.session import Session, lineups
from sabacc.errors import SabaccError

NO_MATCH = "is no file of an arena: name another one"


class MatchFile:
    """The file of a match, open for more."""

    def __init__(self, path: str | Path, match: Match) -> None:
        self.path = Path(path)
        self.match = match
        try:
            header = msgspec.json.encode(match.header()) + b"\n"
            whole = self._whole_lines(header)
            self.sessions = [self._read(number, line) for number, line in enumerate(whole[1:], 2)]
            self.file = self.path.open("r+b" if self.path.exists() else "w+b")
            self.file.truncate(sum(map(len, whole)))
            self.file.seek(0, 2)
            if not whole:
                self.file.write(header)
                self.file.flush()
        except (OSError, ValueError) as error:
            if isinstance(error, SabaccError):
                raise
            raise SabaccError(f"{path} can't be used: {getattr(error, 'strerror', None) or error}.") from error

    def add(self, session: Session) -> None:
        """Writes a session down."""
        try:
            self.file.write(msgspec.json.encode(session) + b"\n")
            self.file.flush()
        except OSError as error:
            raise SabaccError(f"{self.path} can't be written: {error.strerror or error}.") from error

    def close(self) -> None:
        """Nothing more will be written."""
        self.file.close()

    def _whole_lines(self, header: bytes) -> list[bytes]:
        """The lines that are there to their end, if they are of this match; none of a file yet to be begun."""
        text = self.path.read_bytes() if self.path.exists() else b""
        lines = text.splitlines(keepends=True)
        if not lines or (len(lines) == 1 and header.startswith(text) and text != header):
            return []
        if lines[0] != header:
            raise SabaccError(f"{self.path} {_difference(lines[0], self.match)}.")
        return lines if lines[-1].endswith(b"\n") else lines[:-1]

    def _read(self, number: int, line: bytes) -> Session:
        try:
            session = msgspec.json.decode(line, type=Session)
        except msgspec.MsgspecError as error:
            raise SabaccError(f"{self.path}, line {number}: this is no session of an arena ({error}).") from error
        ways = len(lineups(self.match.players))
        if session.pair not in self.match.pairs or len(session.won) != ways or session.number < 0:
            raise SabaccError(f"{self.path}, line {number}: there is no such session in this match.")
        return session


def _difference(line: bytes, match: Match) -> str:
    """Why a file is not the match's."""
    try:
        there: Any = msgspec.json.decode(line)
    except msgspec.MsgspecError:
        return NO_MATCH
    if not isinstance(there, dict) or "sabacc-arena" not in there:
        return NO_MATCH
    for key, here in match.header().items():
        if there.get(key) != here:
            was, now = _differing(there.get(key), here)
            return f"is of another match, with {key} {_text(was)} and not {_text(now)}: name another file"
    return NO_MATCH


def _differing(there: Any, here: Any) -> tuple[Any, Any]:
    """Two values, less the options that they share: of rules, those that differ say enough."""
    if not isinstance(there, dict) or not isinstance(here, dict):
        return there, here
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    was, now = ({name: one[name] for name in names if name in one} for one in (there, here))
    return was, now


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
