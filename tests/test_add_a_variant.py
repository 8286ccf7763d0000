"""The page about adding a variant shows the example as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sabacc.rules.family import PARTS
from tests import test_families  # noqa: F401 - loads everything that asks for a part

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "add-a-variant.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "examples" / "lucky_seven" / "lucky_seven.py").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_what_the_page_shows_stands_in_the_example(block: str) -> None:
    assert block.strip() in EXAMPLE


@pytest.mark.parametrize("part", sorted(PARTS))
def test_the_page_names_every_part(part: str) -> None:
    assert f"`{part}`" in PAGE
