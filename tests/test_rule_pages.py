"""Each game's page teaches what `sabacc rules` teaches: somebody who never played can play from the page alone."""

from __future__ import annotations

import pytest

from sabacc.rules import PRESETS
from tests.rule_pages import HEADING, PAGES, page_with, taught


@pytest.mark.parametrize("key", PRESETS)
def test_a_page_teaches_by_the_presets_own_explanation(key: str) -> None:
    assert (PAGES / f"{key}.md").read_text(encoding="utf-8") == page_with(key), "run `make rule-pages`"


@pytest.mark.parametrize("key", PRESETS)
def test_it_comes_before_the_worked_hand_and_the_clauses(key: str) -> None:
    text = (PAGES / f"{key}.md").read_text(encoding="utf-8")
    assert text.index(HEADING) < text.index("\n## A worked hand\n") < text.index("\n## The clauses\n")


@pytest.mark.parametrize("key", PRESETS)
def test_a_paragraph_says_in_bold_what_it_is_about(key: str) -> None:
    starts = [line for before, line in zip(["", *taught(key)], taught(key), strict=False) if not before]
    assert all(start.startswith(("**", "- ", "Hands ", "Hands,", "Selections")) or not start for start in starts)
