"""A backup is put back: tokens that were revoked since stay so, hands that were finished since are void, and people are told."""

from __future__ import annotations

from pathlib import Path

import pyotp

from tests.attacks.client.browser import PASSWORD, Browser, guest, member
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.server import running


def test_putting_a_backup_back_revives_no_token_and_no_hand(launcher: Launcher, tmp_path: Path) -> None:
    with running(launcher, tmp_path) as server:
        ana, ben, leaving = (guest(server) for _ in range(3))
        kept, revoked = (ana.do("POST", "/api/tokens", {"label": label}) for label in ("kept", "revoked"))
        table, quiet = ana.new_table(), ana.new_table()
        with ana.join(table) as first, ben.join(table) as second:
            for socket in (first, second):
                socket.do("sit")
            second.until(lambda: second.told("hand-started"))
            (stacks,) = [event["stacks"] for event in second.told("hand-started")]
            copy = str(tmp_path / "copy.sqlite3")
            assert server.admin("backup", copy).code == 0
            second.do("leave")
            first.play_until("hand-ended")
            last_seen = int(first.do("pause", on=True)["version"])
        ana.do("DELETE", f"/api/tokens/{revoked['id']}")
        cookie = leaving.cookie
        leaving.do("POST", "/api/logout")
        server.stop()
        ended = server.admin("restore", copy)
        assert (ended.code, "Traceback" in ended.err) == (0, False)
        server.start()

        assert Browser(server, token=kept["token"]).who() == ana.name
        assert Browser(server, token=revoked["token"]).who() is None
        leaving.http.headers["Cookie"] = cookie
        assert leaving.who() is None

        with ana.join(table) as socket:
            snapshot = socket.first("snapshot")
            assert [event["type"] for event in snapshot["events"]] == ["hand-voided"]
            (voided,) = snapshot["events"]
            assert (voided["reason"], voided["stacks"]) == ("restored", stacks)
            assert snapshot["version"] < last_seen
        with ana.join(quiet) as socket:
            assert socket.first("snapshot")["events"] == [], "where nothing has happened since, nothing is taken back"
        # Somebody whose browser has slept meanwhile is not told versions of another past.
        with ana.join(table) as socket:
            socket.toggle_pause(2 * (last_seen - snapshot["version"]))
        with ana.join(table, since=last_seen - 1) as socket:
            assert socket.message(lambda message: message["type"] in ("snapshot", "update"))["type"] == "snapshot"
        server.stop()
        assert server.admin("check", "--processes", "1").code == 0
        server.start()
        with ana.join(table) as socket:
            types = [event["type"] for event in socket.first("snapshot")["events"]]
            assert ("hand-started" in types, "hand-voided" in types) == (True, False), "and only once"


def test_putting_a_backup_back_revives_no_password_and_takes_no_second_factor_away(
    launcher: Launcher, tmp_path: Path
) -> None:
    """Somebody knows Ana's old password, and one of her old recovery codes; Ben has an app since."""
    with running(launcher, tmp_path) as server:
        ana, ben = member(server, "Ana"), member(server, "Ben")
        stolen: str = ana.do("POST", "/api/me/recovery-codes", {"password": PASSWORD})["codes"][0]
        copy = str(tmp_path / "copy.sqlite3")
        assert server.admin("backup", copy).code == 0
        ana.do("PUT", "/api/me/password", {"new": PASSWORD + "!", "old": PASSWORD})
        codes = ana.do("POST", "/api/me/recovery-codes", {"password": PASSWORD + "!"})["codes"]
        app = pyotp.TOTP(ben.do("POST", "/api/me/second-factor", {"password": PASSWORD})["secret"])
        ben.do("PUT", "/api/me/second-factor", {"code": app.now()})
        server.stop()
        assert server.admin("restore", copy).code == 0
        server.start()

        thief = Browser(server)
        assert [thief.log_in(ana.name, password) for password in (PASSWORD, PASSWORD + "!")] == [401, 200]
        recovery = {"name": ana.name, "recovery_code": stolen, "new": PASSWORD + "?"}
        assert Browser(server).refused("POST", "/api/recover", recovery)[0] == 401
        Browser(server).do("POST", "/api/recover", recovery | {"recovery_code": codes[0]})
        assert Browser(server).log_in(ben.name) == 401
        server.stop()
        assert server.admin("check", "--processes", "1").code == 0
