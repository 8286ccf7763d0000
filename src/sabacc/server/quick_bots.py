"""Who plays at a table that is made by one click, by how well somebody plays."""

from __future__ import annotations

from typing import Final

QUICK_BOTS: Final[tuple[tuple[str, ...], ...]] = (
    ("droid",),
    ("gambler", "miner"),
    ("counter", "gambler", "miner"),
    ("counter", "master"),
)
HARDEST: Final = len(QUICK_BOTS)
USUAL_LEVEL: Final = 3
