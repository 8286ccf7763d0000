"""The addresses that messages may be pushed to: those of browsers' own push services, and what the keeper has named.

A browser tells the server an address, and the server sends requests there. So only well-known hosts are taken, or anybody
could have the server knock at any door in its network.
"""

from __future__ import annotations

import base64
import binascii
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from sabacc.messages import Message
from sabacc.server.http.errors import Refused

SERVICES: Final = (  # of Chromium, Firefox, Safari and Edge; a dot before a name stands for what comes before it
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
AUTH_BYTES: Final = 16


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser takes messages, and what they are encrypted with (RFC 8291)."""

    endpoint: str
    p256dh: str
    auth: str

    def __repr__(self) -> str:
        return "<Subscription>"  # whoever has it could send messages


def check_subscription(wanted: Subscription, services: tuple[str, ...]) -> None:
    """Refuses what no browser's push service would give; `services` are hosts that the keeper has named."""
    if not _is_service(wanted.endpoint, services):
        raise Refused(Message("refusal.push-service"))
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(wanted.p256dh))
        whole = len(decode(wanted.auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        whole = False
    if not whole:
        raise Refused(Message("refusal.push-keys"))


def _is_service(endpoint: str, named: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username is not None or parts.password is not None:
        return False
    if parts.netloc in named:
        return parts.scheme in ("http", "https")
    known = any(host == one or (one.startswith(".") and host.endswith(one)) for one in SERVICES)
    return known and parts.scheme == "https" and port in (None, 443)


def decode(text: str) -> bytes:
    """Base64 of the kind that stands in addresses, with or without its padding."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def encode(raw: bytes) -> str:
    """The same without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
