"""Guests who sit at one table and play."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.attacks.client.browser import guest
from tests.attacks.client.server import Server
from tests.attacks.client.table_socket import Json, TableSocket


class Players:
    """Some guests who sit at a table in the order they came in; the first is its host."""

    def __init__(self, server: Server, count: int, rules: Json | str = "cloud-city", **settings: Any) -> None:
        self.guests = [guest(server, f"P{at}", agent=f"Browser {at} {os.urandom(3).hex()}") for at in range(count)]
        self.table = self.guests[0].new_table(rules, **settings)
        self.sockets: list[TableSocket] = []
        self.join()
        self.host.do("pause", on=True)
        for seat, socket in enumerate(self.sockets):
            socket.do("sit", seat=seat)
        self.host.do("pause", on=False)

    def join(self) -> None:
        """Everybody opens a socket at the table, and hears how things are."""
        self.sockets = [one.join(self.table) for one in self.guests]
        for socket in self.sockets:
            socket.until(lambda socket=socket: socket.table)  # type: ignore[misc]

    @property
    def host(self) -> TableSocket:
        """Who opened the table."""
        return self.sockets[0]

    def here(self) -> list[TableSocket]:
        """Those whose sockets are open."""
        return [socket for socket in self.sockets if socket.bye is None]

    def turn(self) -> TableSocket:
        """Whoever is asked; everybody has heard the same by then."""
        while True:
            self.catch_up()
            asked = [socket for socket in self.here() if socket.question]
            if asked:
                return asked[0]
            self.here()[0].listen()

    def catch_up(self) -> None:
        """Everybody hears what anybody has heard."""
        version = max(socket.version for socket in self.here())
        for socket in self.here():
            with contextlib.suppress(ConnectionClosed):
                socket.until(lambda socket=socket: socket.version >= version or socket.bye)  # type: ignore[misc]

    def play(self, over: Callable[[], Any], quick: bool = True) -> None:
        """Everybody folds if they can, or else gives the answer that the clock would give, until something is so."""
        while not over():
            self.catch_up()
            asked = [socket for socket in self.here() if socket.question]
            if over():
                break
            if asked:
                self._answer(asked[0], quick)
            else:
                self.here()[0].listen()
        self.catch_up()

    def _answer(self, asked: TableSocket, quick: bool) -> None:
        assert asked.question is not None
        fold = {"type": "fold"}
        may_fold = quick and fold in asked.you["options"]["actions"]
        asked.answer(fold if may_fold else asked.question["default"])

    def hands_ended(self) -> int:
        return len(self.host.told("hand-ended"))

    def close(self) -> None:
        """Everybody goes."""
        for socket in self.sockets:
            socket.close()


@contextlib.contextmanager
def seated(server: Server, count: int = 2, rules: Json | str = "cloud-city", **settings: Any) -> Iterator[Players]:
    """Players while they are needed."""
    players = Players(server, count, rules, **settings)
    try:
        yield players
    finally:
        players.close()
