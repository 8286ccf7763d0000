"""What the machine must not know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sabacc.rules import PRESETS

SOURCE = Path(__file__).parent.parent / "src" / "sabacc"


@pytest.mark.parametrize("layer", ["betting", "game"])
def test_no_variants_name_appears_in_the_machine(layer: str) -> None:
    for file in (SOURCE / layer).rglob("*.py"):
        text = file.read_text(encoding="utf-8").lower().replace("_", "-")
        assert [name for name in PRESETS if re.search(rf"\b{name}\b", text)] == [], file
