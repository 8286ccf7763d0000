"""The docs are easy to read and to compare: prose stands in lines of at most 100 characters."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
WIDTH = 100


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_prose_is_wrapped(page: Path) -> None:
    in_code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("```"):
            in_code = not in_code
        is_prose = not in_code and not line.lstrip().startswith(("|", "```", "![", "["))
        assert not is_prose or len(line) <= WIDTH or " " not in line.strip()[:WIDTH], f"line {number}: {line}"
