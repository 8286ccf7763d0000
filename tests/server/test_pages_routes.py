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
from sabacc.rules import PRESETS, find_preset
from sabacc.server.examples import examples_of
from tests.server.servers import Server, running

DECKS: dict[str, Deck] = {"76": CLASSIC, "corellian": CORELLIAN, "coruscant": CORUSCANT}
OF_76 = [key for key, preset in PRESETS.items() if preset.family == "76"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pages")) as one:
        yield one


def ask(server: Server, path: str) -> httpx.Response:
    return httpx.get(f"{server.url}/api/presets/{path}", timeout=30)


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
