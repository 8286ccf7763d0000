"""Addresses of clients: which of them count as one, and which are this machine's own."""

from __future__ import annotations

import ipaddress


def is_address(text: str) -> bool:
    """Whether a text is an address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def network_of(address: str) -> str:
    """The address that clients are counted by: of IPv6, the network, since each has addresses without end.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None and not found.is_loopback:
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(getattr(found, "ipv4_mapped", None) or found)


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
