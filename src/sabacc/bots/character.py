"""Who plays: characters by name, each with a line about them and a level, and those that other packages bring along."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points

import msgspec

from sabacc.errors import SabaccError
from sabacc.policy import Bot

GROUP = "sabacc.bots"  # the entry points in which other packages name their bots
HIGHEST_LEVEL = 5


class Character(msgspec.Struct, frozen=True):
    """A player that a table can be filled up with. `make` gives a bot from a seed; who searches takes a budget of
    play-outs too, and has a small one for matches between bots and a larger one for people."""

    name: str
    line: str
    level: int  # 1 (plays anything) to 5
    make: Callable[..., Bot]
    budget: int | None = None  # play-outs a decision, as the arena plays it
    for_people: int | None = None  # play-outs a decision against people, who have the time

    def bot(self, seed: str = "", budget: int | None = None) -> Bot:
        """The character, sitting down."""
        if budget is None:
            budget = self.budget
        elif self.budget is None:
            raise SabaccError(f"{self.name} doesn't search, so it has no budget: leave out ':{budget}'.")
        return self.make(seed) if budget is None else self.make(seed, budget)


class Player(msgspec.Struct, frozen=True):
    """A character as it is asked for: `counter`, or `master:2000` with a budget of its own. It can be sent to another
    process, and made into as many bots as one likes."""

    text: str

    @property
    def character(self) -> Character:
        return find_character(self.text.partition(":")[0])

    @property
    def budget(self) -> int | None:
        """The play-outs asked for."""
        _, colon, number = self.text.partition(":")
        if not colon:
            return None
        if not (number.isascii() and number.isdigit() and 0 < len(number) < 10 and int(number)):
            raise SabaccError(f"{self.text!r}: after the colon comes a number of play-outs, like master:2000.")
        return int(number)

    def bot(self, seed: str = "") -> Bot:
        return self.character.bot(seed, self.budget)


def read_player(text: str) -> Player:
    """A player by what people write, checked."""
    player = Player(text.strip())
    player.bot("")
    return player


def find_character(name: str) -> Character:
    """A character by its name, our own or one that another package brings."""
    everybody = characters()
    if name not in everybody:
        raise SabaccError(f"there is no bot {name!r}; the bots are {', '.join(everybody)}.")
    return everybody[name]


@functools.cache
def characters() -> Mapping[str, Character]:
    """All of them, ours first."""
    from sabacc.bots import OWN

    found = dict(OWN)
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        if entry.name not in found:
            found[entry.name] = _brought(entry)
    return found


def _brought(entry: EntryPoint) -> Character:
    """What an entry point names: a character, or the class of a bot."""
    try:
        thing = entry.load()
    except Exception as error:  # whatever another package does wrong when it is loaded
        raise SabaccError(f"the bot {entry.name!r} of {entry.value} can't be loaded: {error}") from error
    if isinstance(thing, Character):
        return msgspec.structs.replace(thing, name=entry.name)
    if isinstance(thing, type) and issubclass(thing, Bot):
        line = (thing.__doc__ or "A bot from another package.").strip().splitlines()[0]
        return Character(entry.name, line, int(getattr(thing, "level", 3)), thing)
    raise SabaccError(
        f"the bot {entry.name!r} is {thing!r}: an entry point of {GROUP} names a Bot class or a Character."
    )
