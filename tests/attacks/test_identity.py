"""Chapter 6: being somebody else, locking somebody out, and being several."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pyotp
import pytest

from tests.attacks.client.browser import PASSWORD, Browser, guest, member, random_address
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.raw_socket import RawSocket
from tests.attacks.client.server import Server, running
from tests.attacks.client.table_socket import Json, TableSocket
from tests.attacks.client.waiting import PATIENCE, wait_for


@pytest.fixture(scope="module")
def server(launcher: Launcher, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all, behind a proxy, so that everybody may say what address they come from."""
    with running(launcher, tmp_path_factory.mktemp("identity"), "--behind-proxy") as server:
        yield server


# ---- tokens


def test_a_stolen_token_can_not_rename_set_a_password_delete_or_show_what_is_private(server: Server) -> None:
    ana = member(server, "Ana")
    name = ana.who()
    program = Browser(server, token=ana.do("POST", "/api/tokens", {"label": "bot"})["token"])
    assert program.who() == name
    tries: list[tuple[str, str, Json]] = [
        ("PATCH", "/api/me", {"name": "Mallory"}),
        ("PUT", "/api/me/password", {"new": "mine, all mine", "old": PASSWORD}),
        ("DELETE", "/api/me", {"password": PASSWORD}),
        ("POST", "/api/tokens", {"label": "one more"}),
        ("PUT", "/api/me/avatar", {"avatar": 1}),
        ("PUT", "/api/me/profile", {"private": False}),
        ("PUT", "/api/me/profile/hands/anything", {}),
    ]
    for method, path, body in tries:
        status, sentence = program.refused(method, path, body)
        assert (status, "sign in with a browser" in sentence) == (403, True), path
    assert ana.who() == name


def test_a_new_password_ends_all_sessions_and_on_request_all_tokens(server: Server) -> None:
    ana = member(server, "Ana")
    name = ana.who() or ""
    tablet = Browser(server)
    assert tablet.log_in(name) == 200
    program = Browser(server, token=ana.do("POST", "/api/tokens", {"label": "bot"})["token"])
    assert [one.who() for one in (ana, tablet, program)] == [name] * 3  # the server remembers them all
    ana.do("PUT", "/api/me/password", {"new": PASSWORD + "!", "old": PASSWORD})
    assert [one.who() for one in (ana, tablet, program)] == [name, None, name]
    ana.do("PUT", "/api/me/password", {"new": PASSWORD + "?", "old": PASSWORD + "!", "end_tokens": True})
    assert [one.who() for one in (ana, tablet, program)] == [name, None, None]


def test_a_token_that_was_deleted_is_forgotten_at_once_and_the_others_stay(server: Server) -> None:
    """Nothing else changes that could make the server read what it remembers anew."""
    ana = member(server, "Ana")
    made = [ana.do("POST", "/api/tokens", {"label": label}) for label in ("one", "other")]
    programs = [Browser(server, token=one["token"]) for one in made]
    assert [one.who() for one in programs] == [ana.name] * 2  # the server remembers both
    ana.do("DELETE", f"/api/tokens/{made[0]['id']}")
    assert [one.who() for one in programs] == [None, ana.name]


def test_a_browser_that_has_signed_out_leaves_a_session_that_nobody_else_can_use(server: Server) -> None:
    ana = member(server, "Ana")
    thief = Browser(server)
    thief.http.cookies.update(ana.http.cookies)
    assert [one.who() for one in (ana, thief)] == [ana.name] * 2
    ana.do("POST", "/api/logout")
    assert thief.who() is None


# ---- guessing


def test_nobody_is_locked_out_by_who_guesses_elsewhere(server: Server) -> None:
    ana = member(server, "Ana")
    name = ana.who() or ""
    mallory = Browser(server)
    assert [mallory.log_in(name, "a guess") for _ in range(12)] == [401] * 10 + [429] * 2
    assert mallory.log_in(name) == 429  # it would have been right
    assert Browser(server).log_in(name) == 200


def test_a_known_device_gets_in_from_the_address_of_who_guesses(server: Server) -> None:
    school = "203.0.113.9"
    ana = member(server, "Ana", school)
    name = ana.who() or ""
    ana.do("POST", "/api/logout")
    mallory = Browser(server, school)
    while mallory.log_in(name, "a guess") != 429:
        pass
    assert Browser(server, school).log_in(name) == 429
    assert ana.log_in(name) == 200


def test_a_known_device_guesses_no_more_than_others(server: Server) -> None:
    ana = member(server, "Ana")
    name = ana.who() or ""
    tries = [ana.log_in(name, "a guess") for _ in range(12)]
    assert tries == [401] * 10 + [429] * 2


CROWD = 60  # tries at once: more than the server takes on, and all that one address has


def test_a_busy_server_charges_nobody_for_what_was_not_tried(server: Server) -> None:
    """All connections are open before the first of them says anything, so that all ask at the same moment."""
    school = random_address()
    head = f"POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Forwarded-For: {school}\r\n"
    with contextlib.ExitStack() as lines:
        crowd = [lines.enter_context(RawSocket(server)) for _ in range(CROWD)]
        for number, line in enumerate(crowd):
            body = json.dumps({"name": f"Nobody {number}", "password": "a guess"}).encode()
            line.send(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        turned_away = sum(b"many people" in line.wait_for_end() for line in crowd)
    assert turned_away > 4
    browser = Browser(server, school)
    tries = [browser.log_in(f"Somebody {number}", "a guess") for number in range(min(turned_away, 12))]
    assert set(tries) == {401}


# ---- names


def test_a_name_that_looks_like_anothers_is_refused_with_a_sentence(server: Server) -> None:
    Browser(server).do("POST", "/api/guest", {"name": "Sarah Cope"})
    for lookalike in (
        "ＳＡＲＡＨ cope",
        "Sarah C0pe",
        "Ѕarah Cope",
        "Sarah Соре",
        "Sarah\u200b Cope",
        "Sarah\u2800Cope",
    ):
        status, sentence = Browser(server).refused("POST", "/api/guest", {"name": lookalike})
        assert status in (400, 409), lookalike
        assert sentence.endswith(".")
    Browser(server).do("POST", "/api/guest", {"name": "ВОВА"})  # every letter of it is Cyrillic
    for lookalike in ("BOBA", "boba", "B0BA"):
        status, sentence = Browser(server).refused("POST", "/api/guest", {"name": lookalike})
        assert (status, "looks like" in sentence) == (409, True), lookalike
    Browser(server).do("POST", "/api/guest", {"name": "Marnie"})
    assert Browser(server).refused("POST", "/api/guest", {"name": "Mamie"})[0] == 409


@pytest.mark.parametrize("name", ["Pаul", "Рaul", "Paul Ωmega", "Zoe한국", "Παul"])
def test_a_name_is_written_in_one_script(server: Server, name: str) -> None:
    status, sentence = Browser(server).refused("POST", "/api/guest", {"name": name})
    assert (status, "one script" in sentence) == (400, True)


@pytest.mark.parametrize("name", ["Bo\u2800b", "Bob\u3164", "Bo\ufe00b", "Bob\U0001d159", "Bo\u034fb"])
def test_nothing_in_a_name_is_invisible(server: Server, name: str) -> None:
    status, sentence = Browser(server).refused("POST", "/api/guest", {"name": name})
    assert (status, "others can see" in sentence) == (400, True)


# ---- passwords


@pytest.mark.parametrize("password", ["password1", "PASSWORD1", "12345678", "iloveyou2", "Qwertyuiop"])
def test_a_password_that_everybody_tries_is_refused(server: Server, password: str) -> None:
    status, sentence = guest(server, "Ana").refused("PUT", "/api/me/password", {"new": password})
    assert (status, "all who guess try first" in sentence) == (400, True)


# ---- the second factor


def _with_app(server: Server) -> tuple[Browser, str, pyotp.TOTP, list[str]]:
    """Somebody with an authenticator app: browser, name, app and recovery codes."""
    ana = member(server, "Ana")
    app = pyotp.TOTP(ana.do("POST", "/api/me/second-factor", {"password": PASSWORD})["secret"])
    assert ana.refused("PUT", "/api/me/second-factor", {"code": "000000"})[0] == 401
    codes = ana.do("PUT", "/api/me/second-factor", {"code": app.now()})["codes"]
    return ana, ana.who() or "", app, codes


def test_the_password_alone_is_not_enough_with_a_second_factor(server: Server) -> None:
    _, name, app, codes = _with_app(server)
    thief = Browser(server)
    answer = thief.ask("POST", "/api/login", {"name": name, "password": PASSWORD})
    assert (answer.status_code, answer.json()["option"], thief.who()) == (401, "code", None)
    assert thief.log_in(name, code="123") == 401
    code = app.at(int(time.time()), 1)  # of an app that runs a little ahead
    assert Browser(server).log_in(name, code=code) == 200
    assert Browser(server).log_in(name, code=code) == 401  # each is used once
    assert Browser(server).log_in(name, code=codes[0].upper().replace("-", " ")) == 200
    assert Browser(server).log_in(name, code=codes[0]) == 401


def test_codes_are_not_guessed_from_many_addresses(server: Server) -> None:
    _, name, _, codes = _with_app(server)
    assert [Browser(server).log_in(name, code="12") for _ in range(12)] == [401] * 10 + [429] * 2
    assert Browser(server).log_in(name, code=codes[0]) == 200  # who can't be guessing need not wait


def test_an_open_browser_is_not_enough_to_change_the_second_factor(server: Server) -> None:
    ana, _, _, _ = _with_app(server)
    for method, path in (("DELETE", "/api/me/second-factor"), ("POST", "/api/me/recovery-codes")):
        assert ana.refused(method, path, {"password": "a guess"})[0] == 403
    token = Browser(server, token=ana.do("POST", "/api/tokens", {"label": "bot"})["token"])
    assert token.refused("DELETE", "/api/me/second-factor", {"password": PASSWORD})[0] == 403
    assert ana.do("GET", "/api/me/second-factor") == {"totp": True, "recovery_codes": 10}
    assert ana.do("DELETE", "/api/me/second-factor", {"password": PASSWORD})["totp"] is False


def test_a_recovery_code_replaces_one_factor_and_not_both(server: Server) -> None:
    ana, name, _, codes = _with_app(server)
    wanted = {"name": name, "recovery_code": codes[0], "new": PASSWORD + " again"}
    thief = Browser(server)
    answer = thief.ask("POST", "/api/recover", wanted)
    assert (answer.status_code, answer.json()["option"]) == (401, "code")
    assert thief.refused("POST", "/api/recover", wanted | {"code": "000000"})[0] == 401
    assert thief.refused("POST", "/api/recover", wanted | {"code": codes[1]})[0] == 401  # the first is used up
    owner = Browser(server)
    owner.do("POST", "/api/recover", wanted | {"recovery_code": codes[2], "code": codes[3]})
    assert (owner.who(), ana.who()) == (name, None)
    assert Browser(server).log_in(name, code=codes[4]) == 401  # the old password


def test_a_forgotten_password_is_set_anew_with_a_recovery_code_alone_where_there_is_no_second_factor(
    server: Server,
) -> None:
    ana = member(server, "Ana")
    name = ana.who() or ""
    codes = ana.do("POST", "/api/me/recovery-codes", {"password": PASSWORD})["codes"]
    wanted = {"name": name, "recovery_code": "aaaa-bbbb-cccc-dddd", "new": PASSWORD + " again"}
    assert Browser(server).refused("POST", "/api/recover", wanted)[0] == 401
    Browser(server).do("POST", "/api/recover", wanted | {"recovery_code": codes[0]})
    assert [Browser(server).log_in(name, password) for password in (PASSWORD, PASSWORD + " again")] == [401, 200]


# ---- being several


def sit(browser: Browser, table: str, seat: int) -> TableSocket:
    """A socket of somebody who has sat down."""
    socket = browser.join(table)
    socket.do("sit", seat=seat)
    return socket


def test_several_guests_from_one_address_are_marked_to_the_host_alone(server: Server) -> None:
    host, stranger = member(server, "Host"), guest(server, "Stranger")
    one, other = guest(server, "One", "198.51.100.4"), guest(server, "Other", "198.51.100.4")
    table = host.do("POST", "/api/tables", {"rules": {"preset": "classic"}, "clocks": {"between": 600}})["id"]
    path = f"/api/tables/{table}/shared-addresses"
    with sit(host, table, 0), sit(one, table, 1):
        assert host.do("GET", path) == []
        with sit(stranger, table, 2), sit(other, table, 3):
            assert host.do("GET", path) == [{"seats": [1, 3]}]
            assert [player.refused("GET", path)[0] for player in (one, stranger, Browser(server))] == [403, 403, 401]


def test_a_household_with_accounts_is_not_marked(server: Server) -> None:
    host, sister = member(server, "Host", "198.51.100.5"), member(server, "Sister", "198.51.100.5")
    table = host.do("POST", "/api/tables", {"rules": {"preset": "classic"}, "clocks": {"between": 600}})["id"]
    with sit(host, table, 0), sit(sister, table, 1):
        assert host.do("GET", f"/api/tables/{table}/shared-addresses") == []


def test_a_class_behind_one_address_enters_with_the_password_and_who_guesses_it_does_not(server: Server) -> None:
    school = random_address()
    host = member(server, "Host")
    tables = [host.new_table(access="password", password="open sesame") for _ in range(2)]
    pupils = [guest(server, "Pupil", school) for _ in range(15)]
    for pupil in pupils:
        with pupil.join(tables[0], password="open sesame") as socket:
            socket.first("snapshot")
    with contextlib.ExitStack() as lines:
        guesses = [lines.enter_context(pupils[0].join(tables[0], password="a guess")) for _ in range(14)]
        said = [guess.goodbye()["why"] for guess in guesses]
    assert "not the table's password" in said[0]
    assert "too often" in said[-1]
    with pupils[1].join(tables[1], password="open sesame") as socket:  # at other tables nobody notices
        socket.first("snapshot")


# ---- collusion


Played = list[tuple[str, int, int, bool]]  # a hand: person, antes staked, antes won or lost, whether folded


def store_hands(server: Server, hands: list[Played]) -> None:
    """Puts hands into the server's database, as if they had been played today; an ante has five credits."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE)) as database, database:
        for number, seats in enumerate(hands):
            key = f"collusion {number}"
            values = (key, number, now)
            database.execute("INSERT INTO hands VALUES (?, 'x', ?, 1, 'a table', 'classic', ?, 1, x'')", values)
            for seat, (person, staked, won, folded) in enumerate(seats):
                figures = (5 * staked, 5 * won, won, won > 0, False, folded)
                database.execute(
                    "INSERT INTO hand_seats VALUES (?, ?, ?, ?, NULL, 'classic', ?, 1, ?, ?, ?, ?, ?, ?, 0, 0, NULL)",
                    (key, seat, person, person, now, *figures),
                )


def list_pairs(server: Server) -> tuple[int, list[Json]]:
    """The keeper's nightly report: its exit code, and the pairs."""
    done = server.admin("report", "--json")
    return done.code, json.loads(done.out)["pairs"]


def test_pairs_who_dump_chips_or_play_softly_are_listed_for_the_keeper_and_nobody_else_is(server: Server) -> None:
    assert list_pairs(server) == (0, [])
    dumping = [[("dumper", 30, -30, True), ("taker", 31, 32, False), ("honest", 2, -2, True)] for _ in range(10)]
    back = [[("taker", 12, -12, True), ("dumper", 12, 14, False), ("honest", 2, -2, True)]]
    soft = [[("soft", 1, 2, False), ("softer", 1, -1, False), ("third", 1, -1, True)] for _ in range(10)]
    hard = [
        [(one, 20 + size, 21 + size, False), (other, 20 + size, -20 - size, False), ("fourth", 1, -1, True)]
        for one, other in (("soft", "fifth"), ("softer", "fifth"), ("fifth", "sixth"))
        for size in range(10)
    ]
    store_hands(server, [*dumping, *back, *soft, *hard])
    code, pairs = list_pairs(server)
    assert code == 1
    assert [(pair["kind"], pair["people"], pair["hands"]) for pair in pairs] == [
        ("chip dumping", ["dumper", "taker"], 10),
        ("soft play", ["soft", "softer"], 10),
    ]
    assert (pairs[0]["together"], pairs[0]["otherwise"]) == (300, 12)


def test_the_server_lists_them_by_itself_every_night(launcher: Launcher, tmp_path: Path) -> None:
    server = Server(launcher, tmp_path).start()
    dumping = [[("dumper", 30, -30, True), ("taker", 31, 32, False), ("honest", 2, -2, True)] for _ in range(10)]
    store_hands(server, dumping)
    server.stop()
    kept = server.folder / "collusion-report.json"
    kept.write_text(json.dumps({"made_at": "2020-01-01T04:00:00Z", "days": 30, "hands": 0, "pairs": []}))
    server.start()  # many nights have passed since the last report
    wait_for(lambda: "collusion report" in server.log())
    server.kill()
    assert [pair["sentence"] for pair in json.loads(kept.read_text())["pairs"]] == [
        "chip dumping: dumper folded 10 hands to taker after paying 300 antes into them; 0 came back."
    ]
    events = [json.loads(one) for one in server.log().splitlines() if one.startswith("{")]
    (line,) = [one for one in events if one["event"] == "collusion report"]
    assert (line["hands"], line["pairs"], line["file"]) == (10, 1, str(kept))
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
