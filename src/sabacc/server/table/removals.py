"""Who was removed from a table, and by what they are known if they come back under another name."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Traces(NamedTuple):
    """What a client can be known by, whatever it calls itself; empty where there is nothing."""

    browser: str = ""  # the mark that we gave the browser when it first came
    client: str = ""  # the address, and what the browser says of itself

    def digests(self, key: str) -> tuple[str, ...]:
        """What is kept of them: by the table's own key, so that they can't be compared with those of another."""
        return tuple(_digest(key, kind, trace) for kind, trace in zip(self._fields, self, strict=True) if trace)


class Removals:
    """The people who may not come back, and the digests of their traces."""

    def __init__(self, key: str, people: Iterable[str] = (), traces: Mapping[str, int] | None = None) -> None:
        self.key = key  # a secret of the table
        self.people = set(people)
        self.traces = dict(traces or {})  # with the time of the removal, in milliseconds since 1970

    def add(self, person: str, traces: Iterable[str], at: int) -> None:
        """Somebody is removed."""
        self.people.add(person)
        self.traces.update(dict.fromkeys(traces, at))

    def bars(self, person: str | None, known_since: int, traces: Traces) -> bool:
        """Whether somebody was removed, or looks like somebody who was and has taken another name since.

        A household shares an address. So only a name that is newer than the removal is turned away for that.
        """
        if person in self.people:
            return True
        browser = self.traces.get(_digest(self.key, "browser", traces.browser)) if traces.browser else None
        client = self.traces.get(_digest(self.key, "client", traces.client)) if traces.client else None
        return browser is not None or (client is not None and (person is None or known_since >= client))


def _digest(key: str, kind: str, trace: str) -> str:
    return hmac.digest(key.encode(), f"{kind} {trace}".encode(), "sha256").hex()[:32]
