"""What the version of behaviour 1 wrote: see `tests/fixtures/README.md`."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from sabacc.rules import PRESETS
from sabacc.rules.registry import PRESETS as REGISTERED

FIXTURES = Path(__file__).parent / "fixtures"
WRITTEN: dict[str, Any] = json.loads(gzip.decompress((FIXTURES / "behaviour-1.json.gz").read_bytes()))
TABLES: dict[str, dict[str, Any]] = WRITTEN["tables"]
RECORDS: dict[str, dict[str, Any]] = WRITTEN["records"]
TOKENS = {name: "sab_" + f"behaviour-1-{name.lower()}".ljust(43, "x") for name in ("Ana", "Ben")}
# Defaults as a later version might have them; each makes a table that falls back on it play another game.
CHANGED: dict[str, dict[str, Any]] = {
    "76": {"ante": 3, "max_bet": 12, "moderation": -13, "star": -10, "fold_fee": 4},
    "corellian": {"blinds": (10, 20), "board_price": 5, "schedule": ((10, 20, 5), (20, 40, 10))},
    "coruscant": {"ante": 2, "max_bet": 4},
}


def old_database(folder: Path) -> Path:
    """A server's database of behaviour 1 in a folder."""
    path = folder / "sabacc.sqlite3"
    path.write_bytes(gzip.decompress((FIXTURES / "server-behaviour-1.sqlite3.gz").read_bytes()))
    return path


@contextmanager
def changed_defaults() -> Iterator[None]:
    """Presets with other defaults than they ever had."""
    before = dict(REGISTERED.known)
    for key in PRESETS:
        preset = PRESETS[key]
        rules = msgspec.structs.replace(preset.rules, **CHANGED[preset.family])
        REGISTERED.known[key] = msgspec.structs.replace(preset, rules=rules)
    try:
        yield
    finally:
        REGISTERED.known.update(before)
