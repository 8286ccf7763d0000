"""Which commands a table has done, so that one that is sent again is not done again."""

from __future__ import annotations

from sabacc.server.storage.fingerprints import FingerprintSet
from sabacc.server.storage.log import DoneCommand

MAX_PER_PERSON = 64  # ids that are remembered
MAX_PEOPLE = 64  # whose ids are remembered
MAX_UNSTORED = 32  # commands; fewer than are remembered, so that each is remembered or stored


class RecentIds:
    """The last ids of everybody who sent any, and the versions they made."""

    def __init__(self) -> None:
        self._versions: dict[
            str, dict[str, int]
        ] = {}  # by person and command id; plain values, cheap for the collector

    def version_of(self, person: str, command: str) -> int | None:
        """The version of an id, if it is remembered."""
        done = self._versions.get(person)
        return done.get(command) if done is not None else None

    def add(self, person: str, command: str, version: int) -> None:
        """Remembers an id."""
        done = self._versions.get(person)
        if done is None:
            if len(self._versions) >= MAX_PEOPLE:
                del self._versions[self._least_recent_person()]
            done = self._versions[person] = {}
        done[command] = version
        if len(done) > MAX_PER_PERSON:
            del done[next(iter(done))]

    def _least_recent_person(self) -> str:
        last = {person: max(done.values()) for person, done in self._versions.items()}
        return min(last, key=lambda person: last[person])


class CommandIds:
    """All commands that a table has done: the last ones by their ids, the others by fingerprints and in the database."""

    def __init__(self, stored: FingerprintSet | None = None) -> None:
        self._recent = RecentIds()
        self._done = stored or FingerprintSet()
        self._unstored: list[DoneCommand] = []

    def version_of(self, person: str, command: str) -> int | None:
        """The version that a command made, if it is one of the last."""
        return self._recent.version_of(person, command)

    def may_be_stored(self, person: str, command: str) -> bool:
        """Whether a command may have been done earlier; then the database knows."""
        return self._done.may_have(person, command)

    def add(self, person: str, command: str, version: int) -> None:
        """Remembers a command that has been done."""
        self._recent.add(person, command, version)
        self._done.add(person, command)
        self._unstored.append((person, command, version))

    def take_unstored(self, hand_ended: bool) -> list[DoneCommand]:
        """The commands to be stored now: those of the hand that has ended, or earlier if they are many."""
        if not hand_ended and len(self._unstored) < MAX_UNSTORED:
            return []
        taken, self._unstored = self._unstored, []
        return taken
