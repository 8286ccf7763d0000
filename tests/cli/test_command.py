"""What holds for all commands: help, streams, exit codes, and that nobody ever sees a traceback."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.command_runner import LONGEST, SABACC, Ran, accepted, environment, refused, sabacc
from tests.cli.conftest import Inside

COMMANDS = ("variants", "rules", "play", "rank", "settle", "simulate", "train", "replay", "verify", "serve")


def shell(line: str, **changes: str) -> Ran:
    """A line typed into a shell, `sabacc` being ours."""
    script = f'sabacc() {{ "{SABACC}" "$@"; }}; {line}'
    ran = subprocess.run(
        ["bash", "-c", script], capture_output=True, timeout=LONGEST, env=environment(**changes), check=False
    )
    return Ran(ran.returncode, ran.stdout.decode(errors="replace"), ran.stderr.decode(errors="replace"))


# ---- help


@pytest.mark.parametrize("command", COMMANDS)
def test_each_commands_help_has_an_example(inside: Inside, command: str) -> None:
    ran = accepted(inside(command, "--help"))
    assert f"Example: sabacc {command}" in ran.out


@pytest.mark.parametrize("command", ["variants", "rules", "rank", "simulate"])
def test_the_example_in_the_help_works_as_it_stands(inside: Inside, command: str) -> None:
    example = re.search(r"Example: (sabacc .*)", inside(command, "--help").out)
    assert example is not None
    accepted(inside(*shlex.split(example[1])[1:]))


def test_the_example_for_play_works_as_it_stands(inside: Inside) -> None:
    example = re.search(r"Example: (sabacc .*)", inside("play", "--help").out)
    assert example is not None
    assert "You leave with" in accepted(inside(*shlex.split(example[1])[1:], stdin="quit\n")).out


def test_help_lists_all_commands() -> None:
    ran = accepted(sabacc("--help"))
    assert [command for command in COMMANDS if not re.search(rf"\b{command}\b", ran.out)] == []


def test_the_version_is_told() -> None:
    from sabacc.version import __version__, build

    assert accepted(sabacc("--version")).out == f"sabacc {__version__} ({build()})\n"


def test_python_m_runs_the_same_command() -> None:
    python = str(Path(SABACC).parent / "python")
    ran = subprocess.run([python, "-m", "sabacc", "variants"], capture_output=True, env=environment(), check=False)
    assert ran.returncode == 0
    assert ran.stdout.decode() == sabacc("variants").out


# ---- bad command lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nope"], "nope"),
        (["rules"], "PRESET"),
        (["rank", "classic"], "HAND"),
        (["settle"], "FILE"),
        (["verify"], "RECORD"),
        (["rules", "classic", "--nope"], "--nope"),
        (["variants", "more"], "more"),
        (["replay", "x", "--seat", "first"], "--seat"),
        (["replay", "x", "--seat", "-1"], "--seat"),
    ],
)
def test_a_wrong_command_line_is_exit_2_and_says_what_is_wrong(inside: Inside, arguments: list[str], said: str) -> None:
    refused(inside(*arguments), said)


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "nope"],
        ["play", "nope"],
        ["rank", "nope", "S1 S2"],
        ["simulate", "nope"],
    ],
)
def test_an_unknown_preset_gets_the_list_of_presets(inside: Inside, arguments: list[str]) -> None:
    refused(inside(*arguments), "nope", "cloud-city", "classic", "force")


def test_a_misspelt_preset_gets_a_guess(inside: Inside) -> None:
    refused(inside("rules", "clasic"), "Did you mean classic?")


@pytest.mark.parametrize("command", ["rules", "play", "simulate", "rank"])
@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("ante", "key=value"),
        ("=3", "key=value"),
        ("", "key=value"),
        ("antes=3", "ante"),
        ("nonsense=3", "max_bet"),
        ("ante=-1", "whole number"),
        ("ante=0", "at least 1"),
        ("ante=", "whole number"),
        ("ante=five", "whole number"),
        ("ante=1.5", "whole number"),
        ("ante=NaN", "whole number"),
        ("ante=1e400", "whole number"),
        ("ante=true", "whole number"),
        ("ante=[5]", "whole number"),
        ("ante={}", "whole number"),
        ("ante=null", "at least 1"),
        ("ante=99999999999999999999", "whole number"),
        ("caller_penalty=yes", "true or false"),
        ("caller_penalty=1", "true or false"),
        ("star=-11", "-17"),
        ("shift_trigger=d12:13", "d12"),
        ("shift_by_dice=core", "six"),
        ("shift_by_dice=[1,2,3,4,5,6]", "six"),
        ("stakes=huge", "low"),
        ("max_rounds=2", "from 3"),
        ("blinds=[1,2]", "classic"),
        ("shift_trigger=pulse", "randomiser"),
        ("shift_trigger=none -o shift_kind=by-dice", "doubles"),
        ("static_field=none -o community_field=true", "static field"),
    ],
)
def test_nonsense_as_a_house_rule_is_exit_2_and_says_what_would_be_right(
    inside: Inside, command: str, option: str, said: str
) -> None:
    hand = ["S1 S2"] if command == "rank" else []
    refused(inside(command, "classic", *hand, "-o", *option.split(" ")), said)


@pytest.mark.parametrize("value", ["[]", "{}", "[1]", '{"low": 1}'])
def test_stakes_that_are_no_word_are_refused(inside: Inside, value: str) -> None:
    refused(inside("rules", "classic", "-o", f"stakes={value}"), "stakes", "low")


def test_a_house_rule_nested_too_deep_is_refused(inside: Inside) -> None:
    refused(inside("rules", "classic", "-o", "ante=" + "[" * 100_000), "ante")


def test_a_house_rule_with_thousands_of_digits_is_refused(inside: Inside) -> None:
    refused(inside("rules", "classic", "-o", "ante=" + "9" * 5000), "ante", "whole number")


@pytest.mark.parametrize("command", ["rules", "rank", "simulate", "play"])
def test_the_preset_is_no_house_rule(inside: Inside, command: str) -> None:
    """`classic -o preset=cloud-city` would play one game under another's name."""
    hand = ["S1 S2"] if command == "rank" else []
    refused(inside(command, "classic", *hand, "-o", "preset=cloud-city"), "preset")


# ---- files


@pytest.mark.parametrize("command", ["settle", "verify", "replay"])
def test_a_file_that_is_not_there_is_exit_2(inside: Inside, tmp_path: Path, command: str) -> None:
    refused(inside(command, tmp_path / "gone"), "gone", "can't be read")


@pytest.mark.parametrize("command", ["settle", "verify", "replay"])
def test_a_directory_is_no_file(inside: Inside, tmp_path: Path, command: str) -> None:
    refused(inside(command, tmp_path), "can't be read", "directory")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that even root can't read from its beginning")
@pytest.mark.parametrize("command", ["settle", "verify", "replay"])
def test_a_file_that_can_not_be_read_is_exit_2(inside: Inside, command: str) -> None:
    refused(inside(command, "/proc/self/mem"), "can't be read")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("command", ["settle", "verify", "replay"])
def test_a_file_one_may_not_read_is_exit_2(inside: Inside, tmp_path: Path, command: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("{}")
    secret.chmod(0)
    refused(inside(command, secret), "can't be read", "permission")


@pytest.mark.parametrize("command", ["settle", "rank", "replay"])
def test_bytes_that_are_no_text_are_exit_2_and_name_the_line(inside: Inside, command: str) -> None:
    before = ["rank", "classic"] if command == "rank" else [command]
    refused(inside(*before, "-", stdin=b"S1 S2\nS3 S4\n\xff\xfe\x00\n"), "line 3", "UTF-8")


def test_bytes_that_are_no_text_are_no_true_record(inside: Inside) -> None:
    ran = inside("verify", "-", stdin=b"sabacc-record 1 full game\n\x80\x81\n")
    assert ran.code in (1, 2)
    assert "line 2" in ran.err
    assert ran.out == ""


# ---- streams


@pytest.mark.parametrize(
    "arguments",
    [
        ["variants"],
        ["rules", "classic"],
        ["rank", "classic", "S12 F11"],
        ["simulate", "classic", "--hands", "3"],
    ],
)
def test_with_json_standard_output_is_json_alone(inside: Inside, arguments: list[str]) -> None:
    assert accepted(inside(*arguments, "--json")).lines()


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "nope", "--json"],
        ["rank", "classic", "S12 F11", "S12 S12", "--json"],
        ["simulate", "classic", "--players", "9", "--json"],
        ["settle", "/nowhere", "--json"],
        ["replay", "/nowhere", "--json"],
    ],
)
def test_with_json_a_complaint_goes_to_standard_error_alone(inside: Inside, arguments: list[str]) -> None:
    refused(inside(*arguments))


@pytest.mark.parametrize("arguments", ["rules classic", "variants --json", "rules --help"])
def test_a_reader_who_has_read_enough_is_no_error(arguments: str) -> None:
    """As in `sabacc rules classic | head -1`, with a reader that is gone before the first word."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        process = subprocess.run(
            [SABACC, *shlex.split(arguments)],
            stdout=writing,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
            timeout=LONGEST,
        )
    finally:
        os.close(writing)
    assert process.stderr.decode() == ""
    assert process.returncode == 0


def test_head_gets_the_first_line_and_no_complaint() -> None:
    ran = shell("set -o pipefail; sabacc rules classic | head -1")
    assert ran.out.startswith("Classic.")
    assert ran.err == ""
    assert ran.code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("arguments", ["rules classic", "variants --json"])
def test_a_full_disk_gets_a_sentence(arguments: str) -> None:
    ran = shell(f"sabacc {arguments} >/dev/full")
    assert "Traceback" not in ran.err
    assert ran.err.strip()
    assert ran.code == 2


@pytest.mark.parametrize("arguments", ["settle -", "rank classic -"])
def test_no_standard_input_at_all_gets_a_sentence(arguments: str) -> None:
    ran = shell(f"sabacc {arguments} <&-")
    assert "Traceback" not in ran.err
    assert ran.err.strip()
    assert ran.code == 2


@pytest.mark.parametrize("arguments", [["variants"], ["variants", "--json"], ["rules", "force"]])
def test_a_terminal_without_unicode_is_no_reason_for_a_traceback(arguments: list[str]) -> None:
    """Pipes on Windows are cp1252, which has no true minus sign."""
    ran = sabacc(*arguments, PYTHONIOENCODING="cp1252")
    assert "Traceback" not in ran.err
    assert ran.code == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nope", "sabacc has no command 'nope'"),
        ("admin nope", "sabacc admin has no command 'nope'"),
        ("rules", "sabacc rules needs a PRESET"),
        ("rank classic", "sabacc rank needs a HAND."),
        ("rules classic --jso", "sabacc rules has no option --jso (but --json)"),
        ("variants -x", "sabacc variants has no option -x"),
        ("variants more", "sabacc variants takes no more than that: 'more' is too much"),
        ("rules classic -o", "-o needs a value after it"),
        ("variants --json=1", "--json takes no value"),
        ("play classic -p x", "--players must be a whole number"),
        ("serve --rate x", "--rate must be a number"),
        ("serve --rate 0", "--rate must be 0.1 or more"),
        ("simulate classic -n 0", "--hands must be 1 or more"),
        ("replay x --seat -1", "--seat must be 0 or more"),
        ("serve --origin sabacc.example", "like https://sabacc.example"),
        ("rules classic -o foo=1", "Choose from stakes, ante"),
        ("rules classic -o stake=low", "Did you mean stakes?"),
    ],
)
def test_a_command_line_that_can_not_be_read_gets_one_plain_sentence(inside: Inside, line: str, said: str) -> None:
    ran = inside(*line.split())
    refused(ran)
    assert ran.err.startswith(f"sabacc: {said}") or said in ran.err
    assert ran.err.count("\n") == 1


def test_a_folder_that_is_a_file_is_no_place_for_a_database(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("hello")
    refused(sabacc("serve", "--port", "0", "--data", file), "letter is no folder")


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("{", "line 1: this is no JSON: it breaks off or goes wrong at column"),
        ('{"rules":"classic"}', "the case can't be read: dealer is missing."),
        ('{"rules":"classic","dealer":"x","players":[]}', "a whole number should stand at dealer, not text."),
        ("[1]", "an object should stand, not a list."),
        ('{"rules":"classic","dealer":0,"players":[{"name":5}]}', "text should stand at players[0].name, not a whole"),
        ('{"rules":"classic","dealer":0,"players":[],"plyers":[]}', "nothing is called plyers."),
    ],
)
def test_json_that_can_not_be_read_is_explained_in_words(inside: Inside, case: str, said: str) -> None:
    refused(inside("settle", "-", stdin=case), said)
