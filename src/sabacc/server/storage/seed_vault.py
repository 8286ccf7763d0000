"""Seals seeds and other secrets before they are stored, and opens them again (AES-256-GCM)."""

from __future__ import annotations

import base64
import binascii
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sabacc.errors import SabaccError
from sabacc.server.storage.keys import SealKey, ServerKeys

MARK = "sealed:"
NONCE_BYTES = 12
PURPOSE = b"sabacc secret"


class SealedAway(SabaccError):
    """A secret can't be opened with the keys there are."""


class SeedVault:
    """Seals with the newest of some keys, and opens with any of them."""

    def __init__(self, keys: ServerKeys) -> None:
        self._first: SealKey = keys.seal[0]
        self._keys = {one.name: one.key for one in keys.seal}

    def seal(self, secret: str) -> str:
        """A secret as it is stored; each time it looks different."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + AESGCM(self._first.key).encrypt(nonce, secret.encode(), PURPOSE)
        return f"{MARK}{self._first.name}:{base64.b64encode(sealed).decode()}"

    def open(self, stored: str) -> str:
        """A stored secret in clear; those of older servers were never sealed."""
        if not stored.startswith(MARK):
            return stored
        name, _, text = stored.removeprefix(MARK).partition(":")
        if name not in self._keys:
            raise SealedAway(f"a secret was sealed with the key {name}, which is not among the server's keys.")
        try:
            sealed = base64.b64decode(text, validate=True)
            return AESGCM(self._keys[name]).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], PURPOSE).decode()
        except (InvalidTag, ValueError, binascii.Error) as error:
            raise SealedAway("a sealed secret is damaged.") from error
