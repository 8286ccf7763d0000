"""The client of the attacks shares no code with the server, and the page says what its long run has found."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.attacks.figures import BEGIN, END, PAGE, stored_run, table

FOLDER = Path(__file__).parent


def imported(path: Path) -> set[str]:
    """The modules that a module imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_no_attack_imports_the_server_or_anything_that_does() -> None:
    for path in FOLDER.rglob("*.py"):
        ours = {name for name in imported(path) if name.split(".")[0] in ("sabacc", "tests")}
        assert all(name.startswith("tests.attacks") for name in ours), path


def test_the_page_has_the_figures_of_the_stored_run() -> None:
    part = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert part.strip().splitlines() == table(stored_run())
