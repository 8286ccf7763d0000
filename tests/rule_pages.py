"""The part of each game's rules page that teaches the game, made from its explanation: `make rule-pages` writes it anew."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from sabacc.cards import Deck
from sabacc.rules import PRESETS, family_of, read_rules
from sabacc.variants import explain_rules

PAGES = Path(__file__).parent.parent / "docs" / "rules"
HEADING = "## How it is played"
WIDTH = 100
ELSEWHERE = ("A hand from start to end.", "A round from start to end.")  # the page tells it at length
ELSEWHERE_ON = {
    "corellian-house": ("Goal.", "Cards.", "Ranks,", "Ties.", "Levels.")
}  # these have parts of the page for themselves


def taught(key: str) -> list[str]:
    """The lines of the part: a paragraph for each that explains the preset, and a list for the ranks."""
    rules = read_rules(key)
    left_out = (*ELSEWHERE, *ELSEWHERE_ON.get(key, ()))
    lines: list[str] = []
    for paragraph in explain_rules(rules)[1:]:
        if not paragraph.startswith(left_out):
            head, *rest = paragraph.split("\n")
            lines += [*_wrapped(_with_cards(_bold_head(head), family_of(rules).deck)), ""]
            for item in rest:
                lines += _wrapped(_with_cards(item, family_of(rules).deck), "  ")
            lines += [""] if rest else []
    return lines[:-1]


def _bold_head(paragraph: str) -> str:
    """A paragraph with the word it begins with in bold."""
    return re.sub(r"^((?:[A-Z][\w-]*)(?: [\w-]+){0,4}\.)(?= )", r"**\1**", paragraph, count=1)


def _with_cards(text: str, deck: Deck) -> str:
    """A text in which cards are marked, with plain minus signs, as pages have them."""
    card = "|".join(sorted((re.escape(one).replace(r"\-", "[-−]") for one in deck.copies), key=len, reverse=True))
    if "S7" not in deck.copies:
        return re.sub(
            rf"(?<=^- )(?:(?:{card})(?: |(?=,)))+(?=,)", lambda found: f"`{found[0].replace('−', '-')}`", text
        )
    return re.sub(rf"\b(?:{card})(?: (?:{card}))*\b", r"`\g<0>`", text)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def page_with(key: str) -> str:
    """The page with this part as it ought to be."""
    text = (PAGES / f"{key}.md").read_text(encoding="utf-8")
    before, rest = text.split(f"{HEADING}\n", 1)
    after = rest[rest.index("\n## ") :]
    return "\n".join([f"{before}{HEADING}", "", *taught(key), ""]) + after


def main() -> None:
    """Writes all pages."""
    for key in PRESETS:
        if (PAGES / f"{key}.md").exists():
            (PAGES / f"{key}.md").write_text(page_with(key), encoding="utf-8")


if __name__ == "__main__":
    main()
