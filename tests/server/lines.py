"""The lines between the nodes of a cluster and NATS, which can be cut: interfaces of the kernel, or a proxy."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from typing import Protocol

from tests.server.nats import free_port


class Line(Protocol):
    """The way of one node to NATS."""

    host: str
    port: int

    async def open(self) -> None:
        """It is there from now on."""

    async def close(self) -> None:
        """The end."""

    def cut(self) -> None:
        """Nothing goes through; where the machine can tell, both sides are told."""

    def silence(self) -> None:
        """Nothing goes through, and nobody is told."""

    def mend(self) -> None:
        """Everything goes through again."""


class Proxy:
    """A line where nothing but sockets can be had: connections pass through here."""

    host = "127.0.0.1"

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._is_cut = False
        self._is_silent = False
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, self.host, self.port)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()

    def cut(self) -> None:
        self._is_cut = True
        for writer in self._writers:
            writer.transport.abort()

    def silence(self) -> None:
        self._is_silent = True

    def mend(self) -> None:
        self._is_cut = self._is_silent = False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            there_reader, there_writer = await asyncio.open_connection(self.host, self._target)
        except OSError:  # NATS starts again
            writer.transport.abort()
            return
        self._writers |= {writer, there_writer}
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, there_writer), self._pass(there_reader, writer))
        self._writers -= {writer, there_writer}
        for one in (writer, there_writer):
            one.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            while self._is_silent:
                await asyncio.sleep(0.02)
            writer.write(data)
            await writer.drain()
        writer.close()


class Cable:
    """A pair of interfaces, one of them in the namespace of NATS. A cut is real: packets are gone, and nobody is told."""

    def __init__(self, interface: str, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self._interface = interface

    async def open(self) -> None:
        self.mend()

    async def close(self) -> None:
        self.cut()

    def cut(self) -> None:
        _ip("link", "set", self._interface, "down")

    def silence(self) -> None:
        self.cut()

    def mend(self) -> None:
        _ip("link", "set", self._interface, "up")


class Network:
    """A network namespace with a cable to it for each node."""

    def __init__(self, names: Sequence[str]) -> None:
        number = os.getpid()
        self.namespace = f"sabacc{number}"
        self.prefix = ("ip", "netns", "exec", self.namespace)  # of a command that is to run in it
        self._part = f"10.{200 + number % 50}.{number // 50 % 256}"
        self._names = list(names)

    def host_of(self, name: str) -> str:
        """Where a node finds what is in the namespace."""
        return f"{self._part}.{4 * self._names.index(name) + 2}"

    def cable(self, name: str, port: int) -> Cable:
        """The line of a node."""
        return Cable(self._interface(name), self.host_of(name), port)

    def _interface(self, name: str) -> str:
        return f"{self.namespace}n{self._names.index(name)}"  # at most fifteen letters

    def make(self) -> None:
        """Makes all of it, or raises `CalledProcessError`."""
        _ip("netns", "add", self.namespace)
        for at, name in enumerate(self._names):
            here = self._interface(name)
            there = f"there{at}"
            _ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self.namespace)
            _ip("addr", "add", f"{self._part}.{4 * at + 1}/30", "dev", here)
            _ip("link", "set", here, "up")
            _ip("-n", self.namespace, "addr", "add", f"{self.host_of(name)}/30", "dev", there)
            _ip("-n", self.namespace, "link", "set", there, "up")

    def remove(self) -> None:
        """The end: what is in it goes with it."""
        subprocess.run(("ip", "netns", "del", self.namespace), capture_output=True, check=False)


@contextlib.contextmanager
def network_of(names: Sequence[str]) -> Iterator[Network | None]:
    """A namespace for NATS while it is needed; none where this machine allows none."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        yield None
        return
    network = Network(names)
    try:
        network.make()
    except subprocess.CalledProcessError:
        network.remove()
        yield None
        return
    try:
        yield network
    finally:
        network.remove()


def _ip(*arguments: str) -> None:
    subprocess.run(("ip", *arguments), capture_output=True, check=True)
