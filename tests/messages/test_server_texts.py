"""Games, bots and options are told in English by the server, and in all languages by the pages: both say the same."""

from __future__ import annotations

from collections.abc import Iterator

from sabacc.bots.roster import characters
from sabacc.messages import message
from sabacc.rules import PRESETS, rules_schema


def options() -> Iterator[tuple[str, str, str]]:
    """Each option of each game: its name in the catalogue, its title and what it is about."""
    for key in PRESETS:
        for name, part in rules_schema(key)["properties"].items():
            if name != "preset":
                yield name.replace("_", "-"), part["title"], part["description"]


def test_every_bot_has_its_line_in_the_catalogue() -> None:
    known = {name: bot.line for name, bot in characters().items()}
    assert {name: message(f"house.bot.{name}") for name in known} == known


def test_every_option_has_its_title_and_its_line_in_the_catalogue() -> None:
    for name, title, line in options():
        assert message(f"house.option.{name}") == title
        assert line in {message(f"house.option-line.{name}"), message("house.option-line.ante-or-price")}
