"""The page about the protocol, and the browser's types, are true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec

from sabacc.server import protocol
from sabacc.server.typescript import everything
from tests.server.servers import running, wait_for

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def commands_done(url: str) -> float:
    found = re.search(r"^sabacc_commands_total (\S+)", httpx.get(f"{url}/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_the_bot_on_the_page_plays(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    with running(tmp_path) as server:
        script = code[1].replace("localhost:7777", f"127.0.0.1:{server.port}")
        with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE) as bot:
            try:
                wait_for(lambda: commands_done(server.url) >= 2 or bot.poll() is not None, 40)
                assert bot.poll() is None
            finally:
                bot.kill()


def test_the_page_names_every_message() -> None:
    for union in (protocol.AnyMessage, protocol.AnyNews):
        for kind in msgspec.inspect.type_info(union).types:  # type: ignore[attr-defined]  # it is a union
            assert f"`{kind.tag}`" in PAGE or f'"{kind.tag}"' in PAGE, kind.tag


def test_the_browsers_types_are_the_servers() -> None:
    written = (ROOT / "web" / "src" / "protocol.ts").read_text(encoding="utf-8")
    assert written == everything(), "run: python -m sabacc.server.typescript web/src/protocol.ts"
