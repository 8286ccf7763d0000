"""How long anything is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 120.0  # seconds; nothing takes nearly as long, but the machine may have other things to do


def wait_for(true: Callable[[], Any]) -> None:
    """Waits until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)
