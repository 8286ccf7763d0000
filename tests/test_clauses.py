"""Every clause of the rules pages has a test that carries its number."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLAUSE = re.compile(r"^- \*\*([A-Z]+[0-9]+)\*\* ", re.MULTILINE)
MARK = re.compile(r"mark\.clause\(([^)]*)\)")


def clauses_written() -> list[str]:
    pages = sorted((ROOT / "docs" / "rules").glob("*.md"))
    return [clause for page in pages for clause in CLAUSE.findall(page.read_text(encoding="utf-8"))]


def clauses_tested() -> set[str]:
    tested: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for marks in MARK.findall(file.read_text(encoding="utf-8")):
            tested |= set(re.findall(r'"([A-Z]+[0-9]+)"', marks))
    return tested


def test_every_clause_stands_once() -> None:
    written = clauses_written()
    assert len(written) > 100
    assert sorted(written) == sorted(set(written))


def test_every_clause_has_a_test() -> None:
    assert sorted(set(clauses_written()) - clauses_tested()) == []


def test_every_mark_names_a_clause() -> None:
    assert sorted(clauses_tested() - set(clauses_written())) == []


def test_clauses_cited_in_the_code_exist() -> None:
    written = set(clauses_written())
    prefixes = "|".join(sorted({re.sub(r"\d", "", clause) for clause in written}, key=len, reverse=True))
    cited: set[str] = set()
    for file in (ROOT / "src").rglob("*.py"):
        for comment in re.findall(r"\(([A-Z]{1,2}\d[^()]*)\)", file.read_text(encoding="utf-8")):
            cited |= set(re.findall(rf"\b(?:{prefixes})\d+\b", comment))
    assert sorted(cited - written) == []
