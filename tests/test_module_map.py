"""Every module has its line in the map of docs/how-it-is-built.md, and says in its own first sentence what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module_map import BEGIN, END, PAGE, ROOT, first_sentence, lines, modules

ALL = [path for paths in modules().values() for path in paths]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_says_what_it_is(path: Path) -> None:
    assert first_sentence(path), "it needs a docstring, or a comment at its top"


def test_every_module_has_its_line_in_the_map() -> None:
    there = PAGE.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0].split("\n")
    due = lines()
    assert [line for line in due if line not in there] == [], "run `make map`"
    assert [line for line in there if line and line not in due] == [], "run `make map`"
