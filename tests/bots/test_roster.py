"""Characters by name: ours, and those that other packages bring along."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sabacc.bots import OWN, characters, find_character, read_player
from sabacc.bots.roster import HIGHEST_LEVEL, _load_characters, rejected_bots
from sabacc.bots.search.master import MATCH_BUDGET, PEOPLE_BUDGET, MasterBot
from sabacc.errors import SabaccError
from tests.bots.bot_packages import WAITER, bring

Brings = Callable[..., None]


@pytest.fixture
def brings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Brings]:
    """Installs `waiter` with these entry points, for one test."""

    def install(**bots: str) -> None:
        bring(tmp_path, "waiter", WAITER, bots)
        monkeypatch.syspath_prepend(str(tmp_path))
        _load_characters.cache_clear()

    yield install
    monkeypatch.undo()
    _load_characters.cache_clear()


# ---- our own


def test_all_of_ours_are_there_with_a_line_and_a_level() -> None:
    assert list(OWN) == ["droid", "gambler", "miner", "counter", "master"]
    for name, one in OWN.items():
        assert one.name == name
        assert one.line.endswith(".")
        assert 1 <= one.level <= HIGHEST_LEVEL
        assert one.bot("a seed").seed == "a seed"
        assert one.comes_from == "sabacc"


def test_who_searches_has_a_budget_for_matches_and_one_for_people() -> None:
    def budget(text: str, people: bool) -> int:
        player = read_player(text)
        bot = player.opponent("seed") if people else player.bot("seed")
        assert isinstance(bot, MasterBot)
        return bot.budget

    assert (budget("master", False), budget("master", True)) == (MATCH_BUDGET, PEOPLE_BUDGET)
    assert (budget("master:77", False), budget("master:77", True)) == (77, 77)


def test_spaces_around_a_name_do_not_matter() -> None:
    assert read_player(" counter ").text == "counter"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nobody", "there is no bot 'nobody'; the bots are droid, gambler, miner, counter, master"),
        ("", "there is no bot ''"),
        ("Counter", "there is no bot 'Counter'"),
        ("counter:5", "counter doesn't search"),
        ("master:", "a number of play-outs"),
        ("master:0", "a number of play-outs"),
        ("master:-3", "a number of play-outs"),
        ("master:many", "a number of play-outs"),
        ("master:²", "a number of play-outs"),
        ("master:1:2", "a number of play-outs"),
        ("master:" + "9" * 500, "a number of play-outs"),
    ],
)
def test_what_is_no_player_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(SabaccError, match=words):
        read_player(text)


# ---- brought along


def test_a_class_of_bots_is_found_by_its_entry_point(brings: Brings) -> None:
    brings(waiter="waiter:Waiter", nameless="waiter:Nameless")
    assert list(characters()) == [*OWN, "nameless", "waiter"]
    waiter, nameless = find_character("waiter"), find_character("nameless")
    assert (waiter.line, waiter.level, waiter.comes_from) == ("Waits for the clock.", 2, "waiter")
    assert (nameless.line, nameless.level) == ("A bot from another package.", 3)
    assert waiter.bot("its seed").seed == "its seed"
    assert list(rejected_bots()) == []


def test_a_character_is_found_under_the_name_of_its_entry_point(brings: Brings) -> None:
    brings(thinker="waiter:thinker")
    found = find_character("thinker")
    assert (found.name, found.line, found.level, found.comes_from) == ("thinker", "Thinks it over.", 4, "waiter")
    budgets = [getattr(read_player(text).bot(), "budget", None) for text in ("thinker", "thinker:33")]
    assert [*budgets, getattr(read_player("thinker").opponent(), "budget", None)] == [10, 33, 90]


def test_our_names_stay_ours(brings: Brings) -> None:
    brings(counter="waiter:Waiter", waiter="waiter:Waiter")
    assert find_character("counter") is OWN["counter"]
    assert find_character("waiter").comes_from == "waiter"
    (refused,) = rejected_bots()
    assert refused.name == "counter"
    assert "'counter' of waiter is left out: there is a bot of that name already, from sabacc." in refused.why


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("waiter:Nobody", "can't be loaded"),
        ("no_such_package:Bot", "can't be loaded (No module named 'no_such_package')"),
        ("waiter:number", "neither a class of bots"),
        ("sabacc:Hand", "neither a class of bots"),
        ("waiter:Proud", "from 1 to 5, not 11"),
    ],
)
def test_what_can_not_be_loaded_is_left_out_and_spoils_nothing(brings: Brings, where: str, words: str) -> None:
    brings(broken=where, waiter="waiter:Waiter")
    assert list(characters()) == [*OWN, "waiter"]
    (refused,) = rejected_bots()
    assert words in refused.why
    with pytest.raises(SabaccError, match="'broken' of waiter is left out"):
        find_character("broken")


@pytest.mark.parametrize("source", ["raise RuntimeError('bad day')", "import sys; sys.exit(3)", "1 +"])
def test_a_package_that_fails_when_it_is_loaded_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, brings: Brings, source: str
) -> None:
    brings(waiter="waiter:Waiter")
    bring(tmp_path, "bad_day", source, {"badday": "bad_day:Bot"})
    _load_characters.cache_clear()
    assert list(characters()) == [*OWN, "waiter"]
    assert [one.name for one in rejected_bots()] == ["badday"]


def test_a_bot_that_can_not_sit_down_is_refused_in_a_sentence(brings: Brings) -> None:
    brings(clumsy="waiter:Clumsy")
    with pytest.raises(SabaccError, match="the bot 'clumsy' can't sit down: the chair is broken"):
        read_player("clumsy")
