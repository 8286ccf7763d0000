"""Writes `requirements.lock` anew: each package with the hashes of all its files, as the package index names them.

The versions stay as they are in the file. To take another one, change it there (or add a line) and run `make lock`.
"""

from __future__ import annotations

import html
import importlib
import re
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LOCK = Path(__file__).parent / "requirements.lock"
INDEX = importlib.import_module("pip._internal.models.index").PyPI.simple_url  # the one that pip itself uses
HEAD = "# Written by `make lock`: all that `make` installs, and the hashes that it must have.\n"
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)(?P<marker>\s*;[^\\\n]*)?", re.MULTILINE)
FILE = re.compile(r'href="[^"#]*/(?P<file>[^"/#]+)#sha256=(?P<hash>[0-9a-f]{64})"')


def normalize(name: str) -> str:
    """A name as the index spells it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def hashes_of(name: str, version: str) -> list[str]:
    """The hashes of all files of a version."""
    with urllib.request.urlopen(f"{INDEX}/{normalize(name)}/", timeout=60) as answer:
        page = html.unescape(answer.read().decode())
    stem = re.compile(rf"{re.escape(normalize(name))}-{re.escape(version)}(-.*\.whl|\.tar\.gz|\.zip)$", re.IGNORECASE)
    found = {one["hash"] for one in FILE.finditer(page) if stem.match(_with_dashes(one["file"], name))}
    if not found:
        sys.exit(f"{name} {version} has no files at {INDEX}: name another version in {LOCK.name}.")
    return sorted(found)


def _with_dashes(file: str, name: str) -> str:
    """A file's name with that of its package as the index spells it; packages are spelled in many ways."""
    return normalize(file[: len(name)]) + file[len(name) :]


def write_lock() -> None:
    """Writes the file."""
    pins = list(PIN.finditer(LOCK.read_text()))
    with ThreadPoolExecutor(8) as pool:
        hashes = list(pool.map(lambda pin: hashes_of(pin["name"], pin["version"]), pins))
    lines = [HEAD]
    for pin, found in zip(pins, hashes, strict=True):
        marker = f" {pin['marker'].strip()}" if pin["marker"] else ""
        lines.append(
            " \\\n    ".join([f"{pin['name']}=={pin['version']}{marker}", *(f"--hash=sha256:{one}" for one in found)])
        )
        lines.append("\n")
    LOCK.write_text("".join(lines))


if __name__ == "__main__":
    write_lock()
