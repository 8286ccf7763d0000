"""What seals a table's seeds before they are stored, and opens them again."""

from __future__ import annotations

from typing import Protocol


class Vault(Protocol):
    """Seals secrets."""

    def seal(self, secret: str) -> str:
        """A secret as it is stored."""

    def open(self, stored: str) -> str:
        """A stored secret in clear."""
