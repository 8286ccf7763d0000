"""What the pages about the games ask for: a hand of every rank, and all hands counted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from sabacc.cards import CLASSIC, CORELLIAN, CORUSCANT, Deck
from sabacc.hands.classic import Scale
from sabacc.hands.worths import ARRAY, BOMBED_OUT, CORELLIAN_RANKS, PLAIN, PURE_NEGATIVE, PURE_SABACC
from sabacc.rules import PRESETS, find_preset, read_rules
from sabacc.server.game_facts import game_facts
from sabacc.variants.examples import examples_of
from tests.server.servers import Server, running

DECKS: dict[str, Deck] = {"76": CLASSIC, "corellian": CORELLIAN, "coruscant": CORUSCANT}
OF_76 = [key for key, preset in PRESETS.items() if preset.family == "76"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pages")) as one:
        yield one


def ask(server: Server, path: str) -> httpx.Response:
    return httpx.get(f"{server.url}/api/presets/{path}", timeout=120)


@pytest.mark.parametrize("key", PRESETS)
def test_pictured_hands_can_be_dealt(key: str) -> None:
    deck = DECKS[find_preset(key).family]
    for hand in examples_of(find_preset(key).rules).hands:
        assert all(hand.cards.count(card) <= deck.copies[card] for card in hand.cards), hand


@pytest.mark.parametrize("key", OF_76)
def test_every_rank_of_the_76_card_family_is_pictured_once_for_each_side(key: str) -> None:
    rules = find_preset(key).rules
    scale = Scale(rules)
    wanted = {ARRAY, PURE_SABACC, PLAIN, BOMBED_OUT} | ({PURE_NEGATIVE} if rules.negative_pure else set())
    hands = examples_of(rules).hands
    for side in {hand.side for hand in hands}:
        ranks = [scale.worth(hand.cards, side).rank for hand in hands if hand.side == side]
        assert set(ranks) == wanted
        assert ranks == sorted(ranks)


def test_ch21_all_twenty_ranks_are_pictured_in_their_order() -> None:
    examples = examples_of(find_preset("corellian-house").rules)
    assert tuple(hand.name for hand in examples.hands) == CORELLIAN_RANKS
    assert [hand.name for hand in examples.hands if hand.takes_sabacc_pot][-1] == "Banthas Wild"


def test_cs9_selections_are_pictured_nearest_first() -> None:
    examples = examples_of(find_preset("coruscant-shift").rules)
    assert examples.gold is not None
    distances = [abs(hand.total - examples.gold) for hand in examples.hands]
    assert distances == sorted(distances)
    assert distances[0] == 0


def test_the_server_shows_the_hands_of_a_game(server: Server) -> None:
    answer = ask(server, "force/examples")
    assert answer.status_code == 200
    assert {hand["side"] for hand in answer.json()["hands"]} == {"light", "dark"}


def test_the_server_counts_what_the_command_line_counts(server: Server) -> None:
    command = [sys.executable, "-m", "sabacc", "odds", "force", "--side", "dark", "--json"]
    said: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert ask(server, "force/odds?side=dark").json() == said


def test_with_sides_one_has_to_say_which(server: Server) -> None:
    answer = ask(server, "force/odds")
    assert answer.status_code == 400
    assert "light or dark" in answer.json()["error"]


@pytest.mark.parametrize("what", ["odds", "examples"])
def test_a_game_that_is_not_there_is_said_to_be_missing(server: Server, what: str) -> None:
    answer = ask(server, f"poker/{what}")
    assert answer.status_code == 404
    assert "classic" in answer.json()["error"]


# ---- what clients need to know of a game


def test_the_server_tells_of_every_family_and_its_cards(server: Server) -> None:
    told = {one["key"]: one for one in httpx.get(f"{server.url}/api/families").json()}
    for key, deck in DECKS.items():
        cards = [[one["card"], one["name"], one["value"], one["copies"]] for one in told[key]["cards"]]
        assert cards == [[card, deck.name(card), deck.values[card], copies] for card, copies in deck.copies.items()]


def test_one_preset_is_for_newcomers(server: Server) -> None:
    presets = httpx.get(f"{server.url}/api/presets").json()
    assert [one["key"] for one in presets if one["for_newcomers"]] == ["classic"]
    assert [one["key"] for one in presets if one["has_sides"]] == ["force"]


@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        ({"preset": "classic", "star": -10}, ("76", False, {"ST": -10, "MO": -13}, 3, True, True, True)),
        ({"preset": "cloud-city"}, ("76", False, {}, 1, False, True, True)),
        ({"preset": "force", "ante": 7}, ("76", True, {"MO": -13}, 7, True, True, True)),
        ({"preset": "classic", "sides": True, "negative_pure": False}, ("76", True, {"MO": -13}, 3, True, True, True)),
        ({"preset": "corellian-house"}, ("corellian", False, {}, 25, True, True, False)),
        ({"preset": "coruscant-shift"}, ("coruscant", False, {}, 1, True, False, False)),
    ],
)
def test_the_facts_of_a_table_follow_from_its_rules(rules: dict[str, Any], facts: tuple[Any, ...]) -> None:
    names = ("family", "has_sides", "card_values", "ante", "lays_cards_out", "for_credits", "rolls_for_shifts")
    assert game_facts(read_rules(rules)) == dict(zip(names, facts, strict=True))


def test_the_guide_is_that_of_the_rules_it_is_asked_for(server: Server) -> None:
    address = f"{server.url}/api/rules/guide"
    guide = httpx.post(address, json={"rules": {"preset": "classic", "ante": 7}}, headers={"Origin": server.url}).json()
    assert {"what": "Ante", "amount": "7", "pot": "hand", "to": "hand pot"} in guide["prices"]
    assert guide["examples"]["hands"][0]["name"] == "Idiot's Array"
    refused = httpx.post(address, json={"rules": {"preset": "poker"}}, headers={"Origin": server.url})
    assert refused.status_code == 400
    assert "classic" in refused.json()["error"]


def test_a_browser_gets_the_rules_in_its_language(server: Server) -> None:
    def asked(path: str) -> Any:
        return httpx.get(f"{server.url}/api/{path}", headers={"Accept-Language": "de-AT, en;q=0.5"}).json()

    assert asked("presets/classic/explained")[1].startswith("Ziel. ")
    assert asked("presets/coruscant-shift/examples")["hands"][0]["name"] == "Genau auf der Zahl"
    assert "Spiel der Casinos" in next(one["line"] for one in asked("presets") if one["key"] == "galactic")
    assert asked("presets/classic/schema")["properties"]["max_bet"]["title"] == "Größter Einsatz"
    assert {"die corellianische Familie"} < {one["title"] for one in asked("families")}
    guide = httpx.post(
        f"{server.url}/api/rules/guide",
        json={"rules": {"preset": "classic"}},
        headers={"Accept-Language": "fr", "X-Sabacc": "1"},
    ).json()
    assert {"label": "But.", "text": guide["explained"][1]["text"]} == guide["explained"][1]
    assert "Mort subite" in {term["word"] for term in guide["terms"]}
