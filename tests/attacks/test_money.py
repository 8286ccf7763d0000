"""Money has a table's manners: what players bring, take away and owe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.client.browser import LONG_PAUSE, guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.players import seated
from tests.attacks.client.server import Server, running
from tests.attacks.client.table_socket import TableSocket

HOUSE = {"preset": "corellian-house", "ante": 0}
SMALL, BIG = 50, 100


@pytest.fixture(scope="module")
def server(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(launcher, tmp_path_factory.mktemp("money")) as one:
        yield one


# ---- buy-ins and rebuys


def test_rebuys_do_not_make_a_stack_larger_than_the_largest_buy_in(server: Server) -> None:
    with seated(server, stack=200, clocks=LONG_PAUSE) as players:
        players.turn()
        other = players.sockets[1]
        for _ in range(4):  # what waits for the end of the hand is limited by what one has then
            other.ask("rebuy", amount=1)
        players.play(lambda: players.hands_ended() == 1)
        other.until(lambda: not other.table["waiting"])
        assert other.table["rebuy_to"] == 200
        for amount in (120_000, 201):
            other.refused("rebuy", amount=amount)
        if other.stack(1) < 200:
            other.do("rebuy", amount=200 - other.stack(1))
        assert "up to 200" in other.refused("rebuy", amount=1)


def test_a_rebuy_that_was_asked_for_in_the_hand_is_cut_to_what_is_short_after_it(server: Server) -> None:
    with seated(server, stack=100, clocks=LONG_PAUSE) as players:
        players.turn()
        for client in players.sockets:
            while client.ask("rebuy", amount=100)["type"] == "done":
                pass
        players.play(lambda: players.hands_ended() == 1)
        host = players.host
        host.until(lambda: not host.table["waiting"])
        assert all(host.stack(seat) <= host.table["rebuy_to"] == 200 for seat in (0, 1))
        assert all(host.stack(seat) > 150 for seat in (0, 1))


def test_one_sits_down_with_what_the_table_allows(server: Server) -> None:
    with seated(server, 1, "classic", clocks=LONG_PAUSE) as players:
        assert players.host.table["max_buy_in"] == 600  # 200 antes of 3
        newcomer = guest(server, "New").join(players.table)
        assert "6 to 600" in newcomer.refused("sit", stack=601)
        assert "6 to 600" in newcomer.refused("sit", stack=5)
        newcomer.do("sit", seat=1, stack=500)
        assert newcomer.stack(1) == 500


def test_the_host_sets_what_players_bring_from_the_next_hand_on(server: Server) -> None:
    with seated(server) as players:
        players.turn()
        host, other = players.sockets
        host.do("set-buy-ins", stack=80, max_buy_in=90, rebuy_to=0)
        assert (host.table["stack"], host.table["max_buy_in"]) == (100, 200)
        assert "only the host" in other.refused("set-buy-ins", max_buy_in=10**9)
        players.play(lambda: len(host.told("hand-started")) == 2)
        assert (host.table["stack"], host.table["max_buy_in"], host.table["rebuy_to"]) == (80, 90, 0)
        assert "nobody brings more" in other.refused("rebuy", amount=1)
        assert "largest buy-in is 70" in host.refused("set-buy-ins", stack=80, max_buy_in=70)


# ---- leaving and coming back


def test_who_comes_back_soon_sits_down_with_what_they_left_with(server: Server) -> None:
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        players.play(lambda: players.hands_ended() == 1)
        other = players.sockets[2]
        had = other.stack(2)
        other.do("leave")
        assert [one["credits"] for one in other.table["left_with"]] == [had]
        server.kill()  # the table remembers it
        server.start()
        players.join()
        other = players.sockets[2]
        other.do("sit", seat=3, stack=150)
        assert other.stack(3) == had
        assert other.table["left_with"] == []


def test_who_leaves_in_mid_hand_comes_back_with_what_was_left_after_it(server: Server) -> None:
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        players.turn()
        other = players.sockets[2]
        other.do("leave")
        players.play(lambda: players.hands_ended() == 1)
        other.until(lambda: other.told("left"))
        took = other.told("left")[0]["took"]
        assert took < 100
        other.do("sit")
        seat = other.you["seat"]
        assert other.stack(seat) == took


# ---- T12


def blinds_of(client: TableSocket, seat: int) -> list[tuple[int, str]]:
    """What a seat has paid for blinds."""
    paid = [event for event in client.told("paid") if event["seat"] == seat]
    return [(event["amount"], event["why"]) for event in paid if event["why"].endswith("blind")]


@pytest.mark.parametrize("away", ["sit-out", "leave"])
def test_nobody_gets_round_the_blinds_by_being_away_when_they_come(server: Server, away: str) -> None:
    with seated(server, 3, HOUSE, clocks=LONG_PAUSE) as players:
        players.turn()
        dodger, host = players.sockets[2], players.host
        dodger.do("sit-out" if away == "sit-out" else "leave")
        players.play(lambda: players.hands_ended() == 1)
        host.until(lambda: not host.table["waiting"])
        before = len(blinds_of(host, 2))
        host.do("set-clocks", clocks={**LONG_PAUSE, "between": 0})
        for on in (True, False):
            host.do("pause", on=on)
        players.play(lambda: len(host.told("hand-started")) == 4)  # both blinds have come by
        assert len(blinds_of(host, 2)) == before
        dodger.do("come-back") if away == "sit-out" else dodger.do("sit", seat=2)
        players.play(lambda: 2 in host.told("hand-started")[-1]["dealt_in"])
        players.turn()
        paid = blinds_of(host, 2)[before:]
        as_big = not host.told("hand-started")[-1].get("owes")
        assert sorted(paid) == ([(BIG, "big-blind")] if as_big else [(SMALL, "small-blind"), (BIG, "big-blind")])
