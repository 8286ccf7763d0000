"""The HTTP side of the client: a browser with cookies, or a program with a token."""

from __future__ import annotations

import os
from typing import Any

import httpx

from tests.attacks.client.server import Server
from tests.attacks.client.table_socket import Json, TableSocket, open_table_socket
from tests.attacks.client.waiting import PATIENCE

AGENT = "Mozilla/5.0 (a browser of its own)"
PASSWORD = "a tauntaun in the rain"
# Nobody is hurried, and nothing is waited for.
CLOCKS = {"decision": 600, "window": 600, "bank": 0, "grace": 0, "away_after": 100, "between": 0, "randomiser": 3}
LONG_PAUSE = {**CLOCKS, "between": 600}


class Browser:
    """A browser at an address of its own, if the server is behind a proxy that says so."""

    def __init__(self, server: Server, address: str = "", agent: str = AGENT, token: str = "") -> None:
        self.server = server
        self.address = address or (random_address() if server.is_behind_proxy else "")
        self.agent = agent
        self.person: Json = {}  # who came in last
        headers = {"X-Sabacc": "1", "User-Agent": agent}
        headers |= {"X-Forwarded-For": self.address} if self.address else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        # No certificates to load: that takes long.
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, headers=headers, verify=False)

    def use_agent(self, agent: str) -> None:
        """Calls itself something else from now on."""
        self.agent = self.http.headers["User-Agent"] = agent

    # ---- requests

    def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Any request."""
        return self.http.request(method, path, json=body if body is not None else {})

    def do(self, method: str, path: str, body: Json | None = None) -> Any:
        """A request that must work."""
        answer = self.ask(method, path, body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Json | None = None) -> tuple[int, str]:
        """A request that must not work: the status and the sentence."""
        answer = self.ask(method, path, body)
        assert 400 <= answer.status_code < 500, answer.text
        return answer.status_code, str(answer.json()["error"])

    @property
    def cookie(self) -> str:
        """What a browser sends along."""
        return "; ".join(f"{one.name}={one.value}" for one in self.http.cookies.jar)

    # ---- who it is

    @property
    def id(self) -> str:
        return str(self.person["id"])

    @property
    def name(self) -> str:
        return str(self.person["name"])

    def come_in(self, name: str = "G") -> None:
        """As a guest, under this name and something that nobody else has."""
        self.person = self.do("POST", "/api/guest", {"name": f"{name} {int.from_bytes(os.urandom(4))}"})["person"]

    def come_in_again(self, name: str) -> None:
        """Signs out, and comes in as somebody else."""
        self.do("POST", "/api/logout")
        self.come_in(name)

    def set_password(self) -> None:
        """From now on it is no guest."""
        self.do("PUT", "/api/me/password", {"new": PASSWORD})

    def log_in(self, name: str, password: str = PASSWORD, **more: Any) -> int:
        """The status of a try."""
        return self.ask("POST", "/api/login", {"name": name, "password": password, **more}).status_code

    def who(self) -> str | None:
        """The name of whoever the server takes it for."""
        person = self.do("GET", "/api/me")["person"]
        return None if person is None else str(person["name"])

    # ---- tables

    def new_table(self, rules: Json | str = "cloud-city", **settings: Any) -> str:
        """A table of its own, where nothing is waited for; its id."""
        rules = {"preset": rules} if isinstance(rules, str) else rules
        return str(self.do("POST", "/api/tables", {"rules": rules, "clocks": CLOCKS, "pace": 0, **settings})["id"])

    def join(self, table: str, **hello: Any) -> TableSocket:
        """A socket at a table, which has said hello."""
        headers = {"Origin": self.server.url}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        headers |= {"X-Forwarded-For": self.address} if self.address else {}
        return open_table_socket(self.server, table, headers, self.agent, **hello)


def random_address() -> str:
    """An address that nobody else has."""
    return "10." + ".".join(str(byte) for byte in os.urandom(3))


def guest(server: Server, name: str = "G", address: str = "", agent: str = AGENT) -> Browser:
    """A browser in which a guest has come in."""
    browser = Browser(server, address, agent)
    browser.come_in(name)
    return browser


def member(server: Server, name: str = "M", address: str = "") -> Browser:
    """A browser of somebody with a password."""
    browser = guest(server, name, address)
    browser.set_password()
    return browser
