"""The gauntlet: pairs play until it is clear, and a page says so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sabacc.arena import Scores, new_match
from sabacc.arena.bot_seat import Clock
from sabacc.arena.gauntlet import FIRST_LOOK, Pairing, PairingResult, main, pairings, play_pairing
from sabacc.arena.play_stats import PlayStats
from sabacc.arena.session import Session
from sabacc.bots import OWN
from sabacc.rules import PRESETS
from tests.arena.contestants import SIMPLE, Entry

BOTS = (SIMPLE, Entry("sleeper"))


def pairing(max_sessions: int = 8, levels: tuple[int, int] = (2, 1)) -> Pairing:
    return Pairing(new_match("pagat", BOTS, session=2), levels, max_sessions)


def result(won: Sequence[int], levels: tuple[int, int] = (2, 1)) -> PairingResult:
    """As if these had been the results of its sessions."""
    pair = pairing(levels=levels)
    sessions = [
        Session((0, 1), number, (credits_won, 0), (PlayStats(), PlayStats()), (Clock(), Clock()))
        for number, credits_won in enumerate(won)
    ]
    return PairingResult(pair, Scores(pair.match, sessions), False)


# ---- the plan


def test_every_pair_of_bots_plays_in_every_preset_at_every_size() -> None:
    found = list(pairings(PRESETS, [2, 4], list(OWN.values()), "1"))
    pairs = len(OWN) * (len(OWN) - 1) // 2
    assert len(found) == pairs * len(PRESETS) * 2
    assert len({one.name for one in found}) == len(found)
    assert len({one.file(Path()) for one in found}) == len(found)


def test_the_stronger_one_by_level_comes_first() -> None:
    assert all(one.levels[0] >= one.levels[1] for one in pairings(["classic"], [2], list(OWN.values()), "1"))


def test_one_looks_after_40_sessions_then_after_twice_as_many_each_time() -> None:
    assert pairing(max_sessions=160).looks == [FIRST_LOOK, 40, 80, 160]
    assert pairing(max_sessions=50).looks == [FIRST_LOOK, 40, 50]
    assert pairing(max_sessions=8).looks == [8]


def test_each_look_is_surer_the_more_there_are() -> None:
    assert pairing(max_sessions=8).level == pytest.approx(1 - 0.05 / 2)
    assert pairing(max_sessions=160).level == pytest.approx(1 - 0.05 / 5)


# ---- playing


def test_a_pair_stops_when_it_is_clear(tmp_path: Path) -> None:
    match = new_match("pagat", (Entry("raiser"), Entry("sleeper")))
    played = play_pairing(Pairing(match, (2, 1), max_sessions=80, first=10), tmp_path, minutes=5, processes=1)
    assert len(played.scores) < 80
    assert not played.timed_out
    assert played.estimate is not None
    assert played.estimate.above or played.estimate.below


def test_a_pair_that_is_never_clear_plays_all_it_may(tmp_path: Path) -> None:
    match = new_match("pagat", (Entry("one", "sleeper"), Entry("other", "sleeper")), session=2)
    played = play_pairing(Pairing(match, (2, 1), max_sessions=12, first=3), tmp_path, minutes=5, processes=1)
    assert len(played.scores) == 12
    assert played.verdict == "open"


def test_time_stops_it_and_is_not_given_twice(tmp_path: Path) -> None:
    """What an earlier run took is counted, so that a pairing never takes longer than it may."""
    stopped = play_pairing(pairing(), tmp_path, minutes=1e-9, processes=1)
    assert stopped.timed_out
    again = play_pairing(pairing(), tmp_path, minutes=1e-9, processes=1)
    assert (len(again.scores), again.timed_out) == (len(stopped.scores), True)


def test_with_more_time_it_goes_on(tmp_path: Path) -> None:
    play_pairing(pairing(), tmp_path, minutes=1e-9, processes=1)
    later = play_pairing(pairing(), tmp_path, minutes=5, processes=1)
    assert (len(later.scores), later.timed_out) == (8, False)


def test_what_is_done_is_not_played_again(tmp_path: Path) -> None:
    play_pairing(pairing(), tmp_path, minutes=5, processes=1)
    file = pairing().file(tmp_path)
    before = file.read_bytes()
    assert not play_pairing(pairing(), tmp_path, minutes=0, processes=1).timed_out
    assert file.read_bytes() == before


# ---- what comes of it


@pytest.mark.parametrize(
    ("won", "levels", "verdict"),
    [
        ([5, 6, 5, 6], (2, 1), "shown"),
        ([5, -6, 5, -6], (2, 1), "open"),
        ([-5, -6, -5, -6], (2, 1), "upset"),
        ([-5, -6, -5, -6], (2, 2), "even"),
        ([], (2, 1), "unplayed"),
        ([5], (2, 1), "open"),
    ],
)
def test_the_verdict_is_about_the_whole_interval(won: list[int], levels: tuple[int, int], verdict: str) -> None:
    assert result(won, levels).verdict == verdict


# ---- the page


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gauntlet")
    page = folder / "strength.md"
    main(
        ["--presets", "cloud-city,coruscant-shift", "--bots", "droid,counter", "--most", "2", "--processes", "1",
         "--keep", str(folder / "keep"), "--page", str(page), "--seed", "23"]
    )  # fmt: skip
    return page


def test_the_page_has_a_part_for_each_preset_and_size(written: Path) -> None:
    page = written.read_text(encoding="utf-8")
    for part in ("## In short", "### Cloud City: two players", "### Coruscant Shift: four players"):
        assert f"\n{part}\n" in page


def test_the_page_says_how_it_was_made(written: Path) -> None:
    page = written.read_text(encoding="utf-8")
    for words in ("seed 23", "engine", "make arena", "minutes", "--seed 23", "ante of 5"):
        assert words in page


def test_the_page_shows_results_ratings_and_habits(written: Path) -> None:
    page = written.read_text(encoding="utf-8")
    assert "| antes a hand | droid |" in page
    assert "| bot | rating | raised |" in page
    assert "No bot made a fault." in page


def test_tables_are_as_wide_as_their_heads(written: Path) -> None:
    rows = [line for line in written.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    width = 0
    for at, row in enumerate(rows):
        if at + 1 < len(rows) and set(rows[at + 1]) <= set("|-:"):
            width = row.count("|")
        assert row.count("|") == width > 1


def test_the_picture_stands_beside_it(written: Path) -> None:
    assert f"]({written.stem}.svg)" in written.read_text(encoding="utf-8")
    assert "counter – droid" in written.with_suffix(".svg").read_text(encoding="utf-8")


def test_the_page_can_be_written_again_without_playing(written: Path, tmp_path: Path) -> None:
    page = tmp_path / "again.md"
    keep = str(written.parent / "keep")
    main(
        ["--presets", "cloud-city,coruscant-shift", "--bots", "droid,counter", "--most", "2", "--minutes", "0",
         "--keep", keep, "--page", str(page), "--seed", "23"]
    )  # fmt: skip
    parts = [text.read_text(encoding="utf-8").partition("## How to read")[2] for text in (page, written)]
    assert parts[0] == parts[1] != ""


def test_pairings_that_were_not_played_are_said(tmp_path: Path) -> None:
    page = tmp_path / "empty.md"
    keep = str(tmp_path / "keep")
    main(["--presets", "classic", "--bots", "droid,counter", "--minutes", "0", "--keep", keep, "--page", str(page)])
    assert "Pairings not played yet: 2." in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--presets", "klassic"], "no preset 'klassic'"),
        (["--bots", "nobody,droid"], "no bot 'nobody'"),
        (["--players", "9"], "2 to 8 players"),
        (["--page", "/no/such/folder/page.md"], "there is no folder"),
    ],
)
def test_what_can_not_be_played_is_refused(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--page", str(tmp_path / "page.md"), "--keep", str(tmp_path / "keep"), "--minutes", "0", *arguments])
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err
