"""A set of fingerprints: what it does not know was never added, and what it knows is worth a look in the database."""

from __future__ import annotations

from array import array

SMALLEST = 64  # slots
MAX_VALUE = 0xFFFFFFFF


class FingerprintSet:
    """Commands of one table, each by a number of 32 bits: tables stay open for years, and a set of texts would grow large."""

    def __init__(self) -> None:
        self._slots = array("I", bytes(4 * SMALLEST))  # 0 is a free slot; at least half of them are free
        self._count = 0

    def add(self, person: str, command: str) -> None:
        """Adds a person's command."""
        if 2 * self._count >= len(self._slots):
            self._grow()
        fingerprint = _fingerprint(person, command)
        at = self._find(fingerprint)
        if not self._slots[at]:
            self._slots[at] = fingerprint
            self._count += 1

    def may_have(self, person: str, command: str) -> bool:
        """Whether a person's command may have been added; if not, it was not."""
        return self._slots[self._find(_fingerprint(person, command))] != 0

    def _find(self, fingerprint: int) -> int:
        """The slot of a fingerprint, or the free one where it belongs."""
        slots = self._slots
        last = len(slots) - 1
        at = fingerprint & last
        while slots[at] not in (0, fingerprint):
            at = (at + 1) & last
        return at

    def _grow(self) -> None:
        before = self._slots
        self._slots = array("I", bytes(8 * len(before)))
        for fingerprint in before:
            if fingerprint:
                self._slots[self._find(fingerprint)] = fingerprint


def _fingerprint(person: str, command: str) -> int:
    """A number that nobody can guess: Python's hashes have a secret of the process in them."""
    return (hash((person, command)) & MAX_VALUE) or 1
