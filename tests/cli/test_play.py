"""`sabacc play`: whole hands over standard input and through a real terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest

from sabacc.game.table import Game
from sabacc.records import replay
from sabacc.rules import PRESETS
from tests.cli.command_runner import LONGEST, SABACC, Ran, accepted, environment, refused, sabacc
from tests.cli.conftest import Inside

CHOICES = re.compile(r"^  (\d+)\. (.+)$", re.MULTILINE)


def hands_of(out: str) -> list[int]:
    """The numbers of the hands that were dealt."""
    return [int(number) for number in re.findall(r"Hand (\d+)\. \S+ deals?\.", out)]


class Terminal:
    """A person at a real terminal, with `sabacc play` in it."""

    def __init__(self, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        environ = environment(TERM="xterm", LINES="50")
        del environ["NO_COLOR"]
        command = [SABACC, "play", *arguments]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ, start_new_session=True, close_fds=True,
            preexec_fn=_take_terminal,
        )  # fmt: skip
        os.close(theirs)
        self.screen = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)

    def type(self, text: str) -> None:
        """Presses keys."""
        os.write(self.ours, text.encode())

    def read_until(self, pattern: str) -> str:
        """What has come since the last time, once the pattern is in it."""
        began = time.monotonic()
        new = ""
        while not re.search(pattern, new):
            if time.monotonic() - began > LONGEST / 2 or not self._read_some():
                raise AssertionError(f"{pattern!r} never came: {self.screen[-2000:]}")
            new = self.screen
        self.screen = ""
        return new

    def interrupt(self) -> None:
        """Ctrl-C, and again if it came in the very moment before the command began to listen."""
        until = time.monotonic() + LONGEST
        while self.process.poll() is None and time.monotonic() < until:
            self.type("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.3)

    def end(self) -> tuple[int, str]:
        """The exit code, and what came before it."""
        while self._read_some():
            pass
        return self.process.wait(LONGEST), self.screen

    def _read_some(self) -> bool:
        ready, _, _ = select.select([self.ours], [], [], LONGEST / 4)
        try:
            read = os.read(self.ours, 65536) if ready else b""
        except OSError:  # the other side is closed
            return False
        self.screen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", read.decode(errors="replace"))
        return bool(read)


def _take_terminal() -> None:
    """Makes standard input the controlling terminal, so that Ctrl-C reaches the command."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A game of classic for two."""
    with Terminal("classic", "--players", "2", "--seed", "a") as table:
        yield table


# ---- whole hands


@pytest.mark.parametrize("preset", ["cloud-city", "classic", "force"])
def test_hand_after_hand_is_played_by_pressing_enter(preset: str) -> None:
    ran = accepted(sabacc("play", preset, "--players", "4", "--seed", "1", stdin="\n" * 150))
    played = hands_of(ran.out)
    assert len(played) >= 3
    assert played == list(range(1, len(played) + 1))
    assert re.search(r"You leave with \d+ credits\.\n$", ran.out)
    assert ran.err == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_every_variant_is_played_by_pressing_enter(inside: Inside, preset: str) -> None:
    ran = accepted(inside("play", preset, "--players", "3", "--seed", "1", stdin="\n" * 120))
    assert ran.out.count("Enter for the next hand") >= 2
    assert "You leave with" in ran.out


@pytest.mark.parametrize("players", range(2, 9))
def test_any_table_from_two_to_eight_plays(inside: Inside, players: int) -> None:
    ran = accepted(inside("play", "classic", "--players", players, "--seed", "x", stdin="\n" * 60))
    assert f"{players} players" in ran.out
    assert "sabacc pot" in ran.out


def test_the_credits_one_leaves_with_are_those_of_the_record(tmp_path: Path) -> None:
    file = tmp_path / "evening.sabacc"
    out = accepted(sabacc("play", "classic", "--seed", "3", "--record", file, stdin="\n" * 120)).out
    game = replay(file.read_text(encoding="utf-8"))
    assert isinstance(game, Game)
    assert game.number >= 3
    assert f"You leave with {game.stacks[0]} credits." in out


def test_the_same_seed_and_answers_play_the_same_game(inside: Inside) -> None:
    first, second = (inside("play", "classic", "--seed", "same", stdin="\n2\n\n1\n" * 20).out for _ in range(2))
    assert first == second


def test_without_a_seed_every_game_is_another(inside: Inside) -> None:
    assert len({inside("play", "classic", stdin="\n" * 30).out for _ in range(4)}) == 4


def test_bots_cards_stay_hidden_until_they_show(inside: Inside) -> None:
    out = inside("play", "classic", "--players", "4", "--seed", "4", stdin="\n" * 300).out
    told = re.findall(r"^(?:Koda|Mirax|Tav) (?:gets|drops|loses) (.*)$", out, re.MULTILINE)
    assert told
    assert [what for what in told if not re.match(r"a card|\d+ cards?\b|\w+, face up|\d+ of the", what)] == []


def test_house_rules_are_played_by(inside: Inside) -> None:
    out = inside("play", "classic", "-o", "ante=3", "--seed", "1", stdin="quit\n").out
    assert "You ante 3 to the hand pot." in out


def test_whoever_can_not_ante_may_rebuy(inside: Inside) -> None:
    ran = accepted(
        inside("play", "classic", "--players", "2", "-o", "bomb_out_penalty=300", "--seed", "2", stdin="\n" * 500)
    )
    assert "Enter to rebuy for" in ran.out
    assert len(hands_of(ran.out)) >= 3


@pytest.mark.parametrize("ante", [150, 1000, 1_000_000])
def test_an_ante_above_the_usual_stack_can_be_played(inside: Inside, ante: int) -> None:
    """The rules take any ante, so the first hand must come without anybody being broke before it."""
    out = accepted(inside("play", "classic", "-o", f"ante={ante}", "--seed", "1", stdin="quit\n")).out
    assert "can't ante" not in out
    assert f"ante {ante} to the hand pot" in out


# ---- what one may do, and what it costs


def test_choices_are_numbered_from_one_with_their_prices(inside: Inside) -> None:
    out = inside("play", "classic", "--players", "3", "--seed", "5", stdin="\n" * 40).out
    for menu in re.findall(r"(?:^  \d+\. .*\n)+", out, re.MULTILINE):
        numbers = [int(number) for number, _ in CHOICES.findall(menu)]
        assert numbers == list(range(1, len(numbers) + 1))
    labels = {label for _, label in CHOICES.findall(out)}
    assert "fold (pay 1)" in labels
    assert any(re.fullmatch(r"(raise to|bet) \d+–\d+ \(pay \d+–\d+\)", label) for label in labels)
    assert {"check", "pass", "stand", "draw a card"} <= labels


def test_a_raise_is_asked_for_its_amount_and_costs_what_was_said(terminal: Terminal) -> None:
    for _ in range(40):
        seen = terminal.read_until(r"Your choice: $|next hand, quit to stop\. $")
        bet = re.search(r"  (\d+)\. bet (\d+)–\d+ \(pay (\d+)–\d+\)", seen)
        stack = re.findall(r"You: (\d+) credits", seen)
        if bet is not None:
            terminal.type(f"{bet[1]}\n")
            terminal.read_until(r"To how much \(\d+–\d+\)\? $")
            terminal.type(f"{bet[2]}\n")
            left = int(stack[-1]) - int(bet[3])
            assert f"You: {left} credits" in terminal.read_until(r"Your choice: $|next hand, quit to stop\. $")
            return
        terminal.type("\n")
    raise AssertionError("nobody ever let us bet")


def test_an_amount_that_is_none_is_asked_for_again(terminal: Terminal) -> None:
    for _ in range(40):
        seen = terminal.read_until(r"Your choice: $|next hand, quit to stop\. $")
        bet = re.search(r"  (\d+)\. bet ", seen)
        if bet is not None:
            terminal.type(f"{bet[1]}\n")
            for amount in ("lots", "999999", "0", ""):
                terminal.read_until(r"To how much \(\d+–\d+\)\? $")
                terminal.type(f"{amount}\n")
            assert "no amount you can bet" in terminal.read_until(r"To how much \(\d+–\d+\)\? $")
            return
        terminal.type("\n")
    raise AssertionError("nobody ever let us bet")


@pytest.mark.parametrize(
    "typed",
    [
        "0", "99", "-1", "1.5", "1e3", "abc", "raise", "raise lots", "raise 99999", "bet", "trade", "trade XX",
        "place S99", "choose-side left", "raise 5 6", "fold now", "1 2", "[bold]", "\x1b[A", "’", "💥", "nan",
    ],
)  # fmt: skip
def test_wrong_input_gets_a_sentence_and_another_try(inside: Inside, typed: str) -> None:
    ran = accepted(inside("play", "classic", "--players", "2", "--seed", "a", stdin=f"{typed}\nquit\n"))
    after = ran.out.split("Your choice: ")
    assert len(after) == 3  # asked again, then quit
    assert after[1].strip()


@pytest.mark.parametrize("typed", ["²", "raise ²", "١٢", "9" * 5000, "raise " + "9" * 5000])
def test_digits_that_are_no_number_get_a_sentence(inside: Inside, typed: str) -> None:
    ran = accepted(inside("play", "classic", "--players", "2", "--seed", "a", stdin=f"{typed}\nquit\n"))
    assert len(ran.out.split("Your choice: ")) == 3


def test_bytes_that_are_no_text_get_a_sentence() -> None:
    """As most terminals have it, where Python reads standard input strictly."""
    stdin = b"\xff\xfe\x80\nquit\n"
    ran = sabacc("play", "classic", "--players", "2", "--seed", "a", stdin=stdin, PYTHONIOENCODING="utf-8:strict")
    assert "You leave with" in accepted(ran).out


def test_help_and_rules_are_told_at_the_table(inside: Inside) -> None:
    out = accepted(inside("play", "classic", "--seed", "a", stdin="help\nrules\n?\nQUIT\n")).out
    assert out.count('"quit" ends it') == 3
    assert "Everybody antes 3" in out


def test_a_free_move_does_not_use_up_the_question(inside: Inside) -> None:
    out = inside("play", "classic", "--players", "2", "--seed", "a", stdin="quit\n").out
    number, label = next((n, text) for n, text in CHOICES.findall(out) if text.startswith("put "))
    out = inside("play", "classic", "--players", "2", "--seed", "a", stdin=f"{number}\nquit\n").out
    assert f"You {label.split(' into')[0]} into the static field." in out
    assert out.count("Your choice: ") == 2


# ---- leaving


@pytest.mark.parametrize("typed", ["quit", "q", "exit", "  Quit  ", "QUIT"])
def test_quit_ends_the_game_at_once(inside: Inside, typed: str) -> None:
    ran = accepted(inside("play", "classic", "--seed", "a", stdin=f"{typed}\n"))
    assert re.search(r"You leave with \d+ credits\.\n$", ran.out)


@pytest.mark.parametrize("stdin", ["", "\n", "\n\n\n", "1"])
def test_the_end_of_input_ends_the_game(inside: Inside, stdin: str) -> None:
    assert "You leave with" in accepted(inside("play", "classic", "--seed", "a", stdin=stdin)).out


def test_no_standard_input_at_all_is_no_reason_for_a_traceback() -> None:
    ran = subprocess.run(
        ["bash", "-c", f'"{SABACC}" play classic <&-'], capture_output=True, env=environment(), check=False
    )
    assert "Traceback" not in ran.stderr.decode()
    assert ran.returncode in (0, 2)


# ---- records


@pytest.mark.parametrize("enters", [0, 1, 7, 60, 150])
def test_the_record_of_a_game_left_at_any_time_is_true(inside: Inside, tmp_path: Path, enters: int) -> None:
    file = tmp_path / "evening.sabacc"
    out = accepted(inside("play", "classic", "--seed", "9", "--record", file, stdin="\n" * enters + "quit\n")).out
    assert f"The record is in {file}." in out
    accepted(inside("verify", file))


@pytest.mark.parametrize("name", ["Zoë", "千", "A\nB", "A\u2028B", "A\u0085B", "A\rB", "; Ana", "end", "[b]Ana", "-7"])
def test_the_record_of_any_name_is_true_or_the_name_refused(inside: Inside, tmp_path: Path, name: str) -> None:
    file = tmp_path / "evening.sabacc"
    ran = inside("play", "classic", "--seed", "9", "--name", name, "--record", file, stdin="\n" * 30)
    assert ran.code in (0, 2)
    if ran.code == 0:
        accepted(inside("verify", file))
        accepted(inside("replay", file))


def test_a_record_that_can_not_be_written_gets_a_sentence(inside: Inside, tmp_path: Path) -> None:
    ran = inside("play", "classic", "--record", tmp_path / "nowhere" / "x", stdin="quit\n")
    assert ran.code == 2
    assert "can't be written" in ran.err


def test_a_record_that_can_not_be_written_is_refused_before_the_first_hand(inside: Inside, tmp_path: Path) -> None:
    """Not after a whole evening, when it is lost."""
    refused(inside("play", "classic", "--record", tmp_path / "nowhere" / "x", stdin="quit\n"), "can't be written")


# ---- refused


@pytest.mark.parametrize("players", ["0", "1", "9", "-1", "100"])
def test_t9_too_few_or_too_many_players_are_refused(inside: Inside, players: str) -> None:
    refused(inside("play", "classic", "--players", players), "2 to 8 players")


@pytest.mark.parametrize("name", ["Vex", "Koda"])
def test_a_player_may_be_called_like_a_bot_at_a_full_table(inside: Inside, name: str) -> None:
    accepted(inside("play", "classic", "--players", "8", "--name", name, stdin="quit\n"))


@pytest.mark.parametrize("name", ["", " ", " Ana", "Ana "])
def test_a_name_must_say_something(inside: Inside, name: str) -> None:
    refused(inside("play", "classic", "--name", name), "name")


# ---- through a real terminal


def test_a_person_at_a_terminal_plays_two_hands_and_quits(terminal: Terminal) -> None:
    hands = 0
    while hands < 2:
        seen = terminal.read_until(r"Your choice: $|next hand, quit to stop\. $")
        if seen.endswith("quit to stop. "):
            hands += 1
        terminal.type("\n")
    terminal.read_until(r"Your choice: $")
    terminal.type("quit\n")
    code, screen = terminal.end()
    assert code == 0
    assert "You leave with" in screen


def test_wrong_keys_at_a_terminal_get_a_sentence(terminal: Terminal) -> None:
    terminal.read_until(r"Your choice: $")
    terminal.type("sabacc!\n")
    assert "is nothing you can do" in terminal.read_until(r"Your choice: $")


def test_ctrl_d_at_a_terminal_ends_the_game(terminal: Terminal) -> None:
    terminal.read_until(r"Your choice: $")
    terminal.type("\x04")
    code, screen = terminal.end()
    assert code == 0
    assert "You leave with" in screen


def test_ctrl_c_at_a_terminal_stops_without_a_traceback(terminal: Terminal) -> None:
    terminal.read_until(r"Your choice: $")
    terminal.interrupt()
    code, screen = terminal.end()
    assert "Traceback" not in screen
    assert code in (0, 130)


def test_an_impatient_ctrl_c_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "evening.sabacc"
    with Terminal("classic", "--record", str(file)) as table:
        table.read_until(r"Your choice: $")
        while table.process.poll() is None:
            table.type("\x03")
        code, screen = table.end()
    assert "Traceback" not in screen
    assert code in (0, 130)
    accepted(sabacc("verify", file))


def test_ctrl_c_still_writes_the_record(tmp_path: Path) -> None:
    file = tmp_path / "evening.sabacc"
    with Terminal("classic", "--record", str(file)) as table:
        table.read_until(r"Your choice: $")
        table.interrupt()
        table.end()
    ran: Ran = sabacc("verify", file)
    accepted(ran)


# ---- words


def test_a_refusal_speaks_the_words_of_the_list(inside: Inside) -> None:
    out = accepted(inside("play", "classic", "--seed", "3", stdin="place\nplace zz\nquit\n")).out
    assert out.count("or type what the list says, like “pass”") == 2
    assert "You may" not in out


def test_an_amount_that_can_not_be_bet_is_told_what_can(inside: Inside) -> None:
    out = accepted(inside("play", "corellian-house", "--seed", "3", stdin="raise 9999\nquit\n")).out
    assert "You can raise to 200–9950 (pay 200–9950), not 9999." in out


def test_selections_that_are_not_listed_are_counted_and_can_be_typed(inside: Inside) -> None:
    out = accepted(inside("play", "coruscant-shift", "--seed", "3", stdin="select -7s -5s -9t\nquit\n")).out
    assert "and 21 more: type any, like “select -8c -10c -9t -5s -7s”" in out
    assert "You select -9t -5s -7s." in out


def test_without_credits_one_leaves_with_rounds(inside: Inside) -> None:
    out = accepted(inside("play", "coruscant-shift", "--seed", "1", stdin="\n" * 60)).out
    won = re.findall(r"Rounds won: You (\d+)", out)
    assert won
    assert re.search(r"You leave with \d+ rounds? won\.\n$", out)
    assert "credits" not in out


def test_how_things_stand_calls_oneself_you(inside: Inside) -> None:
    out = accepted(inside("play", "classic", "--seed", "3", stdin="\n" * 40)).out
    assert re.search(r"^You \d+, Koda \d+", out, re.MULTILINE)
    assert "Player" not in out
