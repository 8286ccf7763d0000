"""Players who come to a table from one address, and of whom one is a guest: the host is told, since they may be one person."""

from __future__ import annotations

import ipaddress

import msgspec

from sabacc.server.people.sessions import Person
from sabacc.server.table.actor import Table


class SharedAddress(msgspec.Struct, frozen=True):
    """Seats whose players came from one address; which one is nobody's affair."""

    seats: list[int]


class _Visit(msgspec.Struct, frozen=True):
    address: str
    guest: bool


class SharedAddresses:
    """From where the people at each table came last, for as long as the table is open; kept in memory alone."""

    def __init__(self) -> None:
        self._visits: dict[str, dict[str, _Visit]] = {}  # by table and person

    def note(self, table: str, person: Person, address: str) -> None:
        """Somebody has connected to a table."""
        if not _is_local(address):
            self._visits.setdefault(table, {})[person.id] = _Visit(address, person.guest)

    def forget(self, table: str) -> None:
        """A table has closed."""
        self._visits.pop(table, None)

    def at(self, table: Table) -> list[SharedAddress]:
        """The seats that share an address with others, where one of them is a guest's."""
        visits = self._visits.get(table.id, {})
        by_address: dict[str, list[tuple[int, bool]]] = {}
        for seat in table.state.person_seats():
            owner = table.state.owner(seat)
            visit = visits.get(owner.person or "") if owner is not None else None
            if visit is not None:
                by_address.setdefault(visit.address, []).append((seat, visit.guest))
        return [
            SharedAddress([seat for seat, _ in seated])
            for seated in by_address.values()
            if len(seated) > 1 and any(guest for _, guest in seated)
        ]


def _is_local(address: str) -> bool:
    """Whether everybody who plays on this machine, or behind a proxy that says nothing, has this address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return "/" not in address  # the network of an IPv6 address
