"""No side channels: nothing is told by versions, by the time that bots take, or to who may not watch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.client.browser import LONG_PAUSE, guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.players import Players, seated
from tests.attacks.client.server import Server, running
from tests.attacks.client.table_socket import TableSocket
from tests.attacks.figures import SOAK, record

ITEMS = {"preset": "cloud-city", "items": True}
THOUGHT = 0.4  # seconds that every other answer of the slow bot takes
SLOW_BOT = """
import time
from pathlib import Path

from sabacc.bots import Character
from sabacc.policy import Bot

COUNT = Path(__file__).with_name("answers")


class Slow(Bot):
    \"\"\"Thinks long about every other answer, as if it had cards to think about.\"\"\"

    def act(self, view):
        with COUNT.open("ab") as count:
            count.write(b".")
        if COUNT.stat().st_size % 2:
            time.sleep(0.4)
        return view.question.default


SLOW = Character("slow", "takes its time", 1, Slow)
"""


@pytest.fixture(scope="module")
def server(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    packages = tmp_path_factory.mktemp("packages")
    (packages / "slow_bot.py").write_text(SLOW_BOT)
    info = packages / "slow_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: slow_bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sabacc.bots]\nslow = slow_bot:SLOW\n")
    with running(launcher, tmp_path_factory.mktemp("hints"), packages=packages) as one:
        yield one


# ---- answers given beforehand


def in_a_hand(players: Players) -> tuple[TableSocket, TableSocket]:
    """Who is asked, and who is not."""
    asked = players.turn()
    return asked, next(client for client in players.sockets if not client.question)


def test_an_answer_given_beforehand_makes_no_version(server: Server) -> None:
    with seated(server) as players:
        asked, other = in_a_hand(players)
        before = asked.version
        done = other.do("choose", choices=["check-or-fold", "pass-call-windows"])
        assert done["version"] == before
        assert other.you["choices"] == ["check-or-fold", "pass-call-windows"]
        heard = len(asked.heard)
        assert asked.do("chat", text="what came before this has come")["version"] == before
        assert {news["type"] for news in asked.messages[heard:]} <= {"chat", "done", "ping"}


def test_an_answer_given_beforehand_outlasts_a_crash_and_is_given(server: Server) -> None:
    with seated(server) as players:
        asked, other = in_a_hand(players)
        other.do("choose", choices=["check-or-fold", "pass-call-windows", "stay-in-fold-windows"])
        server.kill()
        server.start()
        seat = players.sockets.index(other)
        players.join()
        asked, other = (players.sockets[1 - seat], players.sockets[seat])
        assert other.you["choices"] == ["check-or-fold", "pass-call-windows", "stay-in-fold-windows"]
        asked.until(lambda: asked.question)
        while not [event for event in asked.told("acted") if event["seat"] == seat]:
            if asked.question:
                asked.answer(asked.question["default"])
            else:
                asked.listen()
        version = asked.version
        other.until(lambda: other.version >= version)  # every automatic answer is a version, for everybody
        assert other.told("acted")


# ---- the time that bots take


def times_of_bot(socket: TableSocket) -> list[float]:
    """How long the bot in seat 1 took for each answer, as far as one can see."""
    asked, taken = 0, []
    for news, at in socket.heard:
        for event in news.get("events", ()) if news["type"] == "update" else ():
            if event["type"] == "acted" and event["seat"] == 1 and asked:
                taken.append((at - asked) / 1e9)
                asked = 0
            if event["type"] == "asked" and 1 in event["seats"]:
                asked = at
    return taken


@pytest.mark.parametrize("pace", [0, 0.3])
def test_a_bot_takes_as_long_whatever_it_thinks_about(server: Server, pace: float) -> None:
    needed = 60 if SOAK else 14
    with seated(server, 1, "pagat", bots=["slow"], fill_to=2, pace=pace) as players:
        players.play(lambda: len(times_of_bot(players.host)) >= needed, quick=False)
        settled = times_of_bot(players.host)[-needed // 2 :]
    record(
        "hints", f"a bot thinks long about every other answer, at a pace of {pace} s", f"{len(settled)} answers timed",
        f"each took {min(settled):.2f} to {max(settled):.2f} s",
    )  # fmt: skip
    assert min(settled) >= THOUGHT * 0.9, settled  # also where it thought for no time at all


# ---- who may not watch


def test_a_table_without_onlookers_shows_outsiders_no_item_in_mid_hand(server: Server) -> None:
    with seated(server, 2, ITEMS, spectators=False, clocks=LONG_PAUSE) as players:
        players.turn()
        outsider = guest(server, "Outside").join(players.table)
        outsider.until(lambda: outsider.table)
        players.sockets[1].do("propose-item", item="a ship")
        players.host.do("value-item", seat=1, item="a ship", value=30)
        version = players.host.version
        outsider.until(lambda: outsider.version >= version)
        late = guest(server, "Late").join(players.table)
        late.until(lambda: late.table)
        assert players.host.table["items"]
        for client in (outsider, late):
            assert [news["table"]["items"] for news in client.messages if news.get("table")] != []
            assert not any(news["table"]["items"] for news in client.messages if news.get("table"))
            assert "a ship" not in str(client.messages)
            client.close()
