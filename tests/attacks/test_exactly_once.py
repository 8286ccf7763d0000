"""A command that is sent again is done once, however many came in between, and whatever became of the server since."""

from __future__ import annotations

from pathlib import Path

from tests.attacks.client.browser import guest
from tests.attacks.client.launcher import Launcher
from tests.attacks.client.server import running
from tests.attacks.client.table_socket import TableSocket
from tests.attacks.figures import SOAK, record

BETWEEN = 50_000 if SOAK else 300  # commands
SAID = 80  # lines of chat, more than are remembered


def pause(socket: TableSocket, command: str, on: bool) -> int:
    """Pauses the table or lets it go on; the version that this made."""
    return int(socket.do("pause", command, on=on)["version"])


def test_a_command_is_done_once_however_many_came_in_between(launcher: Launcher, tmp_path: Path) -> None:
    with running(launcher, tmp_path) as server:
        ana, ben = guest(server), guest(server)
        table = ana.new_table()
        megabytes = server.megabytes()
        with ana.join(table) as host:
            done = {"first": pause(host, "first", True)}
            done["second"] = pause(host, "second", False)
            for number in range(SAID):
                host.send({"type": "chat", "id": f"said {number}", "text": "hello"})
            host.toggle_pause(BETWEEN)
            now = pause(host, "the last one", True)
            for command, version in done.items():
                assert pause(host, command, True) == version
            assert pause(host, "now", False) == now + 1, "neither was done again"
            more = server.megabytes() - megabytes
            host.do("sit", "sit")
            with ben.join(table) as other:
                other.do("sit", "sit")  # the same id of somebody else
                other.until(lambda: other.told("hand-started"))
                other.do("leave", "leave")
            host.play_until("hand-ended")
        server.kill()
        server.start()
        with ana.join(table) as host:
            before = host.first("snapshot")["version"]
            assert {command: pause(host, command, True) for command in done} == done
            assert pause(host, "0", True) == done["second"] + 1
            host.do("chat", "first", text="an id of a command")
            assert host.first("chat")["text"] == "an id of a command", "what is said has ids of its own"
            assert pause(host, "after the restart", True) == before + 1
        assert server.stop() == 0
        assert server.admin("check", "--processes", "1").code == 0
    record(
        "exactly once", "commands are sent again, also after a kill", f"{BETWEEN:,} commands in between",
        f"none of 5 was done twice; the server's memory grew by {more:.0f} MB",
    )  # fmt: skip
