"""What all tests stand on."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from tests.timing import pytest_terminal_summary

__all__ = ["pytest_collection_modifyitems", "pytest_terminal_summary"]  # hooks, which pytest finds by their names

# How long an example takes is the machine's affair.
settings.register_profile("sabacc", deadline=None)
settings.load_profile("sabacc")

# A job in a shell's background ignores Ctrl-C, and so would every command that the tests start and stop.
# The terminal speaks English, whatever the machine does.
os.environ["SABACC_LANG"] = "en"

signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests that wait for browsers and servers come first: what only computes fills the gaps, to the end."""
    items.sort(key=_is_computed)


def _is_computed(item: pytest.Item) -> int:
    return 0 if item.nodeid.startswith("tests/web/") else 1 if item.nodeid.startswith("tests/server/") else 2
