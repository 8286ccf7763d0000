"""People with browsers, and people without: they play by the wire, so that a browser comes to a rare place quickly."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, ViewportSize, expect
from websockets.sync.client import connect

from tests.server.servers import Json, Server, wait_for

SLOWLY = 30_000  # milliseconds until bots have made their moves
MOST_STEPS = 60  # of one hand
LONGEST = 90.0  # seconds on the way to a rare place
CLOCKS = {"decision": 600, "window": 600, "bank": 0, "grace": 60, "away_after": 100, "between": 0.1, "randomiser": 3600}
PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1400, "height": 900}

Choose = Callable[["Wire"], Json | None]


class Wire:
    """Somebody at a table by the protocol alone; a browser of the same person may look on."""

    def __init__(self, server: Server, table: str, cookie: str = "") -> None:
        self.http = httpx.Client(base_url=server.url, timeout=120)
        if not cookie:
            answer = self.http.post("/api/guest", json={"name": f"W {os.urandom(3).hex()}"})
            answer.raise_for_status()
            cookie = "; ".join(f"{one.name}={one.value}" for one in self.http.cookies.jar)
        address = f"{server.url.replace('http', 'ws')}/ws/tables/{table}"
        headers = {"Cookie": cookie, "Origin": server.url}
        line = connect(address, additional_headers=headers, compression=None, max_size=None, close_timeout=0.2)
        self._open = contextlib.ExitStack()
        self.socket = self._open.enter_context(line)
        self.table: Json = {}
        self.you: Json = {}
        self.clocks: list[Json] = []
        self.next_hand_ms: int | None = None
        self.watching = 0  # how many look on without a seat
        self.events: list[Json] = []  # of the hand
        self.answers: dict[str, Json] = {}
        self.name = ""
        self.answered = 0  # the last question
        self._send({"type": "hello", "protocol": 1})
        self.listen(10)

    def listen(self, seconds: float = 0.01) -> bool:
        """What there is to hear; whether there was anything."""
        try:
            frame = json.loads(self.socket.recv(timeout=seconds))
        except TimeoutError:
            return False
        for news in frame:
            self._hear(news)
        return True

    def _hear(self, news: Json) -> None:
        kind = news["type"]
        if kind == "ping":
            self._send({"type": "pong", "ping": news["ping"]})
        elif kind in ("snapshot", "update"):
            self.name = news.get("me") or self.name
            self.table = news.get("table", self.table)
            self.you = news.get("you") or {}
            self.clocks = news.get("clock", [])
            self.next_hand_ms = news.get("next_hand_ms")
            for event in news.get("events", ()):
                if event["type"] == "hand-started":
                    self.events = []
                    self.answered = 0  # questions are numbered anew
                self.events.append(event)
        elif kind == "presence":
            self.watching = news["watching"]
        elif kind in ("done", "refused"):
            self.answers[news["id"]] = news

    def _send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def send(self, kind: str, **fields: Any) -> str:
        """A command; its id."""
        name = os.urandom(6).hex()
        self._send({"type": kind, "id": name, **fields})
        return name

    def do(self, kind: str, **fields: Any) -> None:
        """A command that must work."""
        name = self.send(kind, **fields)
        until = time.monotonic() + 20
        while name not in self.answers and time.monotonic() < until:
            self.listen(1)
        assert self.answers[name]["type"] == "done", self.answers[name]

    @property
    def question(self) -> Json | None:
        return self.you.get("question")

    @property
    def kind(self) -> str:
        """Of the question, or nothing."""
        return str(self.question["kind"]) if self.question else ""

    @property
    def actions(self) -> list[Json]:
        return list(self.you.get("options", {}).get("actions", ()))

    @property
    def over(self) -> bool:
        """Whether the hand is."""
        return any(one["type"] == "hand-ended" for one in self.events)

    def may(self, kind: str) -> bool:
        """Whether there is an action of that kind."""
        return any(one["type"] == kind for one in self.actions)

    def first(self, kind: str) -> Json | None:
        """The first action of that kind."""
        return next((one for one in self.actions if one["type"] == kind), None)

    def close(self) -> None:
        self._open.close()
        self.http.close()


def patiently(wire: Wire) -> Json | None:
    """Answers that keep everybody in the hand."""
    for kind in ("check", "match", "pass", "go-on", "stand", "done"):
        if (found := wire.first(kind)) is not None:
            return found
    return wire.question["default"] if wire.question else None


def drive(wires: list[Wire], there: Callable[[], bool], choose: Choose = patiently) -> None:
    """They play until it is there; who `choose` finds no answer for waits."""
    until = time.monotonic() + LONGEST
    while True:
        for wire in wires:
            while wire.listen(0.004):
                pass
        if there():
            return
        assert time.monotonic() < until, "it did not come"
        for wire in wires:
            question = wire.question
            if question is None or question["number"] == wire.answered:
                continue
            action = choose(wire)
            if action is None:
                continue
            free = action["type"] in ("place", "take-back")
            wire.answered = wire.answered if free else question["number"]
            wire.send("act", action=action, question=0 if free else question["number"])


class Player:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, server: Server, name: str = "", **context: Any) -> None:
        still = {"reduced_motion": "reduce", "color_scheme": "dark", "service_workers": "block", **context}
        self.context: BrowserContext = browser.new_context(base_url=server.url, **still)
        self.page: Page = self.context.new_page()
        self.server = server
        self.table = ""
        self.asked: set[str] = set()  # the prompts that were answered
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        answer = self.page.request.post("/api/guest", data={"name": name}, headers={"origin": server.url})
        assert answer.ok, answer.text()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{one['name']}={one['value']}" for one in self.context.cookies())

    def wire(self) -> Wire:
        """A second line of the same person to the same table."""
        return Wire(self.server, self.table, self.cookie)

    def make(self, preset: str, **more: Any) -> str:
        """A table with a bot that has no whims, if nothing else is said; its id."""
        settings = {"bots": ["patient"], "fill_to": 2, "pace": 0, "clocks": CLOCKS, **more}
        settings["clocks"] = {**CLOCKS, **settings["clocks"]}
        body = {"rules": {"preset": preset, **settings.pop("rules", {})}, **settings}
        answer = self.page.request.post("/api/tables", data=body, headers={"origin": self.server.url})
        assert answer.ok, answer.text()
        self.table = answer.json()["id"]
        return self.table

    def look(self, table: str) -> None:
        """Goes to the table."""
        self.table = table
        self.page.goto(f"/table/{table}")
        expect(self.page.locator(".bar").first).to_be_visible(timeout=SLOWLY)

    def sit(self, table: str) -> None:
        self.look(table)
        self.page.get_by_role("button", name="Take a seat").click()
        expect(self.page.get_by_role("button", name="Take a seat")).to_have_count(0)

    def linger(self) -> None:
        """The host lets the end of a hand stay in sight. Before the first deal it would take a second and a half."""
        expect(self.prompt).to_be_visible(timeout=SLOWLY)
        wire = self.wire()
        wire.do("set-clocks", clocks={**CLOCKS, "between": 600})
        wire.close()

    def next_hand(self) -> None:
        """The host has the next one dealt at once."""
        wire = self.wire()
        wire.do("set-clocks", clocks=CLOCKS)
        for on in (True, False):
            wire.do("pause", on=on)
        wire.close()
        self.linger()

    def start(self, preset: str, **more: Any) -> None:
        """At a table of one's own, in the first hand."""
        self.sit(self.make(preset, **more))
        self.linger()

    @property
    def action_buttons(self) -> Locator:
        """What can be done now."""
        return self.page.get_by_role("group", name="What you may do").get_by_role("button")

    def action_button(self, name: str) -> Locator:
        """One of them, by how it begins."""
        return self.action_buttons.filter(has_text=name)

    @property
    def own(self) -> Locator:
        """One's own cards that can be picked."""
        return self.page.get_by_role("group", name="Your cards").get_by_role("button")

    @property
    def down(self) -> Locator:
        """Those that lie face down."""
        return self.page.get_by_role("group", name="Your cards", exact=True).get_by_role("button")

    @property
    def up(self) -> Locator:
        """Those that lie face up, or in the static field."""
        return self.page.get_by_role("group", name="Your cards, face up")

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt .text")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="How the hand ended")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("region", name="What happened").get_by_role("listitem")

    def heard(self, text: str) -> None:
        """The log says so; on a phone it is closed, and says it all the same."""
        lines = self.page.locator('[aria-label="What happened"] li', has_text=text)
        expect(lines.last).to_be_attached(timeout=SLOWLY)

    def toast(self, text: str) -> Locator:
        return self.page.locator(".toasts, .messages, [role=status], [role=alert]").get_by_text(text).first

    @property
    def menu(self) -> Locator:
        return self.page.get_by_role("dialog", name="Table menu")

    def open_menu(self) -> Locator:
        """One's own menu, or the host's."""
        if not self.menu.is_visible():
            self.page.get_by_role("button", name="menu").first.click()
        expect(self.menu).to_be_visible()
        return self.menu

    def wait(self) -> bool:
        """Until it is our turn, or the hand is over; whether it is our turn."""
        expect(self.prompt.or_(self.result).first).to_be_visible(timeout=SLOWLY)
        return not self.result.is_visible()

    def pick(self, by_keys: bool) -> None:
        """Picks a card where nothing can be done without: one that lies face down, or else one that lies face up."""
        for at in (0, self.own.count() - 1):
            if self.action_buttons.count():
                return
            if by_keys:
                self.page.keyboard.press(str(at + 1))
            else:
                self.own.nth(at).click(timeout=2000)
            with contextlib.suppress(AssertionError):
                expect(self.action_buttons.first).to_be_visible(timeout=500)

    def answer(self, by_keys: bool) -> None:
        """Gives the usual answer: the first button, or the key that stands on it."""
        text = self.prompt.inner_text(timeout=2000)
        self.pick(by_keys)
        if by_keys:
            self.page.keyboard.press(self.action_buttons.first.locator("kbd").inner_text(timeout=2000))
        else:
            self.action_buttons.first.click(timeout=2000)
        self.asked.add(text.split("\n")[0])

    def step(self, by_keys: bool = False) -> bool:
        """One answer, if it is our turn; whether the hand goes on."""
        if not self.wait():
            return False
        with contextlib.suppress(Error):  # the question was gone before the click: look again
            self.answer(by_keys)
        self.page.wait_for_timeout(30)
        return True

    def fold(self) -> None:
        """Leaves the hand as soon as that can be done; what is asked before gets the usual answer."""
        for _ in range(MOST_STEPS):
            if not self.wait():
                return
            if self.action_button("Fold").count():
                self.action_button("Fold").click()
                self.action_button("Really fold").click()
                return
            self.step()
        raise AssertionError("one can't fold")

    def play(self, by_keys: bool = False) -> None:
        """To the end of the hand; to that of the next one if the others folded before we had answered anything."""
        for _ in range(MOST_STEPS):
            if self.step(by_keys):
                continue
            if self.asked:
                return
            self.next_hand()
        raise AssertionError(f"the hand does not end; asked: {self.asked}")


class Party:
    """A player's table, with others who play by the wire; the player has a wire, too, to get on quickly."""

    def __init__(self, player: Player, others: int) -> None:
        self.player = player
        self.me = player.wire()
        self.others = [Wire(player.server, player.table) for _ in range(others)]

    @property
    def all(self) -> list[Wire]:
        return [self.me, *self.others]

    def but_me(self, choose: Choose) -> Choose:
        """All others answer like that; the player waits."""
        return lambda wire: None if wire is self.me else choose(wire)

    def until(self, there: Callable[[Wire], bool], choose: Choose = patiently) -> None:
        """They play until the player is there, and the page shows it."""
        drive(self.all, lambda: there(self.me), choose)
        wait_for(self._is_shown, SLOWLY / 1000)
        # Until a font is there, letters have another size, and what is measured does.
        self.player.page.evaluate("document.fonts.ready.then(() => null)")

    def _is_shown(self) -> bool:
        """Whether the page asks what the wire asks; an answer that was on its way may have changed both."""
        while self.me.listen():
            pass
        number = self.me.question["number"] if self.me.question else ""
        return self.player.page.locator("[data-question]").get_attribute("data-question") == str(number)


@contextlib.contextmanager
def party(player: Player, preset: str, others: int = 1, recorder: str = "", **settings: Any) -> Iterator[Party]:
    """A table with everybody seated, and the player's browser looking at it; `recorder` runs there before the deal."""
    player.make(preset, bots=[], fill_to=0, **settings)
    table = Party(player, others)
    table.me.do("pause", on=True)
    for seat, wire in enumerate(table.all):
        wire.do("sit", seat=seat)
    player.look(player.table)
    if recorder:
        player.page.evaluate(recorder)
    table.me.do("pause", on=False)
    try:
        yield table
    finally:
        for wire in table.all:
            wire.close()
