"""Evidence: what was written down can't be changed or cut off unseen, and nobody reads a seed from the database.

The arithmetic of chains, trees and sealed seeds is written down here once more, from the page about security alone.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.server
import itertools
import json
import random
import secrets
import sqlite3
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tests.attacks.client.browser import CLOCKS, LONG_PAUSE, PASSWORD, Browser, guest, member
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.players import seated
from tests.attacks.client.server import Ended, Server, running
from tests.attacks.client.table_socket import Json
from tests.attacks.client.waiting import PATIENCE, wait_for
from tests.attacks.figures import SOAK, record

FLIPS = 400 if SOAK else 30


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def compact(value: Any) -> bytes:
    """JSON without spaces, in UTF-8."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def head_is_signed(head: Json) -> bool:
    """Whether the key that a head names has signed it."""
    message = b"sabacc log head\n" + compact({**head, "signature": ""})
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(head["key"]))
    public.verify(bytes.fromhex(head["signature"]), message)
    return True


def head_digest(head: Json) -> str:
    return sha(b"sabacc log head\n", compact(head)).hex()


def chain_head(rows: list[sqlite3.Row]) -> str:
    """The head of a table's chain, from its entries."""
    head = sha(b"sabacc log")
    for row in rows:
        beside = compact([row["table_id"], row["version"], row["at"], row["person"], row["command"]])
        head = sha(b"\x02", head, sha(row["salt"], beside, b"\n", row["body"]))
    return head.hex()


def root_of(proof: Json) -> str:
    """The root that a proof leads to."""
    node = sha(b"\x00", compact([proof["table"], proof["version"]]), b"\n", bytes.fromhex(proof["head"]))
    index = proof["leaf"]
    for neighbour in proof["path"]:
        if neighbour is not None:
            other = bytes.fromhex(neighbour)
            node = sha(b"\x01", other, node) if index % 2 else sha(b"\x01", node, other)
        index //= 2
    return node.hex()


def query(server: Server, sql: str, *values: Any) -> list[sqlite3.Row]:
    """Rows of a server's database."""
    with contextlib.closing(sqlite3.connect(server.database, timeout=PATIENCE)) as database:
        database.row_factory = sqlite3.Row
        return database.execute(sql, values).fetchall()


def change(server: Server, sql: str, *values: Any) -> None:
    """Changes a database behind the server's back."""
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        database.execute(sql, values)


def check(server: Server, *flags: str) -> Ended:
    """What `sabacc admin check` says."""
    ended = server.admin("check", "--processes", "1", *flags)
    assert "Traceback" not in ended.err
    return ended


def play_hand(ana: Browser, ben: Browser, **settings: Any) -> str:
    """A table at which two have played a hand, and one has left."""
    table = ana.new_table(**settings)
    with ana.join(table) as first, ben.join(table) as second:
        for socket in (first, second):
            socket.do("sit")
        second.do("leave")  # folds, or is folded for
        first.play_until("hand-ended")
        first.do("pause", "pause", on=True)
    return table


def play_hands(server: Server, tables: int = 1) -> list[str]:
    """Some tables, at each of which two guests have played a hand."""
    return [play_hand(guest(server), guest(server)) for _ in range(tables)]


def head_after(server: Server, table: str) -> Json:
    """The published head, once it stands for all that a table has written."""
    watcher = guest(server)
    (last,) = query(server, "SELECT max(version) AS version FROM log WHERE table_id = ?", table)
    found: Json = {}

    def covered() -> bool:
        found.update(watcher.http.get("/api/log-head", params={"table": table}).json())
        return bool(found.get("proof")) and found["proof"]["version"] >= last["version"]

    wait_for(covered)
    return found


@pytest.fixture
def quick(launcher: Launcher, tmp_path: Path) -> Iterator[Server]:
    """A server that signs a head ten times a second, and tells a witness."""
    with running(launcher, tmp_path, "--head-interval", "0.1", "--witness", str(tmp_path / "witness")) as server:
        yield server


# ---- heads


def test_a_published_head_stands_for_every_entry_of_every_table(quick: Server) -> None:
    tables = play_hands(quick, 3)
    seen: list[Json] = []
    for table in tables:
        found = head_after(quick, table)
        seen.append(found["head"])
        proof = found["proof"]
        assert head_is_signed(found["head"])
        assert root_of(proof) == found["head"]["root"]
        rows = query(quick, "SELECT * FROM log WHERE table_id = ? AND version <= ?", table, proof["version"])
        assert chain_head(rows) == proof["head"]
    numbers = [head["number"] for head in seen]
    assert numbers == sorted(numbers)


def test_each_head_names_the_one_before_it_also_after_a_kill(quick: Server, tmp_path: Path) -> None:
    head_after(quick, play_hands(quick)[0])
    quick.kill()
    quick.start()
    head_after(quick, play_hands(quick)[0])
    quick.stop()
    heads = [json.loads(line) for line in (tmp_path / "witness").read_text().splitlines()]
    assert [head["number"] for head in heads] == list(range(1, len(heads) + 1))
    assert [head["previous"] for head in heads] == ["", *map(head_digest, heads[:-1])]
    assert all(map(head_is_signed, heads))
    assert check(quick, "--witness", str(tmp_path / "witness")).code == 0


def test_the_same_action_at_the_same_moment_has_another_digest(quick: Server) -> None:
    """Otherwise a hidden choice could be guessed from a head that is published in mid-hand."""
    play_hands(quick)
    salts = [row["salt"] for row in query(quick, "SELECT salt FROM log")]
    assert {len(salt) for salt in salts} == {16}
    assert len(set(salts)) == len(salts)


def evidence_line(record: str) -> str:
    """The line of a record that has its evidence."""
    return next(one for one in record.splitlines() if one.startswith("evidence "))


def test_a_record_has_the_head_and_a_proof_and_a_forged_one_is_refused(quick: Server, tmp_path: Path) -> None:
    ana, ben = guest(quick), guest(quick)
    table = ana.new_table()
    with ana.join(table) as first, ben.join(table) as second:
        for socket in (first, second):
            socket.do("sit")
        second.do("leave")
        first.play_until("hand-ended")
    head_after(quick, table)
    (hand,) = ana.http.get("/api/hands").json()["hands"]
    text = ana.http.get(f"/api/hands/{hand['id']}/record").text
    line = evidence_line(text)
    evidence = json.loads(line.removeprefix("evidence "))
    assert head_is_signed(evidence["head"])
    assert root_of(evidence["proof"]) == evidence["head"]["root"]
    exported = json.loads(ana.http.get("/api/me/history.jsonl").text)["record"]
    assert json.loads(evidence_line(exported).removeprefix("evidence "))["proof"] == evidence["proof"]
    link = ana.do("POST", f"/api/hands/{hand['id']}/share", {"seat": None})["token"]
    shared = json.loads(evidence_line(guest(quick).http.get(f"/api/shared/{link}/record").text)[len("evidence ") :])
    assert (head_is_signed(shared["head"]), shared["proof"]) == (True, None), "a proof would name the table"
    path = tmp_path / "hand.sabacc"
    path.write_text(text)
    assert quick.run("verify", str(path)).code == 0
    for part, name in (("head", "root"), ("head", "signature"), ("proof", "head")):
        forged = json.loads(line.removeprefix("evidence "))
        value = forged[part][name]
        forged[part][name] = ("0" if value[0] != "0" else "1") + value[1:]
        path.write_text(text.replace(line, f"evidence {compact(forged).decode()}"))
        ended = quick.run("verify", str(path))
        assert (ended.code, "Traceback" in ended.err) == (1, False), (part, name, ended)


# ---- cutting off and changing


def cut_last_entries(server: Server, with_heads: bool) -> None:
    """Takes the last two entries away; perhaps with all that would tell of them in the database."""
    with contextlib.closing(sqlite3.connect(server.database)) as database, database:
        (last,) = database.execute("SELECT max(place) FROM log").fetchone()
        database.execute("DELETE FROM log WHERE place > ?", (last - 2,))
        if with_heads:
            for number, body in database.execute("SELECT number, body FROM signed_heads").fetchall():
                if json.loads(body)["place"] > last - 2:
                    database.execute("DELETE FROM signed_heads WHERE number = ?", (number,))
                    database.execute(
                        "DELETE FROM checksums WHERE row_table = 'signed_heads' AND row_key = ?", (str(number),)
                    )


def test_entries_that_were_cut_off_are_missed(quick: Server) -> None:
    head_after(quick, play_hands(quick)[0])
    quick.stop()
    assert check(quick).code == 0
    cut_last_entries(quick, with_heads=False)
    ended = check(quick)
    assert (ended.code, "the last ones are missing" in ended.err) == (1, True), ended


def test_entries_that_were_cut_off_with_their_heads_are_missed_by_the_witness(quick: Server, tmp_path: Path) -> None:
    head_after(quick, play_hands(quick)[0])
    quick.stop()
    cut_last_entries(quick, with_heads=True)
    ended = check(quick, "--witness", str(tmp_path / "witness"))
    assert (ended.code, "which the witness has, is missing here: entries were cut off" in ended.err) == (1, True), ended


def test_a_server_that_has_gone_on_since_the_cut_does_not_hide_it(quick: Server, tmp_path: Path) -> None:
    """Its new heads have the numbers of those that were cut off."""
    head_after(quick, play_hands(quick)[0])
    quick.stop()
    cut_last_entries(quick, with_heads=True)
    quick.flags = ("--head-interval", "0.1")
    quick.start()
    seen = len((tmp_path / "witness").read_text().splitlines())
    for _ in range(2):
        head = head_after(quick, play_hands(quick)[0])["head"]
    assert head["number"] >= seen - 1
    quick.stop()
    ended = check(quick, "--witness", str(tmp_path / "witness"))
    assert (ended.code, "which the witness has, is another one here: the log was changed" in ended.err) == (1, True), (
        ended
    )


def test_a_witness_whose_file_was_touched_proves_nothing_and_that_is_said(quick: Server, tmp_path: Path) -> None:
    head_after(quick, play_hands(quick)[0])
    quick.stop()
    witness = tmp_path / "witness"
    lines = witness.read_text().splitlines()
    head = json.loads(lines[-1])
    witness.write_text("\n".join([*lines[:-1], compact({**head, "place": head["place"] + 1}).decode(), ""]))
    ended = check(quick, "--witness", str(witness))
    assert (ended.code, "that one is no proof" in ended.err) == (1, True), ended
    witness.write_text("\n".join([*lines[:-1], lines[-1][:40]]))  # the power went while it was written
    ended = check(quick, "--witness", str(witness))
    assert (ended.code, f"line {len(lines)} of" in ended.err) == (2, True), ended
    quick.start()
    head_after(quick, play_hands(quick)[0])
    quick.stop()
    after = witness.read_text().splitlines()
    witness.write_text("\n".join([*after[: len(lines) - 1], *after[len(lines) :], ""]))  # as the sentence says
    assert len(after) > len(lines)
    assert check(quick, "--witness", str(witness)).code == 0


def test_an_entry_changed_with_its_digest_is_not_the_one_that_was_signed(quick: Server) -> None:
    head_after(quick, play_hands(quick)[0])
    quick.stop()
    (row,) = query(quick, "SELECT * FROM log WHERE command = 'pause'")
    beside = compact([row["table_id"], row["version"], row["at"] + 1, row["person"], row["command"]])
    digest = sha(row["salt"], beside, b"\n", row["body"])
    change(quick, "UPDATE log SET at = at + 1, digest = ? WHERE place = ?", digest, row["place"])
    ended = check(quick)
    assert (ended.code, "was signed for" in ended.err) == (1, True), ended


@contextlib.contextmanager
def listening_witness(told: list[Json], answers: threading.Event) -> Iterator[str]:
    """The address of a witness on the network, which keeps what it is told and answers as long as it may."""

    class Witness(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            answers.wait(PATIENCE)
            with contextlib.suppress(OSError):  # nobody waits for it any more
                self.send_response(204)
                self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Witness)
    listening.daemon_threads = True
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.server_port}/heads"
    finally:
        answers.set()
        listening.shutdown()
        listening.server_close()


def test_a_witness_on_the_network_gets_every_head(launcher: Launcher, tmp_path: Path) -> None:
    told: list[Json] = []
    answers = threading.Event()
    answers.set()
    with (
        listening_witness(told, answers) as address,
        running(launcher, tmp_path, "--head-interval", "0.1", "--witness", address) as server,
    ):
        head = head_after(server, play_hands(server)[0])["head"]
        wait_for(lambda: head in told)
        assert server.stop() == 0
    assert all(map(head_is_signed, told))
    assert [one["number"] for one in told] == list(range(1, len(told) + 1))


def test_a_witness_that_does_not_answer_keeps_nobody_waiting(launcher: Launcher, tmp_path: Path) -> None:
    """New heads are signed and published meanwhile, and it gets all of them later."""
    told: list[Json] = []
    answers = threading.Event()
    with (
        listening_witness(told, answers) as address,
        running(launcher, tmp_path, "--head-interval", "0.1", "--witness", address) as server,
    ):
        wait_for(lambda: told)
        head = head_after(server, play_hands(server)[0])["head"]
        assert len(told) < head["number"], "it has not answered the first one yet"
        answers.set()
        wait_for(lambda: head in told)


# ---- flipped bits


def flipped(value: Any, luck: random.Random) -> Any:
    """A stored value of which one bit, or for a text one letter, is another."""
    if isinstance(value, int):
        return value ^ (1 << luck.randrange(8))
    if isinstance(value, float):
        return value + 1.0
    at = luck.randrange(len(value))
    if isinstance(value, str):
        return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]
    return value[:at] + bytes([value[at] ^ (1 << luck.randrange(8))]) + value[at + 1 :]


def filled_columns(path: Path) -> list[tuple[str, str]]:
    """All columns of all tables in which there is something."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = [name for name in names if not name.startswith("sqlite_")]
        columns = [(table, row[1]) for table in tables for row in database.execute(f"PRAGMA table_info({table})")]
        return [
            (table, column) for table, column in columns if database.execute(_FILLED.format(table, column)).fetchone()
        ]


_FILLED = "SELECT * FROM {0} WHERE length({1}) > 0"


def flip_something(path: Path, table: str, column: str, luck: random.Random) -> bool:
    """Flips a bit of a value in a column, in the copy of a database; false if it can't be there."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.row_factory = sqlite3.Row
        row = luck.choice(database.execute(_FILLED.format(table, column)).fetchall())
        where = " AND ".join(f"{name} IS ?" for name in row.keys())  # noqa: SIM118 - a row is no mapping
        try:
            database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (flipped(row[column], luck), *row))
        except sqlite3.IntegrityError:
            return False
    return True


def push_subscription() -> Json:
    """What a browser says to be sent messages; nothing happens any more that it would be told."""
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    texts = [base64.urlsafe_b64encode(one).rstrip(b"=").decode() for one in (point, secrets.token_bytes(16))]
    return {"endpoint": "https://updates.push.services.mozilla.com/x", "p256dh": texts[0], "auth": texts[1]}


def use_everything(server: Server) -> None:
    """Somebody who has all that one can have, and has played for a rating."""
    ana = member(server, "Ana")
    ana.do("POST", "/api/tokens", {"label": "program"})
    ana.do("POST", "/api/me/recovery-codes", {"password": PASSWORD})
    ana.do("POST", "/api/me/second-factor", {"password": PASSWORD})
    ana.do("GET", "/api/me/wallet")
    assert Browser(server).log_in(ana.name) == 200
    table = play_hand(ana, member(server, "Ben"), rated=True, clocks={**CLOCKS, "decision": 120})
    (hand,) = ana.do("GET", "/api/hands")["hands"]
    link = ana.do("POST", f"/api/hands/{hand['id']}/share", {"seat": None})["token"]
    ana.do("PUT", f"/api/me/profile/hands/{link}")
    ana.do("PUT", "/api/me/profile", {"private": True})
    tournament = ana.do("POST", "/api/tournaments", {"rules": {"preset": "classic"}})["id"]
    ana.do("POST", f"/api/tournaments/{tournament}/entry")
    ana.do("PUT", "/api/push", push_subscription())
    wait_for(lambda: query(server, "SELECT 1 FROM rating_points"))
    head_after(server, table)
    with seated(server, clocks=LONG_PAUSE) as players:
        players.turn().do("choose", choices=["check-or-fold"])  # and the hand goes on


SELDOM = {"rated_hands", "restored"}  # while a rated game goes on, and after a restore


def empty_tables(server: Server) -> set[str]:
    """The tables of a database without a row."""
    names = [row["name"] for row in query(server, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name for name in names if not query(server, f"SELECT 1 FROM {name} LIMIT 1")}


def test_every_flipped_bit_of_a_stored_value_is_named(quick: Server, tmp_path: Path) -> None:
    use_everything(quick)
    for table in play_hands(quick, 2):
        head_after(quick, table)
    quick.stop()
    assert empty_tables(quick) <= SELDOM
    assert check(quick).code == 0
    luck = random.Random(19)
    whole = quick.database.read_bytes()
    columns = filled_columns(quick.database)
    luck.shuffle(columns)
    tried: list[str] = []
    for table, column in itertools.cycle(columns):
        quick.database.write_bytes(whole)
        if not flip_something(quick.database, table, column, luck):
            continue
        tried.append(f"{table}.{column}")
        ended = check(quick)
        assert (ended.code, bool(ended.err)) == (1, True), f"nobody saw the flipped bit in {tried[-1]}"
        if len(tried) == FLIPS:
            break
    record(
        "evidence", "a bit of a stored value is flipped", f"{len(tried)} values of {len(set(tried))} columns",
        "`sabacc admin check` found each",
    )  # fmt: skip


# ---- seeds


def sealed_secrets(value: Any) -> Iterator[str]:
    """All sealed texts in some JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from sealed_secrets(one)
    elif isinstance(value, str) and value.startswith("sealed:"):
        yield value


def open_sealed(server: Server, sealed: str) -> str:
    """A sealed text in clear, with the key from its file."""
    keys = json.loads(server.database.with_name("sabacc.sqlite3.keys").read_bytes())
    _, name, text = sealed.split(":")
    key = next(base64.b64decode(one["key"]) for one in keys["seal"] if one["name"] == name)
    body = base64.b64decode(text)
    return AESGCM(key).decrypt(body[:12], body[12:], b"sabacc secret").decode()


def files_without_keys(server: Server) -> bytes:
    """All bytes in the server's folder but for its keys."""
    return b"".join(path.read_bytes() for path in server.folder.iterdir() if not path.name.endswith(".keys"))


def test_no_seed_is_in_the_clear_neither_of_a_hand_in_play_nor_of_one_that_is_over(quick: Server) -> None:
    play_hands(quick)
    ana, ben = guest(quick), guest(quick)
    table = ana.new_table()
    with ana.join(table) as first, ben.join(table) as second:
        for socket in (first, second):
            socket.do("sit")
        first.until(lambda: first.told("hand-started"))
        bodies = [json.loads(row["body"]) for row in query(quick, "SELECT body FROM log")]
        found = [open_sealed(quick, one) for one in sealed_secrets(bodies)]
        assert len(found) >= 2 * 2 + 2, "a seed of each table, and a seed and a salt of each hand"
        hands = [zlib.decompress(row["body"]) for row in query(quick, "SELECT body FROM hands")]
        assert hands, "the one that is over"
        stored = b"".join([files_without_keys(quick), *hands])
        assert not [secret for secret in found if secret.encode() in stored]
    secrets = [body[name] for body in bodies for name in ("seed", "salt") if name in body]
    assert all(secret.startswith("sealed:") for secret in secrets)


def test_every_look_at_a_seed_is_written_down(quick: Server) -> None:
    play_hands(quick)
    (hand,) = query(quick, "SELECT id FROM hands")
    notes = quick.folder / "sabacc.sqlite3.seed-access"
    assert not notes.exists()
    ended = quick.admin("seed", hand["id"], "--json")
    seed = json.loads(ended.out)["seed"]
    assert len(seed) == 64
    check(quick)
    lines = [json.loads(line) for line in notes.read_text().splitlines()]
    assert len(lines) == 2
    assert hand["id"] in lines[0]["what"]
    assert seed not in notes.read_text()


# ---- keys


def test_without_its_keys_or_with_anothers_a_server_does_not_start(
    quick: Server, launcher: Launcher, tmp_path: Path
) -> None:
    play_hands(quick)
    quick.stop()
    keys = quick.database.with_name("sabacc.sqlite3.keys")
    own = keys.read_bytes()
    keys.unlink()
    ended = quick.try_to_start()
    assert (ended.code, "the keys of" in ended.err, "Traceback" in ended.err) == (2, True, False), ended
    (tmp_path / "other").mkdir()
    with running(launcher, tmp_path / "other") as other:
        keys.write_bytes(other.database.with_name("sabacc.sqlite3.keys").read_bytes())
    ended = quick.try_to_start()
    assert (ended.code, "those of another server" in ended.err) == (2, True), ended
    keys.write_bytes(b"nonsense")
    ended = quick.try_to_start()
    assert (ended.code, "has no keys of a sabacc server" in ended.err) == (2, True), ended
    keys.unlink()
    quick.environment["SABACC_KEYS"] = own.decode()
    quick.start()
    quick.stop()


def test_new_keys_are_signed_by_the_old_ones_and_open_what_those_have_sealed(quick: Server) -> None:
    table = play_hands(quick)[0]
    old = head_after(quick, table)["head"]["key"]
    quick.stop()
    assert quick.admin("new-keys").code == 0
    quick.start()
    play_hands(quick)
    wait_for(lambda: guest(quick).http.get("/api/log-head").json()["head"]["key"] != old)
    published = guest(quick).http.get("/api/log-head").json()
    before, after = published["keys"]
    assert (before["public"], after["public"]) == (old, published["head"]["key"])
    message = b"sabacc: the server signs from now on with the key " + bytes.fromhex(after["public"])
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(old)).verify(bytes.fromhex(after["endorsement"]), message)
    quick.stop()
    assert check(quick).code == 0


def test_lost_keys_end_the_open_tables_and_the_check_says_so_ever_after(quick: Server) -> None:
    play_hands(quick)
    quick.stop()
    quick.database.with_name("sabacc.sqlite3.keys").unlink()
    assert quick.admin("new-keys").code != 0
    assert quick.admin("new-keys", "--lost").code == 0
    quick.start()
    assert guest(quick).http.get("/api/tables").status_code == 200
    table = play_hands(quick)[0]
    head_after(quick, table)
    quick.stop()
    ended = check(quick)
    assert (ended.code, "was not signed by the one before it" in ended.err) == (1, True), ended
