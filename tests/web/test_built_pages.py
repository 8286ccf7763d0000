"""What `make web` has made: small enough, and nothing that the content security policy would stop."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from sabacc.messages import LANGUAGES
from sabacc.server.http.app import PAGES

MOST_BYTES = 150 * 1024  # of script, compressed, before one can play
FIRST = ("index-*.js", "Landing-*.js", "TablePage-*.js")
LANGUAGE_FILES = "[a-z][a-z]-*.js"  # one of them is loaded

pytestmark = pytest.mark.skipif(not (PAGES / "index.html").exists(), reason="the pages are not built: make web")


def imports_of(script: Path) -> set[Path]:
    """The scripts that are loaded along with one, itself included."""
    found: set[Path] = set()
    waiting = [script]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            names = re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', one.read_text(encoding="utf-8"))
            waiting += [one.parent / name for name in names]
    return found


def test_one_can_play_after_less_than_150_kilobytes_of_script() -> None:
    assets = PAGES / "assets"
    loaded = {script for pattern in FIRST for entry in assets.glob(pattern) for script in imports_of(entry)}
    assert len(loaded) >= len(FIRST)
    languages = [compressed(script) for script in assets.glob(LANGUAGE_FILES)]
    assert len(languages) == len(LANGUAGES)
    assert sum(map(compressed, loaded)) + max(languages) < MOST_BYTES


def compressed(script: Path) -> int:
    """How many bytes of a script are sent."""
    return len(gzip.compress(script.read_bytes()))


def test_nothing_stands_inline_and_nothing_comes_from_elsewhere() -> None:
    page = (PAGES / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    assert re.findall(r'(?:src|href)="([^"]*)"', page)
    own = ("/assets/", "/icons/", "/manifest.webmanifest")
    assert all(address.startswith(own) for address in re.findall(r'(?:src|href)="([^"]*)"', page))
    for sheet in (PAGES / "assets").glob("*.css"):
        assert not re.search(r"url\(\s*[\"']?(?:data:|https?:|//)", sheet.read_text(encoding="utf-8")), sheet.name


def test_every_font_is_a_file_of_its_own() -> None:
    fonts = sorted(font.name for font in (PAGES / "assets").glob("*.woff2"))
    assert [name.partition("-latin-")[0] for name in fonts] == ["atkinson-hyperlegible-next"] * 2 + [
        "barlow-condensed"
    ] * 2
