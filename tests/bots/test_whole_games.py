"""Every character plays every game to its end, legally, and the same way from the same seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given

from sabacc.bots import read_player
from sabacc.rules import Rules
from sabacc.sampling import may_give_up
from sabacc.variants import new_game
from tests.bots.bot_tables import GAMES, NAMES, answers, crew, rules_of, sizes, title
from tests.hand_probes import credits_at_each_event, open_game
from tests.strategies import SOAK, house_rules
from tests.tables import NAMES as PEOPLE
from tests.test_properties import PLAYERS, SEEDS, quick

HANDS = 10 if SOAK else 1
games = pytest.mark.parametrize("game", GAMES, ids=title)
names = pytest.mark.parametrize("name", NAMES)


@games
@names
def test_every_character_finishes_every_game_at_every_size_of_table(name: str, game: Mapping[str, Any]) -> None:
    every_size = sizes(rules_of(game))
    for players in every_size if SOAK else sorted({every_size[0], every_size[0] + 1, every_size[-1]}):
        table = new_game(dict(game), PEOPLE[:players], seed=f"{name} {players}")
        bots = crew([name], players, "sizes")
        for _ in range(HANDS):
            if len(table.able()) < players:
                break
            assert answers(table.deal(), bots)


@games
def test_a_mixed_table_plays_hand_after_hand_and_no_credit_is_lost(game: Mapping[str, Any]) -> None:
    players = min(len(NAMES), sizes(rules_of(game))[-1])
    table = new_game(dict(game), PEOPLE[:players], seed="mixed")
    bots = crew(NAMES[-players:], players, "mixed")
    for _ in range(30 if SOAK else 3):
        if len(table.able()) < 2:
            break
        hand = table.deal()
        answers(hand, bots)
        assert set(credits_at_each_event(hand.events, table.rules, table.names)) == {table.credits_in}
        assert sum(table.stacks) + table.sabacc_pot == table.credits_in


@games
@names
def test_the_same_seed_plays_the_same_game(name: str, game: Mapping[str, Any]) -> None:
    def evening() -> list[object]:
        table = new_game(dict(game), PEOPLE[:3], seed="again")
        bots = crew([name], 3, "again")
        return [answers(table.deal(), bots) for _ in range(2) if len(table.able()) > 1]

    assert evening() == evening()


@pytest.mark.parametrize("name", ["droid", "gambler", "miner", "master:60"])
def test_another_seed_plays_another_game(name: str) -> None:
    """With too few play-outs master does what its judgement says, which has no luck in it."""

    def evening(seed: str) -> list[object]:
        table = new_game("classic", PEOPLE[:3], seed="other")
        bots = [read_player(name).bot(f"{seed}/{seat}") for seat in range(3)]
        return [answers(table.deal(), bots) for _ in range(4 if SOAK else 1) if len(table.able()) > 1]

    assert evening("one") != evening("other")


@quick
@given(rules=house_rules(), players=PLAYERS, seed=SEEDS)
def test_the_bots_play_by_any_house_rules(rules: Rules, players: int, seed: str) -> None:
    table = open_game(rules, players, seed)
    names = NAMES[:-1] if may_give_up(rules) else NAMES  # a search of views that are a puzzle takes minutes a hand
    bots = crew(names, len(table.names), seed)
    for _ in range(2):
        if len(table.able()) < 2:
            break
        answers(table.deal(), bots)
        assert sum(table.stacks) + table.sabacc_pot == table.credits_in
