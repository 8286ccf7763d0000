"""`make screenshots`: pictures of every page, and of the table in every variant, at three widths, to be looked at.

    python web/screenshots.py [FOLDER] [--only PATTERN]

They go to build/screenshots. The server is a real one with a folder of its own, the browser a real Chromium, and the
hands are played. Of each table there is a picture of the first question of each kind, and one of the hand's end. The
great moments are strips: frames side by side.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright
from rich.progress import track

from sabacc.rules import PRESETS

ROOT = Path(__file__).parent.parent
HEIGHTS = {360: 740, 820: 1100, 1400: 900}
PAGES = {
    "landing": "/",
    "lobby": "/lobby",
    "make": "/make",
    "decks": "/page/cards",
    "account": "/account",
    "nowhere": "/cantina",
    "rules-house-rules": "/rules/house-rules",
    **{f"rules-{preset}": f"/rules/{preset}" for preset in PRESETS},
    **{f"odds-{preset}": f"/odds/{preset}" for preset in PRESETS},
}
LIGHT_PAGES = ("landing", "make", "decks", "rules-force", "odds-classic", "account")
LIGHT_TABLES = ("classic", "corellian-house", "coruscant-shift")
CLOCKS = {"decision": 600, "window": 600, "between": 600}
BOTS = ["counter", "gambler", "miner"]
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}  # or careful players go on for an hour
MOST_STEPS = 80  # of one hand
FRAMES = 12  # of a strip
CALM = {"shift_trigger": "none"}
TIED = {"deck": [f"{suit}{number}" for suit in "SFCT" for number in (5, 6)]}  # every second hand
STRIPS: dict[str, dict[str, Any]] = {
    "deal": {"preset": "classic", **SHORT},
    "shift": {"preset": "classic", "shift_trigger": "d6-low"},
    "showdown": {"preset": "classic", **SHORT, **CALM},
    "demise": {"preset": "cloud-city", **SHORT, **CALM, **TIED},
}
SLOWLY = 30_000  # milliseconds
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the quickest first


@dataclass(frozen=True)
class Shot:
    """Something to look at: a page, a table, or the pages about a hand that was played."""

    what: str  # "page", "table", "past" or "strip"
    name: str  # of the page, of the preset or of the scene
    width: int
    theme: str = "dark"
    players: int = 0

    @property
    def stem(self) -> str:
        """How its files are called."""
        parts = [self.what if self.what != "page" else "", self.name, str(self.players or "")]
        return "-".join(filter(None, [*parts, str(self.width), self.theme if self.theme != "dark" else ""]))


def shots() -> list[Shot]:
    """All there is to look at."""
    found = []
    for width in HEIGHTS:
        found += [Shot("page", name, width) for name in PAGES]
        found += [Shot("table", preset, width, players=4) for preset in PRESETS]
        found += [
            Shot("table", preset, width, players=2) for preset in ("classic", "corellian-house", "coruscant-shift")
        ]
        found += [Shot("table", preset, width, players=8) for preset in ("classic", "corellian-house", "galactic")]
        found += [Shot("table", preset, width, "light", 4) for preset in LIGHT_TABLES]
        found += [Shot("past", "corellian-house", width), Shot("past", "classic", width, "light")]
        found += [Shot("page", name, width, "light") for name in LIGHT_PAGES]
        found += [Shot("strip", name, width) for name in STRIPS]
    return found


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server, and where it is."""
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--port", "0", "--data", folder, "--rate", "1000", "--table-rate", "10000", "--guest-rate", "10000"]
        command = [sys.executable, "-m", "sabacc", "serve", *flags]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert running.stdout is not None
        found = re.search(r"http://\S+", running.stdout.readline().decode())
        assert found, "the server did not start"
        try:
            yield found[0].replace("localhost", "127.0.0.1")
        finally:
            running.terminate()
            running.wait()


class Film:
    """The frames that a page paints, from the moment on at which it was last begun."""

    def __init__(self, page: Page) -> None:
        self.frames: list[tuple[float, str]] = []
        self.page = page
        self.since = 0.0
        self.line = page.context.new_cdp_session(page)
        self.line.on("Page.screencastFrame", self._frame)
        self.line.send("Page.startScreencast", {"format": "jpeg", "quality": 85})

    def _frame(self, event: dict[str, Any]) -> None:
        self.frames.append((event["metadata"]["timestamp"], event["data"]))
        self.line.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    def begin(self) -> None:
        """What came before is no part of it."""
        self.since = time.time()

    def end(self) -> list[str]:
        """Some of them, at even intervals, as base64."""
        self.page.wait_for_timeout(500)
        self.line.send("Page.stopScreencast")
        frames = [one for one in self.frames if one[0] >= self.since] or self.frames[-1:]
        first, last = frames[0][0], frames[-1][0]
        moments = [first + (last - first) * at / (FRAMES - 1) for at in range(FRAMES)]
        return [[frame for painted, frame in frames if painted <= moment + 0.001][-1] for moment in moments]


class Visitor:
    """Somebody with a browser, who looks at something."""

    def __init__(self, browser: Browser, url: str, shot: Shot, folder: Path) -> None:
        self.shot = shot
        self.folder = folder
        self.browser = browser
        self.url = url
        self.context = browser.new_context(
            viewport={"width": shot.width, "height": HEIGHTS[shot.width]},
            has_touch=shot.width < 500,
            reduced_motion="no-preference" if shot.what == "strip" else "reduce",
            base_url=url,
            extra_http_headers={"origin": url},
        )
        self.context.add_init_script(f"localStorage.setItem('sabacc.theme', '{shot.theme}')")
        if shot.what == "strip":
            self.context.add_init_script("localStorage.setItem('sabacc.motion', 'slow')")
            self.context.add_init_script("localStorage.setItem('sabacc.hints', 'off')")
        self.page: Page = self.context.new_page()
        self.seen: set[str] = set()

    def look(self) -> None:
        """Takes the pictures."""
        {"page": self.one_page, "table": self.table, "past": self.past, "strip": self.strip}[self.shot.what]()
        self.context.close()

    def keep(self, moment: str = "", whole: bool = True) -> None:
        """A picture of the page as it is: all of it, or what is on the screen."""
        self.page.wait_for_timeout(150)
        name = f"{self.shot.stem}-{moment}" if moment else self.shot.stem
        self.page.screenshot(path=self.folder / f"{name}.png", full_page=whole)

    def open(self, address: str) -> None:
        """Opens a page and waits for all that it loads."""
        self.page.goto(address)
        self.page.get_by_role("heading", level=1).first.wait_for()
        self.page.wait_for_load_state("networkidle")

    def one_page(self) -> None:
        self.post("/api/guest", {"name": ""})
        self.open(PAGES[self.shot.name])
        self.keep()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.context.request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def table(self) -> None:
        """A hand: each kind of question once, and the end."""
        self.sit()
        if self.play():
            self.keep("end", whole=False)

    def past(self) -> None:
        """A hand that was played, and where it is found again."""
        self.sit()
        self.play()
        self.open("/history")
        self.keep("history")
        self.page.get_by_role("button", name="Figures").click()
        self.page.wait_for_load_state("networkidle")
        self.keep("figures")
        self.open("/history")
        self.page.locator("a[href^='/hand/']").first.click()
        self.page.get_by_label("Where in the hand").wait_for()
        self.keep("replay")
        self.page.keyboard.press("End")
        self.keep("replay-end")
        self.open("/lobby")
        self.keep("lobby")

    def strip(self) -> None:
        """A scene, from the frames that the browser paints."""
        name = self.shot.name
        self.post("/api/guest", {"name": ""})
        rival = Visitor(self.browser, self.url, Shot("rival", "", 820), self.folder) if name == "demise" else None
        film = self.take_seat(STRIPS[name], 4) if rival is None else self.meet(rival, STRIPS[name])
        if name == "deal":
            self.page.locator(".own-worth .near").wait_for(timeout=SLOWLY)
        elif name == "shift":
            self.play(film, until=".word.shift")
            self.page.locator(".word").wait_for(state="detached", timeout=SLOWLY)
        elif rival is None:
            self.play(film)
        else:
            self.play_against(rival, film)
            while not self.page.locator(".log .sudden-demise").count():
                film = self.meet(rival, STRIPS[name])
                self.play_against(rival, film)
            rival.context.close()
        frames = film.end()
        self.page.set_viewport_size({"width": 4 * min(self.shot.width, 640) + 32, "height": 800})
        pictures = "".join(f'<img src="data:image/jpeg;base64,{frame}" width="24.5%">' for frame in frames)
        self.page.goto("about:blank")
        self.page.set_content(f'<body style="display:flex;flex-wrap:wrap;gap:4px;background:#888">{pictures}</body>')
        self.keep()

    def sit(self) -> None:
        """At a new table, with bots."""
        self.post("/api/guest", {"name": ""})
        short = SHORT if PRESETS[self.shot.name].family == "76" else {}
        self.take_seat({"preset": self.shot.name, **short}, self.shot.players or 4)

    def meet(self, rival: Visitor, rules: dict[str, Any]) -> Film:
        """At a new table, with another visitor alone."""
        film = self.take_seat(rules, 0)
        if not rival.seen:
            rival.post("/api/guest", {"name": ""})
        rival.seen.add("rival")
        rival.page.goto(self.page.url)
        rival.page.get_by_role("button", name="Take a seat").click()
        return film

    def play_against(self, rival: Visitor, film: Film) -> None:
        """Both give the usual answers to the end of the hand."""
        end = self.page.get_by_role("region", name="How the hand ended")
        for _ in range(2 * MOST_STEPS):
            if end.count():
                return
            for visitor in (self, rival):
                if visitor.action_buttons.count():
                    film.begin()
                    with contextlib.suppress(Error):
                        visitor.action_buttons.first.click(timeout=2000)
            self.page.wait_for_timeout(200)

    def take_seat(self, rules: dict[str, Any], players: int) -> Film:
        """The same, as who one is already, and filmed."""
        bots = BOTS if players else []
        body = {"rules": rules, "seats": players or 2, "bots": bots, "fill_to": players, "pace": 0, "clocks": CLOCKS}
        self.page.goto(self.post("/api/tables", body)["link"])
        film = Film(self.page)
        self.page.get_by_role("button", name="Take a seat").click()
        return film

    @property
    def action_buttons(self) -> Locator:
        return self.page.get_by_role("group", name="What you may do").get_by_role("button")

    def play(self, film: Film | None = None, until: str = "") -> bool:
        """Gives the usual answers to the end of the hand, or until that is seen; whether it comes. Only what comes after
        the last is filmed."""
        asked = self.page.locator("[data-asked]")
        wanted = self.page.locator(until) if until else None
        end = self.page.get_by_role("region", name="How the hand ended")
        for _ in range(MOST_STEPS):
            asked.or_(end).first.wait_for(timeout=SLOWLY)
            if end.is_visible() or (wanted is not None and wanted.count()):
                return True
            if film is not None:
                film.begin()
            with contextlib.suppress(Error):  # the question was gone before the click: look again
                self.answer(asked.get_attribute("data-asked", timeout=2000) or "")
            self.page.wait_for_timeout(1000 if until else 80)
        return False

    def answer(self, kind: str) -> None:
        new = self.shot.what == "table" and kind not in self.seen
        if new:
            self.keep(kind, whole=False)
            self.seen.add(kind)
        own = self.page.get_by_role("group", name="Your cards").get_by_role("button")
        for at in range(own.count()):
            if self.action_buttons.count():
                break
            own.nth(at).click(timeout=2000)
            self.page.wait_for_timeout(50)
        hint = self.page.get_by_role("complementary", name="A hint").get_by_role("button", name="Got it")
        if hint.count() and len(self.seen) > 1:
            hint.click(timeout=2000)
        self.action_buttons.first.click(timeout=2000)


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every page.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", default="", help="those whose file's name fits this pattern")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for shot in track([one for one in shots() if re.search(asked.only, one.stem)], description="Pictures"):
            Visitor(browser, url, shot, asked.folder).look()
        browser.close()
    sys.stdout.write(f"{len(list(asked.folder.glob('*.png')))} pictures are in {asked.folder}.\n")


if __name__ == "__main__":
    main()
