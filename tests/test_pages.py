"""The examples and links of the pages hold: shell examples are run and compared."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
SABACC = f"{sys.executable} -m sabacc"


def examples() -> list[tuple[str, str, str]]:
    """Page, command and output of every shell example that shows both."""
    found: list[tuple[str, str, str]] = []
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                lines = example.splitlines(keepends=True)
                last = 1
                while last < len(lines) and lines[last].startswith("    "):  # the command goes on
                    last += 1
                found.append((page.name, "".join(lines[:last]), "".join(lines[last:])))
    return found


@pytest.mark.parametrize(("page", "command", "output"), examples())
def test_a_shell_example_says_what_happens(page: str, command: str, output: str) -> None:
    script = re.sub(r"(^|\| )sabacc ", rf"\1{SABACC} ", command)
    ran = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=False, timeout=240)
    assert ran.returncode == 0, ran.stderr
    assert [line.rstrip() for line in ran.stdout.splitlines()] == [line.rstrip() for line in output.splitlines()]


def test_there_are_examples() -> None:
    assert len(examples()) >= 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_every_page_can_be_reached_from_the_first() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        links = ((page.parent / link).resolve() for link in LINK.findall(page.read_text(encoding="utf-8")))
        waiting += {link for link in links if link.suffix == ".md"} - reached
    assert set(PAGES) <= reached
