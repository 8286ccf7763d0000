"""Which commands a table has done: one that is sent again is not done again, however much others have done since."""

from __future__ import annotations

from sabacc.server.log import Done

OF_EACH = 64  # commands of each person that are remembered,
KEPT = 16  # of those, how many for after a restart,
MOST_PEOPLE = 64  # and of how many people


class Remembered:
    """The last commands of everybody who has played at a table, and the versions they made."""

    def __init__(self) -> None:
        self._done: dict[
            str, dict[str, int]
        ] = {}  # by person and command; texts and numbers, which need no looking after

    def version(self, person: str, command: str) -> int | None:
        """The version that a command made, if it has been done."""
        done = self._done.get(person)
        return done.get(command) if done is not None else None

    def add(self, person: str, command: str, version: int) -> None:
        """A command has been done."""
        done = self._done.get(person)
        if done is None:
            if len(self._done) >= MOST_PEOPLE:
                del self._done[self._longest_ago()]
            done = self._done[person] = {}
        done[command] = version
        if len(done) > OF_EACH:
            del done[next(iter(done))]

    def _longest_ago(self) -> str:
        """Who has done nothing for the longest time."""
        last = {person: max(done.values()) for person, done in self._done.items()}
        return min(last, key=lambda person: last[person])

    def lately(self) -> list[Done]:
        """What is kept for after a restart."""
        return [
            (person, command, version)
            for person, done in self._done.items()
            for command, version in list(done.items())[-KEPT:]
        ]
