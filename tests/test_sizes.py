"""Modules and functions stay small enough to be read."""

from __future__ import annotations

import ast
import statistics
from pathlib import Path

import pytest

from tests.module_map import ROOT, modules

MAX_MODULE = 450  # lines; most have fewer than 300
MAX_FUNCTION = 60
MAX_MEDIAN = 7  # of all functions
ALL = [path for paths in modules().values() for path in paths]


def function_lengths(path: Path) -> dict[str, int]:
    """The lines of each function, from its `def` to its end."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, functions)]
    return {f"{node.name}, line {node.lineno}": (node.end_lineno or 0) - node.lineno + 1 for node in found}


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_and_its_functions_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_MODULE
    if path.suffix == ".py":
        assert {name: lines for name, lines in function_lengths(path).items() if lines > MAX_FUNCTION} == {}


def test_most_functions_are_very_short() -> None:
    lengths = [lines for path in ALL if path.suffix == ".py" for lines in function_lengths(path).values()]
    assert statistics.median(lengths) <= MAX_MEDIAN
