"""One server and one browser for all tests of the pages; which are the same with the compiled engine, and tested once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from sabacc.server.http.app import PAGES
from tests.server.servers import Server, running
from tests.web.patient_bot import install_patient_bot

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.players import Player

collect_ignore_glob = ["*.py"] if os.environ.get("SABACC_COMPILED") else []

# The first is the same engine without a window's frame, and takes half the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)


KITCHEN = (
    "kitchen.test"  # a name that browsers trust as little as a machine in the house: some of their parts are missing
)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    bots = install_patient_bot(tmp_path_factory.mktemp("packages"))
    with running(tmp_path_factory.mktemp("server"), "--allowed-host", KITCHEN, packages=bots) as server:
        yield server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """While it is open, there is a loop in this thread: what needs one of its own needs a thread of its own, too."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    if not (PAGES / "index.html").exists():
        pytest.skip("the pages are not built: make web")
    sync_api.expect.set_options(timeout=30_000)  # milliseconds: a busy machine takes its time
    with sync_api.sync_playwright() as playwright:
        named = f"--host-resolver-rules=MAP {KITCHEN} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", named])
        yield browser
        browser.close()


@pytest.fixture
def meet(browser: Browser, server: Server) -> Iterator[Callable[..., Player]]:
    """Makes people with browsers of their own; whatever their browsers find wrong fails the test."""
    from tests.web.players import Player

    met: list[Player] = []

    def somebody(name: str = "", **context: Any) -> Player:
        met.append(Player(browser, server, name, **context))
        return met[-1]

    yield somebody
    for one in met:
        one.context.close()
    assert [complaint for one in met for complaint in one.complaints] == []
