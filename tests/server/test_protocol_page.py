"""The page about the protocol, and the browser's types, are true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec

from sabacc.server.wire import protocol
from sabacc.server.wire.typescript import protocol_types
from tests.server.servers import running, wait_for

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def commands_done(url: str) -> float:
    found = re.search(r"^sabacc_commands_total (\S+)", httpx.get(f"{url}/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


# The bot chooses by chance, and may fold each hand at once, or choose what is refused: this chance always plays on.
CHANCE = """
import random
random.choice = lambda actions: min(actions, key=lambda one: one["type"] in ("fold", "place", "take-back"))
"""


def test_the_bot_on_the_page_plays(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    with running(tmp_path) as server:
        script = code[1].replace("localhost:7777", f"127.0.0.1:{server.port}")
        with subprocess.Popen([sys.executable, "-c", CHANCE + script], stderr=subprocess.PIPE) as bot:
            try:
                wait_for(lambda: commands_done(server.url) >= 2 or bot.poll() is not None, 120)
                assert bot.poll() is None
            finally:
                bot.kill()


def test_the_page_names_every_message() -> None:
    for union in (protocol.AnyClientMessage, protocol.AnyServerMessage):
        for kind in msgspec.inspect.type_info(union).types:  # type: ignore[attr-defined]  # it is a union
            assert f"`{kind.tag}`" in PAGE or f'"{kind.tag}"' in PAGE, kind.tag


def test_the_browsers_types_are_the_servers() -> None:
    written = (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert written == protocol_types(), "run: python -m sabacc.server.wire.typescript web/src/protocol.ts"
