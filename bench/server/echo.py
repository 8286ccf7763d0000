"""The peer: rooms in which whatever somebody says is said to all, by the same framework on the same server, and nothing kept."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections import defaultdict
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

ROOMS: dict[str, list[WebSocket[Any, Any, Any]]] = defaultdict(list)


@websocket("/ws/{room:str}")
async def echo(socket: WebSocket[Any, Any, Any], room: str) -> None:
    """Says everything to everybody in the room."""
    await socket.accept()
    ROOMS[room].append(socket)
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            text = await socket.receive_text()
            for other in ROOMS[room]:
                await other.send_text(text)
    ROOMS[room].remove(socket)


async def main() -> None:
    """Serves on a free port, and says which."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    app = Litestar([echo], logging_config=None, openapi_config=None)
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, ws_ping_interval=None, log_config=None, backlog=2048
    )
    await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    asyncio.run(main())
