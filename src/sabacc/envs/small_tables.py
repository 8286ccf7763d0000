"""Small tables that can be solved, by name: every family may bring some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sabacc.rules import FAMILIES, Part


class SmallTable(NamedTuple):
    """Rules, and what each of two players brings."""

    rules: dict[str, Any]
    stack: int


SMALL_TABLES: Part[Mapping[str, SmallTable]] = Part("small_tables", {})


def small_tables() -> dict[str, SmallTable]:
    """Those of all families."""
    return {name: table for family in FAMILIES.values() for name, table in SMALL_TABLES.of(family).items()}
