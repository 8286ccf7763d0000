"""`sabacc replay` and `sabacc verify`: true records, and damaged ones."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sabacc.records import record_game, record_hand
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside
from tests.cli.record_samples import events_of, head_of, lines_of, played_game, played_hand, with_head

GAME = record_game(played_game())
HAND = record_hand(played_hand())
SEAT = record_game(played_game(), 1)
WATCHED = record_hand(played_hand(), None)
ALL = {"game": GAME, "hand": HAND, "seat": SEAT, "spectator": WATCHED}
OPTIONS: list[dict[str, object]] = [
    {"preset": "cloud-city"},
    {"preset": "force"},
    {"preset": "pagat"},
    {"preset": "galactic"},
    {"preset": "corellian-house"},
    {"preset": "coruscant-shift"},
    {"preset": "classic", "shift_kind": "rim"},
    {"preset": "classic", "shift_kind": "wild"},
    {"preset": "classic", "shift_kind": "by-dice"},
    {"preset": "classic", "shift_kind": "one-card"},
    {"preset": "classic", "discard_pile": 2, "static_field": "retrievable"},
    {"preset": "classic", "declare_totals": True, "community_field": True},
    {"preset": "classic", "shift_trigger": "randomiser"},
]


def untrue(inside: Inside, text: str, *words: str) -> None:
    """Verify says no: exit 1, and the line."""
    refused(inside("verify", "-", stdin=text), "line", *words, code=1)


def number_of(text: str, line: str) -> int:
    """The number of a line that stands once in a text."""
    return text.splitlines().index(line) + 1


# ---- verify, true records


@pytest.mark.parametrize("kind", ALL)
def test_a_true_record_is_verified(inside: Inside, kind: str) -> None:
    assert "is good" in accepted(inside("verify", "-", stdin=ALL[kind])).out


def test_verify_says_what_it_checked() -> None:
    ran = accepted(sabacc("verify", "-", stdin=GAME))
    assert "full record of 2 hands" in ran.out
    assert f"{len(events_of(GAME))} events" in ran.out
    assert "Played again from its seed" in ran.out


def test_verify_reads_files(tmp_path: Path) -> None:
    file = tmp_path / "evening.sabacc"
    file.write_text(GAME, encoding="utf-8")
    assert "evening.sabacc is good" in accepted(sabacc("verify", file)).out


def test_verify_as_json_is_one_object(inside: Inside) -> None:
    verdict = accepted(inside("verify", "-", "--json", stdin=SEAT)).json()
    assert (verdict["ok"], verdict["kind"], verdict["hands"]) == (True, "seat", 2)


def test_verify_as_json_of_an_untrue_record_says_which_line() -> None:
    ran = sabacc("verify", "-", "--json", stdin=GAME.replace("end ", "end 1", 1))
    verdict = ran.json()
    assert (ran.code, verdict["ok"]) == (1, False)
    assert verdict["line"] == len(GAME.splitlines())
    assert verdict["problem"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_seats_record_of_every_kind_of_game_is_true(inside: Inside, options: dict[str, object]) -> None:
    game = played_game(**options)  # type: ignore[arg-type]  # house rules
    for seat in (-1, 0, 1, 2, None):
        accepted(inside("verify", "-", stdin=record_game(game, seat)))


def test_a_record_is_told_in_the_language_of_the_terminal(inside: Inside) -> None:
    assert "Hand 1. " in accepted(inside("replay", "-", stdin=SEAT)).out
    assert "Du setzt " in accepted(inside("--lang", "de", "replay", "-", stdin=SEAT)).out


@pytest.mark.parametrize("kind", ALL)
def test_windows_line_ends_do_no_harm(inside: Inside, kind: str) -> None:
    accepted(inside("verify", "-", stdin=ALL[kind].replace("\n", "\r\n")))


@pytest.mark.parametrize("kind", ALL)
def test_lines_for_people_may_be_changed_or_left_out(inside: Inside, kind: str) -> None:
    accepted(inside("verify", "-", stdin="\n".join(lines_of(ALL[kind])) + "\n"))
    accepted(inside("verify", "-", stdin=re.sub(r"(?m)^; .*$", "; 嘘", ALL[kind])))


def test_a_last_line_without_its_end_does_no_harm(inside: Inside) -> None:
    accepted(inside("verify", "-", stdin=GAME.rstrip("\n")))


def test_a_record_of_a_hand_still_in_play_is_true(inside: Inside) -> None:
    from tests.cli.record_samples import open_game

    hand = open_game().deal()
    for seat in (-1, 0, None):
        accepted(inside("verify", "-", stdin=record_hand(hand, seat)))


def test_a_record_of_players_who_come_and_go_is_true(inside: Inside) -> None:
    def between(game: object, number: int) -> None:
        from sabacc.game.table import Game

        assert isinstance(game, Game)
        if number == 2:
            game.sit("Zed", 300)
            game.sit_out(0)
        if number == 3:
            game.rebuy(1, 50)
            game.come_back(0)
            game.leave(2)
            game.change_rules({"preset": "classic", "ante": 3})

    game = played_game(hands=4, between=between)
    game.close()
    for seat in (-1, 0, 3, None):
        accepted(inside("verify", "-", stdin=record_game(game, seat)))


def test_a_record_of_another_behaviour_is_checked_by_its_digests_alone(inside: Inside) -> None:
    assert (
        "was not played again"
        in accepted(inside("verify", "-", stdin=with_head(GAME, "behaviour", "behaviour 99"))).out
    )


# ---- verify, damaged records


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("which", [0.0, 0.2, 0.5, 0.8, 1.0])
def test_one_digit_changed_names_its_line(inside: Inside, kind: str, which: float) -> None:
    text = ALL[kind]
    events = lines_of(text)[len(head_of(text)) : -1]
    line = events[int(which * (len(events) - 1))]
    changed = re.sub(r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), line)
    assert changed != line
    untrue(inside, text.replace(line, changed, 1), f"line {number_of(text, line)}:", "altered")


def test_one_digit_of_a_link_changed_names_its_line(inside: Inside) -> None:
    line = lines_of(GAME)[20]
    changed = ("0" if line[0] != "0" else "1") + line[1:]
    untrue(inside, GAME.replace(line, changed, 1), f"line {number_of(GAME, line)}:")


@pytest.mark.parametrize("word", ["rules", "seed", "names", "behaviour"])
def test_a_changed_head_breaks_the_chain(inside: Inside, word: str) -> None:
    line = next(line for line in head_of(GAME) if line.startswith(word))
    more = {"rules": ' {"preset":"force"}', "seed": ' "other"', "names": ' ["Zed"]', "behaviour": " 01"}[word]
    untrue(inside, GAME.replace(line, word + more, 1))


@pytest.mark.parametrize("kind", ALL)
def test_two_lines_swapped_name_the_first(inside: Inside, kind: str) -> None:
    lines = lines_of(ALL[kind])
    at = len(head_of(ALL[kind])) + 10
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    untrue(inside, "\n".join(lines), f"line {at + 1}:")


def test_a_line_left_out_names_the_next(inside: Inside) -> None:
    lines = lines_of(GAME)
    del lines[30]
    untrue(inside, "\n".join(lines), "line 31:")


def test_a_line_said_twice_names_the_second(inside: Inside) -> None:
    lines = lines_of(GAME)
    lines.insert(30, lines[30])
    untrue(inside, "\n".join(lines), "line 32:")


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("keep", [0.01, 0.3, 0.6, 0.95])
def test_a_record_cut_off_anywhere_is_not_true(inside: Inside, kind: str, keep: float) -> None:
    text = ALL[kind][: int(keep * len(ALL[kind]))]
    untrue(inside, text)


@pytest.mark.parametrize("lines", [1, 2, 5, 6, 50])
def test_a_record_cut_off_after_a_line_breaks_off_there(inside: Inside, lines: int) -> None:
    untrue(inside, "\n".join(lines_of(GAME)[:lines]) + "\n")


def test_a_record_without_its_last_line_says_what_is_missing(inside: Inside) -> None:
    untrue(inside, "\n".join(lines_of(GAME)[:-1]), "breaks off", "end")


def test_something_after_the_end_is_not_true(inside: Inside) -> None:
    untrue(inside, GAME + "more\n")


def test_two_records_in_one_file_are_no_record(inside: Inside) -> None:
    untrue(inside, GAME + HAND)


@pytest.mark.parametrize("end", ["end", "end 5", "end x y", "end -1 00", "END"])
def test_a_last_line_that_is_none_is_named(inside: Inside, end: str) -> None:
    lines = lines_of(GAME)
    untrue(inside, "\n".join([*lines[:-1], end]), f"line {len(lines)}:")


@pytest.mark.parametrize("text", ["", "\n\n", "; only a comment\n", "hello\n", "{}", "sabacc-record\n", "\x00\x00\n"])
def test_what_is_no_record_is_not_true(inside: Inside, text: str) -> None:
    untrue(inside, text)


def test_a_sabacc_record_of_the_future_says_so(inside: Inside) -> None:
    untrue(inside, GAME.replace("sabacc-record 1", "sabacc-record 2", 1), "line 1:", "format 2")


@pytest.mark.parametrize("word", ["sabacc-record", "behaviour", "rules", "seed", "names"])
def test_a_head_without_one_of_its_lines_is_named(inside: Inside, word: str) -> None:
    untrue(inside, with_head(GAME, word))


@pytest.mark.parametrize(
    "line",
    [
        "behaviour one",
        "behaviour 1.5",
        "rules 5",
        'rules {"preset":"nope"}',
        'rules {"preset":"classic","antes":1}',
        'rules {"preset":"classic","stakes":[]}',
        "rules {",
        "names 5",
        "names [5]",
        "seed 5",
        "rules " + "[" * 100_000,
    ],
    ids=lambda line: line[:40],
)
def test_a_line_of_the_head_that_can_not_be_is_named(inside: Inside, line: str) -> None:
    word = line.split(" ", maxsplit=1)[0]
    text = with_head(GAME, word, line)
    untrue(inside, text, f"line {number_of(text, line)}:")


def test_a_line_of_the_head_said_twice_is_named(inside: Inside) -> None:
    untrue(inside, with_head(GAME, "names", "names []", "names []"), "line 6:", "second time")


@pytest.mark.parametrize(
    "event", ["{}", "[]", "5", "", '{"type":"nope"}', '{"type":"turn"}', '{"type":"turn","seat":"0","round":1}', "[" * 9**5]
)  # fmt: skip
def test_a_line_that_is_no_event_is_named(inside: Inside, event: str) -> None:
    lines = lines_of(GAME)
    lines[20] = f"00000000 {event}"
    untrue(inside, "\n".join(lines), "line 21:")


# ---- replay


def test_replay_tells_the_story_of_a_game() -> None:
    ran = accepted(sabacc("replay", "-", stdin=GAME))
    assert "Ana sits down with 1000." in ran.out
    assert "Hand 2." in ran.out
    assert re.search(r"(Ana|Ben|Cy) gets [SFCT]\d+\.", ran.out)
    assert ran.err == ""


def test_replay_as_json_is_the_records_events(inside: Inside) -> None:
    told = accepted(inside("replay", "-", "--json", stdin=GAME)).lines()
    assert told == events_of(GAME)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_replay_for_a_seat_tells_what_that_seat_saw(inside: Inside, seat: int) -> None:
    told = accepted(inside("replay", "-", "--seat", seat, "--json", stdin=GAME)).lines()
    assert told == events_of(record_game(played_game(), seat))
    hidden = [event for event in told if event["type"] == "dealt" and event["seat"] != seat and not event.get("up")]
    assert hidden
    assert not any(event.get("card") for event in hidden)


def test_replay_for_a_seat_says_you(inside: Inside) -> None:
    out = accepted(inside("replay", "-", "--seat", "1", stdin=GAME)).out
    assert re.search(r"^You get [SFCT]\d+\.$", out, re.MULTILINE)
    assert not re.search(r"^(Ana|Cy) gets [A-Z]+\d*\.$", out, re.MULTILINE)


def test_replay_of_a_seats_record_is_told_as_that_seat(inside: Inside) -> None:
    plain = accepted(inside("replay", "-", stdin=SEAT)).out
    assert plain == accepted(inside("replay", "-", "--seat", "1", stdin=SEAT)).out
    assert "You ante" in plain


def test_replay_of_a_seats_record_can_not_be_told_as_another(inside: Inside) -> None:
    refused(inside("replay", "-", "--seat", "0", stdin=SEAT), "seat 1", "seat 0")


@pytest.mark.parametrize("seat", ["3", "99", "99999999999999999999"])
def test_replay_for_a_seat_nobody_has_is_refused(inside: Inside, seat: str) -> None:
    refused(inside("replay", "-", "--seat", seat, stdin=GAME), "seat")


def test_replay_of_an_altered_record_is_exit_2_and_names_the_line(inside: Inside) -> None:
    line = lines_of(GAME)[20]
    refused(inside("replay", "-", stdin=GAME.replace(line, line[:-1], 1)), f"line {number_of(GAME, line)}:")


def test_replay_of_another_behaviour_is_told_from_what_is_stored(inside: Inside) -> None:
    ran = accepted(inside("replay", "-", "--json", stdin=with_head(GAME, "behaviour", "behaviour 99")))
    assert "behaviour 99" in ran.err
    assert ran.lines() == events_of(GAME)


def test_names_are_told_as_they_are(inside: Inside) -> None:
    game = played_game(hands=1)
    text = record_game(game).replace("Ana", "[red]Zoë[/red]")
    events = events_of(text)
    from tests.cli.record_samples import with_digests

    told = accepted(inside("replay", "-", stdin=with_digests(head_of(text), events))).out
    assert "[red]Zoë[/red] sits down with 1000." in told


def test_json_is_valid_line_by_line_for_every_kind_of_record(inside: Inside) -> None:
    for text in ALL.values():
        out = accepted(inside("replay", "-", "--json", stdin=text)).out
        assert all("type" in json.loads(line) for line in out.splitlines())
