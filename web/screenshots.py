"""`make screenshots`: pictures of every page, and of the table in every variant, at three widths, to be looked at.

    python web/screenshots.py [FOLDER] [--only WORD]

They go to build/screenshots. The server is a real one with a folder of its own, the browser a real Chromium.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.progress import track

from sabacc.rules import PRESETS

ROOT = Path(__file__).parent.parent
WIDTHS = {360: 740, 820: 1100, 1400: 900}
PAGES = {
    "landing": "/",
    "lobby": "/lobby",
    "make": "/make",
    "decks": "/page/cards",
    "history": "/history",
    "account": "/account",
    **{f"rules-{preset}": f"/rules/{preset}" for preset in PRESETS},
    **{f"odds-{preset}": f"/odds/{preset}" for preset in PRESETS},
}
CHROMIUM = "/usr/bin/chromium"


@contextmanager
def server() -> Iterator[str]:
    """A server, and where it is."""
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--port", "0", "--data", folder, "--rate", "1000", "--table-rate", "10000", "--guest-rate", "10000"]
        running = subprocess.Popen(
            [sys.executable, "-m", "sabacc", "serve", *flags], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert running.stdout is not None
        found = re.search(r"http://\S+", running.stdout.readline().decode())
        assert found, "the server did not start"
        try:
            yield found[0]
        finally:
            running.terminate()
            running.wait()


class Visitor:
    """Somebody with a browser of some width."""

    def __init__(self, browser: Browser, url: str, width: int, scheme: str = "dark") -> None:
        self.url = url
        self.width = width
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": WIDTHS[width]}, has_touch=width < 500, reduced_motion="reduce"
        )
        self.page: Page = self.context.new_page()
        self.page.goto(url)
        if scheme == "light":
            self.page.evaluate("localStorage.setItem('sabacc', JSON.stringify({theme: 'light'}))")
        self.post("/api/guest", {})

    def post(self, path: str, body: object) -> dict[str, str]:
        """A request from the page."""
        script = """async ([path, body]) => (await fetch(path, {method: 'POST', body,
            headers: {'Content-Type': 'application/json'}})).json()"""
        answer: dict[str, str] = self.page.evaluate(script, [path, json.dumps(body)])
        return answer

    def shoot(self, name: str, folder: Path) -> None:
        """A picture of the page as it is, all of it."""
        self.page.wait_for_timeout(600)
        self.page.screenshot(path=folder / f"{name}-{self.width}.png", full_page="table" not in name)

    def new_table(self, preset: str, players: int) -> str:
        """A table with bots; its address."""
        clocks = {"decision": 600, "window": 600, "between": 30}
        bots = ["counter", "gambler", "miner"]
        body = {"rules": {"preset": preset}, "seats": players, "bots": bots, "fill_to": players, "pace": 0.05}
        return self.post("/api/tables", {**body, "clocks": clocks, "access": "link"})["link"]

    def play(self, address: str, name: str, folder: Path) -> None:
        """A hand: a picture of the first decisions and of the end."""
        page = self.page
        page.goto(self.url + address)
        page.get_by_role("button", name=re.compile("sit", re.IGNORECASE)).first.click()
        for number in range(60):
            page.wait_for_timeout(400)
            if page.get_by_text(re.compile(r"next hand", re.IGNORECASE)).count():
                self.shoot(f"table-{name}-end", folder)
                return
            buttons = page.locator("[data-actions] button:enabled")
            if buttons.count():
                if number in (4, 12, 20):
                    self.shoot(f"table-{name}-{number}", folder)
                buttons.first.click()


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every page.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", default="", help="pages with this word in their name")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tables = [
            (preset, players) for preset in PRESETS for players in (2, 4, 8) if players <= PRESETS[preset].players[1]
        ]
        work = [(width, name) for width in WIDTHS for name in [*PAGES, *(f"{a} {b}" for a, b in tables)]]
        for width, name in track([one for one in work if asked.only in one[1]], description="Pictures"):
            visitor = Visitor(browser, url, width)
            if name in PAGES:
                visitor.page.goto(url + PAGES[name])
                visitor.page.wait_for_timeout(900)
                visitor.shoot(name, asked.folder)
            else:
                preset, players = name.split()
                visitor.play(visitor.new_table(preset, int(players)), f"{preset}-{players}", asked.folder)
            visitor.context.close()
        browser.close()
    sys.stdout.write(f"{len(list(asked.folder.glob('*.png')))} pictures are in {asked.folder}.\n")


if __name__ == "__main__":
    main()
