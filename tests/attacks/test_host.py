"""A host who plays can't use the host's chair."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attacks.client.browser import CLOCKS, LONG_PAUSE, Browser, guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.players import Players, seated
from tests.attacks.client.server import Server, running
from tests.attacks.client.table_socket import Json, TableSocket, open_table_socket

ITEMS = {"preset": "cloud-city", "items": True}


@pytest.fixture(scope="module")
def server(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(launcher, tmp_path_factory.mktemp("host")) as one:
        yield one


def waiting(client: TableSocket) -> list[str]:
    return [one["what"] for one in client.table["waiting"]]


# ---- clocks, bots and rules


def test_clocks_bots_and_rules_change_with_the_next_hand(server: Server) -> None:
    with seated(server, bots=["droid"], fill_to=3) as players:
        players.turn()
        host = players.host
        before = {name: host.table[name] for name in ("clocks", "bots", "rules", "pace")}
        host.do("set-clocks", clocks={**CLOCKS, "decision": 7})
        host.do("set-bots", bots=["counter"], fill_to=2, pace=1)
        host.do("change-rules", rules={"ante": 2})
        assert {name: host.table[name] for name in before} == before
        assert waiting(host) == ["settings", "settings", "rules"]
        players.play(lambda: len(host.told("hand-started")) == 2)
        assert (host.table["clocks"]["decision"], host.table["bots"]) == (7, ["counter"])
        assert (host.table["pace"], host.table["rules"]["ante"]) == (1, 2)
        assert not host.table["seats"][2]


@pytest.mark.parametrize("field", ["decision", "window"])
def test_no_clock_is_so_short_that_the_others_can_not_answer(server: Server, field: str) -> None:
    with seated(server) as players:
        assert "at least 5 seconds" in players.host.refused("set-clocks", clocks={**CLOCKS, field: 0.05})
    body = {"rules": {"preset": "classic"}, "clocks": {**CLOCKS, field: 1}}
    assert "at least 5 seconds" in guest(server).refused("POST", "/api/tables", body)[1]


def test_a_host_who_plays_stops_no_clock_in_mid_hand_and_has_no_time_without_end(server: Server) -> None:
    with seated(server, 3, bots=[], clocks=LONG_PAUSE) as players:
        players.turn()
        host = players.host
        host.do("pause", on=True)
        assert (host.table["paused"], waiting(host)) == (False, ["paused"])
        assert "already" in host.refused("pause", on=True)
        host.do("pause", on=False)  # another thought
        assert (host.table["paused"], waiting(host)) == (False, [])
        host.do("pause", on=True)
        answered = players.turn()
        assert answered.answer(answered.question["default"])["type"] == "done"  # type: ignore[index]  # it was asked
        players.play(lambda: host.table["paused"])
        assert players.hands_ended() == 1
        assert waiting(host) == []


def test_a_host_who_plays_with_bots_alone_or_not_at_all_pauses_at_once(server: Server) -> None:
    with seated(server, 1, bots=["droid"], fill_to=2, clocks=LONG_PAUSE) as players:
        players.turn()
        players.host.do("pause", on=True)
        assert players.host.table["paused"]
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        players.turn()
        players.host.do("leave")
        players.host.do("pause", on=True)
        assert players.host.table["paused"]
        players.catch_up()
        asked = next(one for one in players.sockets[1:] if one.question)
        assert "paused" in asked.answer(asked.question["default"])["why"]  # type: ignore[index]  # it was asked


# ---- removals


def test_a_removed_player_plays_on_until_the_hand_is_over_and_only_their_chat_stops(server: Server) -> None:
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        players.turn()
        players.host.do("remove", seat=2)
        removed = players.sockets[2]
        assert "muted" in removed.refused("chat", text="unfair")
        removed.until(lambda: any(news["type"] == "notice" for news in removed.messages))
        players.play(lambda: players.hands_ended() == 1, quick=False)
        assert not players.host.told("walked-away")
        answered = [event for event in players.host.told("acted") if event["seat"] == 2]
        assert answered
        assert {event.get("by", "player") for event in answered} == {"player"}
        assert "removed you" in removed.goodbye()["why"]
        players.host.until(lambda: not players.host.table["seats"][2])


def test_a_bot_in_a_hand_is_not_folded_by_sending_it_away(server: Server) -> None:
    with seated(server, bots=["droid"], fill_to=3, clocks=LONG_PAUSE) as players:
        players.turn()
        players.host.do("remove", seat=2)
        players.play(lambda: players.hands_ended() == 1)
        assert not players.host.told("walked-away")


def test_nobody_escapes_a_removal_by_leaving_or_by_asking_for_much(server: Server) -> None:
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        players.turn()
        removed = players.sockets[2]
        for _ in range(4):
            removed.do("rebuy", amount=1)
        players.host.do("remove", seat=2)
        removed.do("leave")
        players.play(lambda: players.hands_ended() == 1)
        assert "removed you" in removed.goodbye()["why"]
        assert "removed you" in players.guests[2].join(players.table).goodbye()["why"]


def remove_last(players: Players) -> Browser:
    """Removes the last player between two hands."""
    players.play(lambda: players.hands_ended() == 1)
    players.host.do("remove", seat=len(players.sockets) - 1)
    players.sockets[-1].goodbye()["why"]
    return players.guests[-1]


def test_a_removed_player_neither_watches_nor_comes_back_under_another_name(server: Server) -> None:
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        removed = remove_last(players)
        assert "removed you" in removed.join(players.table).goodbye()["why"]
        removed.come_in_again("Somebody else")
        assert "removed you" in removed.join(players.table).goodbye()["why"]
        with open_table_socket(server, players.table, {"Origin": server.url}, removed.agent) as nobody:
            assert "removed you" in nobody.goodbye()["why"]
        removed.http.cookies.clear()  # a browser that has forgotten everything
        removed.come_in("A third")
        assert "removed you" in removed.join(players.table).goodbye()["why"]
        server.kill()
        server.start()
        assert "removed you" in removed.join(players.table).goodbye()["why"]


def test_a_removed_player_is_known_with_another_browser_as_well_as_with_another_name(server: Server) -> None:
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        players.guests[-1].set_password()
        removed = remove_last(players)
        name = removed.name
        removed.use_agent("a browser that says something else")
        removed.come_in_again("Somebody else")
        assert "removed you" in removed.join(players.table).goodbye()["why"], "the browser has a mark"
        elsewhere = Browser(server, agent="a browser of a friend")
        assert elsewhere.log_in(name) == 200
        assert "removed you" in elsewhere.join(players.table).goodbye()["why"], "it is the same person"


def test_others_behind_the_same_address_come_in(server: Server) -> None:
    with seated(server, 3, clocks=LONG_PAUSE) as players:
        sister = guest(
            server, "Sister", agent=players.guests[2].agent
        )  # was here before, with the same sort of browser
        remove_last(players)
        for browser in (sister, guest(server, "Newcomer", agent="another sort of browser")):
            with browser.join(players.table) as socket:
                socket.first("snapshot")


# ---- items


def test_a_host_does_not_value_their_own_item_alone(server: Server) -> None:
    with seated(server, 3, ITEMS, clocks=LONG_PAUSE) as players:
        players.play(lambda: players.hands_ended() == 1)
        host, ben, cy = players.sockets
        item: Json = {"seat": 0, "item": "a ship"}
        host.do("propose-item", item="a ship")
        host.do("value-item", **item, value=50)
        assert "must agree" in host.refused("stake-item", item="a ship")
        assert "for the others" in host.refused("agree-item", **item, value=50, on=True)
        ben.do("agree-item", **item, value=50, on=True)
        host.until(lambda: host.table["items"][0]["yet_to_agree"] == [2])
        assert "must agree" in host.refused("stake-item", item="a ship")
        host.do("value-item", **item, value=60)  # another value: everybody is asked again
        assert host.table["items"][0]["yet_to_agree"] == [1, 2]
        assert "no longer" in cy.refused("agree-item", **item, value=50, on=True)
        cy.do("agree-item", **item, value=60, on=False)
        host.until(lambda: "value" not in host.table["items"][0])
        host.do("value-item", **item, value=20)
        for client in (ben, cy):
            client.do("agree-item", **item, value=20, on=True)
        before = host.stack(0)
        host.do("stake-item", item="a ship")
        assert host.stack(0) == before + 20


def test_a_host_does_not_wait_until_everybody_else_sits_out(server: Server) -> None:
    with seated(server, 3, ITEMS, clocks=LONG_PAUSE) as players:
        players.play(lambda: players.hands_ended() == 1)
        host, ben, cy = players.sockets
        item: Json = {"seat": 0, "item": "a ship"}
        for client in (ben, cy):
            client.do("sit-out")
        host.do("propose-item", item="a ship")
        host.do("value-item", **item, value=200)
        assert host.table["items"][0]["yet_to_agree"] == [1, 2]
        assert "must agree" in host.refused("stake-item", item="a ship")
        ben.do("come-back")
        ben.do("agree-item", **item, value=200, on=True)
        host.until(lambda: not host.table["items"][0].get("yet_to_agree"))  # who is away holds up nobody who plays
        host.do("stake-item", item="a ship")


def test_handing_the_table_over_and_back_does_not_make_an_item_worth_more(server: Server) -> None:
    with seated(server, 2, ITEMS, clocks=LONG_PAUSE) as players:
        players.play(lambda: players.hands_ended() == 1)
        host, ben = players.sockets
        ben.do("propose-item", item="a ring")
        host.do("hand-over", seat=1)
        ben.do("value-item", seat=1, item="a ring", value=20)
        assert "must agree" in ben.refused("stake-item", item="a ring")


def test_an_item_is_worth_two_stacks_at_most_and_half_a_one_before_bots(server: Server) -> None:
    with seated(server, 2, ITEMS, stack=100, clocks=LONG_PAUSE) as players:
        players.sockets[1].do("propose-item", item="a moon")
        assert "at most 200" in players.host.refused("value-item", seat=1, item="a moon", value=201)
        players.host.do("value-item", seat=1, item="a moon", value=200)
    with seated(server, 1, ITEMS, stack=100, bots=["droid"], fill_to=2, clocks=LONG_PAUSE) as players:
        players.host.do("propose-item", item="a moon")
        assert "at most 50" in players.host.refused("value-item", seat=0, item="a moon", value=51)
        players.host.do("value-item", seat=0, item="a moon", value=50)
