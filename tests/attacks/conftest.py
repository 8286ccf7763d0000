"""What the attacks share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.client.launcher import Launcher


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    """A process that starts servers."""
    launcher = Launcher()
    yield launcher
    launcher.close()
