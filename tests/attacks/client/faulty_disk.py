"""The disk and the clock of a server, which can be told to fail."""

from __future__ import annotations

import struct

from tests.attacks.client.server import Server


class FaultyDisk:
    """To be made before the server starts; all that is written to the server's folder goes through `disk.c`."""

    def __init__(self, server: Server) -> None:
        self.trace = server.place / "disk.trace"
        self._control = server.place / "disk.control"
        self._control.write_bytes(bytes(16))
        server.environment |= {
            "SABACC_DISK_FOLDER": str(server.folder),
            "SABACC_DISK_TRACE": str(self.trace),
            "SABACC_DISK_CONTROL": str(self._control),
        }

    def _set(self, at: int, value: int) -> None:
        with self._control.open("rb+") as file:
            file.seek(8 * at)
            file.write(struct.pack("<q", value))

    def fill(self, full: bool = True) -> None:
        """Nothing more can be written, or it can again."""
        self._set(0, full)

    def leap(self, seconds: int) -> None:
        """The clock of the server is wrong by so much."""
        self._set(1, seconds)
