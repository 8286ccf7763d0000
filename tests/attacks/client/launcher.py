"""Starts `sabacc` quickly: from a process that has loaded it already, and under a disk and a clock that can fail."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.attacks.client.waiting import PATIENCE

DISK = Path(__file__).with_name("disk.c")

# A process that becomes a server or another command as often as it is asked to. Two requests: to wait for a child's end,
# and to start one. `config` has settings of a server that are no flags; `first` is Python that runs before the command;
# `fresh` starts another Python, which finds the packages that are on its path by then.
MAIN = """
import contextlib, importlib, json, os, resource, sys, traceback
import sabacc.cli.admin, sabacc.cli.app, sabacc.cli.output, sabacc.cli.serve, sabacc.cli.usage_errors
from sabacc.cli import main
for module in (  # what a server loads late
    "litestar._openapi.schema_generation.examples", "litestar.middleware._internal.exceptions", "litestar.plugins.attrs",
    "litestar.plugins.pydantic", "typer._adapters", "uvicorn.lifespan.off", "uvicorn.protocols.http.auto", "uvloop",
):
    with contextlib.suppress(ImportError):
        importlib.import_module(module)
children = set()
for line in sys.stdin:
    asked = json.loads(line)
    if "wait" in asked:
        print(json.dumps(os.waitstatus_to_exitcode(os.waitpid(asked["wait"], 0)[1])), flush=True)
        children.discard(asked["wait"])
        continue
    child = os.fork()
    if child:
        children.add(child)
        print(json.dumps(child), flush=True)
        continue
    for path, number in ((os.devnull, 0), (asked["out"], 1), (asked["err"], 2)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), number)
    os.environ.update(asked["environment"])
    os.umask(asked["umask"])
    if asked["open_files"]:
        resource.setrlimit(resource.RLIMIT_NOFILE, asked["open_files"])
    if asked["fresh"]:
        os.execv(sys.executable, [sys.executable, "-m", "sabacc", *asked["arguments"]])
    exec(asked["first"])
    serve, config = sabacc.cli.serve, sabacc.cli.serve.Config
    serve.Config = lambda **given: config(**{**given, **asked["config"]})
    sys.argv = ["sabacc", *asked["arguments"]]
    try:
        main()
    except SystemExit as end:
        sys.stdout.flush()
        os._exit(end.code if isinstance(end.code, int) else 1)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)
for child in children:
    os.kill(child, 9)
"""


@functools.cache
def disk_library() -> Path | None:
    """The library of `disk.c`, where there is a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        return None
    library = Path(tempfile.mkdtemp(prefix="sabacc-disk-")) / "disk.so"
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(DISK), "-ldl", "-lpthread"]
    return library if subprocess.run(command, check=False).returncode == 0 else None


class Launcher:
    """A process that starts commands."""

    def __init__(self) -> None:
        library = disk_library()
        preload = {} if library is None else {"LD_PRELOAD": str(library)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", MAIN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **preload}
        )

    def start(
        self,
        arguments: list[str],
        out: Path,
        err: Path,
        *,
        umask: int = 0o022,
        environment: dict[str, str] | None = None,
        open_files: tuple[int, int] | None = None,
        config: dict[str, Any] | None = None,
        first: str = "",
        fresh: bool = False,
    ) -> int:
        """Starts `sabacc` with some arguments; the process."""
        asked = {"arguments": arguments, "out": str(out), "err": str(err), "umask": umask, "first": first}
        asked |= {"environment": environment or {}, "open_files": open_files, "config": config or {}, "fresh": fresh}
        return int(self._ask(asked))

    def wait(self, process: int) -> int:
        """The exit code of a process, once it has ended."""
        return int(self._ask({"wait": process}))

    def _ask(self, what: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """Ends it, and whatever it has started that still runs."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()
