"""The catalogue is whole: nothing is missing in any language, and nothing lies about unused."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from sabacc.messages import ENGLISH, LANGUAGES, Message, accepted_language, known_language, message, read_part
from sabacc.messages.catalogue import FOLDER
from sabacc.messages.pattern import Choice, Pattern, argument_names, parse

ROOT = Path(__file__).parent.parent.parent
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
PARTS = sorted(path.stem for path in (FOLDER / ENGLISH).glob("*.json"))
SOURCES = (
    (ROOT / "src" / "sabacc", ("*.py", "*.toml"), "\"'"),
    (ROOT / "web" / "src", ("*.ts", "*.svelte"), "\"'`"),
)
NAMED = rf"""[{{quotes}}]((?:{"|".join(PARTS)})\.[a-z][a-z0-9.-]*)([{{quotes}}]|\$?\{{{{)"""
TO_THE_READER = ".you"  # said by whoever says the message without it


@cache
def catalogue(language: str) -> dict[str, str]:
    """All messages of a language."""
    return {key: text for part in PARTS for key, text in read_part(part, language).items()}


@cache
def named_in_code() -> tuple[frozenset[str], frozenset[str]]:
    """The ids that code names, and the beginnings of those that it puts together."""
    whole: set[str] = set()
    begun: set[str] = set()
    for folder, patterns, quotes in SOURCES:
        named = re.compile(NAMED.format(quotes=quotes))
        for path in (path for pattern in patterns for path in folder.rglob(pattern)):
            for found in named.finditer(path.read_text(encoding="utf-8")):
                (whole if found[2] in quotes else begun).add(found[1])
    return frozenset(whole), frozenset(begun)


def choices(pattern: Pattern) -> list[Choice]:
    """All choices in a message, those within others too."""
    found = [part for part in pattern if isinstance(part, Choice)]
    return found + [inner for one in found for case in one.cases.values() for inner in choices(case)]


def test_every_language_has_the_same_parts() -> None:
    for language in LANGUAGES:
        assert sorted(path.stem for path in (FOLDER / language).glob("*.json")) == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_every_message_stands_in_the_file_of_its_part_once(part: str) -> None:
    for language in LANGUAGES:
        pairs = json.loads((FOLDER / language / f"{part}.json").read_text("utf-8"), object_pairs_hook=list)
        ids = [key for key, _ in pairs]
        assert len(ids) == len(set(ids))
        assert all(key.startswith(f"{part}.") for key in ids)


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing_or_too_many(language: str) -> None:
    assert sorted(catalogue(language)) == sorted(catalogue(ENGLISH))


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_uses_the_same_arguments(language: str) -> None:
    wanted = {key: argument_names(parse(text)) for key, text in catalogue(ENGLISH).items()}
    assert {key: argument_names(parse(text)) for key, text in catalogue(language).items()} == wanted


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_knows_the_same_values_of_a_choice(language: str) -> None:
    for key, text in catalogue(language).items():
        wanted = {
            (one.name, case) for one in choices(parse(catalogue(ENGLISH)[key])) if not one.plural for case in one.cases
        }
        for one in choices(parse(text)):
            assert one.plural or {(one.name, case) for case in one.cases} <= wanted, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_mean_the_same_to_other_readers_of_icu(language: str) -> None:
    assert [key for key, text in catalogue(language).items() if re.search(r"'[{}#]", text)] == []  # it would quote them


def test_code_names_no_message_that_is_missing() -> None:
    whole, begun = named_in_code()
    known = catalogue(ENGLISH)
    assert sorted(key for key in whole if key not in known) == []
    assert sorted(one for one in begun if not any(key.startswith(one) for key in known)) == []


def test_no_message_is_unused() -> None:
    whole, begun = named_in_code()
    unused = [key for key in catalogue(ENGLISH) if not {key, key.removesuffix(TO_THE_READER)} & whole]
    assert [key for key in unused if not any(key.startswith(one) for one in begun)] == []


def test_the_pages_have_every_part_that_they_name() -> None:
    for language in LANGUAGES:
        text = (ROOT / "web" / "src" / "language" / f"{language}.ts").read_text("utf-8")
        assert re.findall(r'messages/(\w+)/\w+\.json"', text) == [language] * text.count(".json")


def test_a_message_waits_for_its_reader() -> None:
    pair = Message("list.pair", first="Ana", last=Message("list.pair", first="Ben", last="Cleo"))
    assert str(pair) == "Ana and Ben and Cleo"
    assert pair.text("es") == "Ana y Ben y Cleo"


def test_what_nobody_has_translated_is_said_in_english() -> None:
    assert message("list.pair", "it", first="Ana", last="Ben") == "Ana and Ben"


def test_a_language_is_chosen() -> None:
    assert known_language("fr_FR.UTF-8") == "fr"
    assert known_language("C.UTF-8") == ""
    assert accepted_language("de-CH, de;q=0.9, en;q=0.5") == "de"
    assert accepted_language("it;q=1, es;q=0.3, en;q=nonsense") == "es"
    assert accepted_language("*") == "en"
