"""A family of another package is played like our own, in the terminal and on the server."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command_runner import Ran, accepted, sabacc
from tests.foreign_packages import install_lucky_seven, on_path, write_package
from tests.server.servers import Person, Server, at_table, running

BROKEN = {
    "no module": ("", "lucky_seven_2:FAMILY", "can't be loaded"),
    "an error": ("raise RuntimeError('out of cards')", "bad_luck:FAMILY", "out of cards"),
    "no family": ("FAMILY = 7", "bad_luck:FAMILY", "bad_luck:FAMILY is no Family"),
    "a name twice": ("from sabacc.rules.families.family76 import FAMILY_76 as FAMILY", "bad_luck:FAMILY", "already"),
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_lucky_seven(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def server(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), packages=packages) as server:
        yield server


def lucky(packages: Path, *arguments: str, stdin: str = "") -> Ran:
    """The command with the package installed; it has nothing to complain of."""
    ran = accepted(sabacc(*arguments, stdin=stdin, PYTHONPATH=on_path(packages)))
    assert ran.err == ""
    return ran


# ---- in the terminal


def test_the_family_is_found_by_its_entry_point(packages: Path) -> None:
    listed = {line["preset"]: line for line in lucky(packages, "variants", "--json").lines()}
    assert listed["lucky-seven"]["cards"] == 24
    assert "lucky-seven" not in accepted(sabacc("variants")).out


def test_its_rules_are_explained(packages: Path) -> None:
    assert "cards that add up to 7" in lucky(packages, "rules", "lucky-seven").out
    options = lucky(packages, "rules", "lucky-seven", "--json").json()["options"]
    assert options == {"ante": 1, "max_bet": 3, "fold_fee": 0}


def test_its_hands_are_counted(packages: Path) -> None:
    counted = lucky(packages, "odds", "lucky-seven", "--json").json()["cards"]
    assert counted["2"]["ranks"]["Lucky Seven"] == 36  # 3 and 4: six cards of each
    assert sum(counted["3"]["ranks"].values()) == counted["3"]["hands"] == 2024


def test_its_hands_are_ranked(packages: Path) -> None:
    out = lucky(packages, "rank", "lucky-seven", "M4 R2", "M3 R4", "M4 R4").out
    assert re.findall(r"Lucky Seven|1 short|Over by 1", out) == ["Lucky Seven", "1 short", "Over by 1"]


def test_it_is_played_in_the_terminal(packages: Path) -> None:
    out = lucky(packages, "play", "lucky-seven", "--players", "3", "--seed", "1", stdin="\n" * 6).out
    assert "wishing well" in out
    assert "You leave with" in out


def test_it_is_played_at_random_many_times(packages: Path) -> None:
    report = lucky(packages, "simulate", "lucky-seven", "--hands", "50", "--processes", "1", "--json").json()
    assert report["hands"] == 50


def test_bots_that_never_heard_of_it_play_it_well(packages: Path) -> None:
    match = ("arena", "lucky-seven", "--bots", "counter,droid", "--hands", "400", "--processes", "1", "--json")
    report = lucky(packages, *match).json()
    assert report["pairs"][0]["low"] > 0, report
    searched = lucky(packages, "arena", "lucky-seven", "--bots", "master:40,droid", "--hands", "20", "--json")
    assert all(not bot["habits"]["faults"] for bot in searched.json()["bots"])


def test_chances_are_sampled_in_the_middle_of_its_hands(packages: Path, tmp_path: Path) -> None:
    record = tmp_path / "lucky.sabacc"
    lucky(packages, "play", "lucky-seven", "-p", "3", "--seed", "1", "--record", str(record), stdin="\n" * 6)
    seat = ("chances", str(record), "--hand", "1", "--seat", "0", "--json")
    decisions = lucky(packages, *seat).json()["decisions"]
    asked = next(one["at"] for one in decisions if one["question"] == "draw")
    found = lucky(packages, *seat, "--at", str(asked), "--samples", "32").json()
    assert {"stand", "gain"} <= {one["action"] for one in found["actions"]}


def test_its_hands_of_real_cards_are_settled(packages: Path) -> None:
    players = [
        {"name": "Ana", "stack": 9, "paid": 1, "hand": "M3 R4"},
        {"name": "Ben", "stack": 9, "paid": 1, "hand": "M4 R4"},
    ]
    case = {"rules": "lucky-seven", "dealer": 0, "sabacc_pot": 2, "players": players}
    settled = lucky(packages, "settle", "-", "--json", stdin=json.dumps(case)).json()
    assert settled["stacks"] == [13, 9]
    assert [one["bombed_out"] for one in settled["players"]] == [False, True]
    assert lucky(packages, "settle", "-", stdin=json.dumps(case)).out.count("Ana wins") == 2


@pytest.mark.parametrize("what", BROKEN)
def test_a_family_that_is_broken_is_left_out_in_a_sentence(tmp_path: Path, what: str) -> None:
    source, where, why = BROKEN[what]
    install_lucky_seven(tmp_path)
    write_package(tmp_path, "bad_luck", source, "sabacc.families", {"bad-luck": where})
    ran = accepted(sabacc("variants", "--json", PYTHONPATH=on_path(tmp_path)))
    assert re.fullmatch(rf"sabacc: the family 'bad-luck' of bad_luck is left out: .*{re.escape(why)}.*\n", ran.err)
    assert [line["preset"] for line in ran.lines()][-2:] == ["coruscant-shift", "lucky-seven"]


# ---- on the server


def test_the_server_tells_of_its_cards(server: Server) -> None:
    person = Person(server)
    families = {one["key"]: one for one in person.get("/api/families")}
    assert len(families["lucky"]["cards"]) == 12
    assert families["lucky"]["cards"][0] == {"card": "M1", "name": "1 of Moons", "value": 1, "copies": 2}
    presets = {one["key"]: one for one in person.get("/api/presets")}
    assert presets["lucky-seven"]["family"] == "lucky"
    assert person.get("/api/presets/lucky-seven/examples") == {
        "preset": "lucky-seven", "hands": [], "gold": None, "silver": None, "family": "lucky", "card_values": {},
    }  # fmt: skip


def test_a_whole_hand_is_played_against_bots(server: Server) -> None:
    async def play() -> None:
        luck = random.Random(7)
        person = Person(server)
        table = person.new_table("lucky-seven", bots=["counter", "master", "droid"], fill_to=4)
        async with at_table(server, table, person, words=True) as client:
            await client.listen()
            await client.do("sit", seat=0)
            while not client.hands_ended:
                command = await client.play(luck)
                if command is not None:
                    await client.answer(command)
                else:
                    await client.listen()
            held = [news["you"] for news in client.news if (news.get("you") or {}).get("hand")]
        assert (client.table["family"], client.table["has_sides"], client.table["card_values"]) == ("lucky", False, {})
        assert client.table["ante"] == 1
        assert held
        for you in held:
            assert you.get("bombed_out", False) == (you["total"] > 7)
            assert (you["rank"] == 1) == (you["total"] == 7)

    asyncio.run(play())


def test_its_first_hand_is_a_lesson(server: Server) -> None:
    async def play() -> list[str]:
        person = Person(server)
        table = person.post("/api/lessons", {"preset": "lucky-seven", "pace": 0})["id"]
        said: list[str] = []
        async with at_table(server, table, person) as ana:

            def waits() -> bool:
                kind = ((ana.you or {}).get("lesson") or {}).get("kind")
                return kind == "tell" or (kind == "do" and ana.question is not None)

            while True:
                await ana.until(waits)
                assert ana.you is not None
                step = ana.you["lesson"]
                said.append(step["text"])
                if step.get("last"):
                    return said
                if step["kind"] == "tell":
                    await ana.do("continue", step=step["step"])
                else:
                    options = ana.you["options"]
                    action = next(iter(options.get("actions", ())), None)
                    action = action or {"type": "raise", "to": options["raise_to"]}
                    await ana.do("act", action=action, question=ana.you["question"]["number"])

    assert asyncio.run(play()) == [
        "You want seven, and you have three.", "Draw a card.", "Seven: bet two.", "You have won.",
    ]  # fmt: skip
