"""Passwords that are known from breaches, which everybody who guesses tries first; the list is part of the package.

It has what is long enough to be a password here of the lists of zxcvbn (MIT licence, Dropbox), zxcvbn-ts (MIT licence) and
Django (BSD licence; made by Royce Williams from what Have I Been Pwned counts), and is written from their files:

    python -m sabacc.server.people.breached passwords.json common-passwords.txt …
"""

from __future__ import annotations

import functools
import gzip
import sys
import unicodedata
from pathlib import Path

import msgspec

LIST = Path(__file__).with_name("breached_passwords.txt.gz")
SHORTEST = 8  # what is shorter is refused anyway


def is_breached(password: str) -> bool:
    """Whether a password is on the list, in large or small letters.

    >>> is_breached("Password123"), is_breached("a tauntaun in the rain")
    (True, False)
    """
    return _plain(password) in _passwords()


@functools.cache
def _passwords() -> frozenset[str]:
    return frozenset(gzip.decompress(LIST.read_bytes()).decode().splitlines())


def _plain(password: str) -> str:
    return unicodedata.normalize("NFC", password).casefold().strip()


def write_list(sources: list[Path], target: Path) -> int:
    """Writes the list from files that are JSON or have a password in each line; how many there are."""
    found = {_plain(one) for source in sources for one in _read(source)}
    kept = sorted(one for one in found if len(one) >= SHORTEST and one.isprintable())
    target.write_bytes(gzip.compress("\n".join(kept).encode(), mtime=0))
    return len(kept)


def _read(source: Path) -> list[str]:
    if source.suffix == ".json":
        return msgspec.json.decode(source.read_bytes(), type=list[str])
    return source.read_text().splitlines()


if __name__ == "__main__":
    sys.stdout.write(f"{write_list([Path(one) for one in sys.argv[1:]], LIST):,} passwords\n")
