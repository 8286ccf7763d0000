"""Who plays: characters by name, each with a line about them and a level, and those that other packages bring along."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

import msgspec

from sabacc.errors import SabaccError
from sabacc.policy import Bot

GROUP = "sabacc.bots"  # the entry points in which other packages name their bots
HIGHEST_LEVEL = 5
USUAL_LEVEL = 3  # of a bot whose package doesn't say
UNSAYABLE = ",: "  # what stands between names, or before a budget


class Character(msgspec.Struct, frozen=True):
    """A player that a table can be filled up with. `make` gives a bot from a seed; who searches takes a budget of
    play-outs too, and has a small one for matches between bots and a larger one for people."""

    name: str
    line: str
    level: int  # 1 (plays anything) to 5
    make: Callable[..., Bot]
    budget: int | None = None  # play-outs a decision, as the arena plays it
    for_people: int | None = None  # play-outs a decision against people, who have the time
    comes_from: str = "sabacc"  # the package that brings it along

    def bot(self, seed: str = "", budget: int | None = None) -> Bot:
        """The character, sitting down."""
        if budget is None:
            budget = self.budget
        elif self.budget is None:
            raise SabaccError(f"{self.name} doesn't search, so it has no budget: leave out ':{budget}'.")
        try:
            return self.make(seed) if budget is None else self.make(seed, budget)
        except Exception as error:  # whatever another package's bot does wrong
            raise SabaccError(f"the bot {self.name!r} can't sit down: {_why(error)}.") from error


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

    def opponent(self, seed: str = "") -> Bot:
        """It, sitting down with people: who searches takes more time for it, unless a budget was asked for."""
        return self.character.bot(seed, self.budget or self.character.for_people)


def read_player(text: str) -> Player:
    """A player by what people write, checked."""
    player = Player(text.strip())
    player.bot("")
    return player


def find_character(name: str) -> Character:
    """A character by its name, our own or one that another package brings."""
    everybody = characters()
    if name in everybody:
        return everybody[name]
    broken = [one.why for one in left_out() if one.name == name]
    raise SabaccError(broken[0] if broken else f"there is no bot {name!r}; the bots are {', '.join(everybody)}.")


class LeftOut(NamedTuple):
    """A bot of another package that can't be seated under its name, and the sentence that says why."""

    name: str
    why: str


def characters() -> Mapping[str, Character]:
    """All of them, ours first."""
    return _everybody()[0]


def left_out() -> Sequence[LeftOut]:
    """Those that other packages name in vain."""
    return _everybody()[1]


@functools.cache
def _everybody() -> tuple[dict[str, Character], list[LeftOut]]:
    from sabacc.bots import OWN

    found = dict(OWN)
    refused: list[LeftOut] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            if entry.name in found:
                raise SabaccError(f"there is a bot of that name already, from {found[entry.name].comes_from}")
            found[entry.name] = _brought(entry)
        except SabaccError as error:
            refused.append(LeftOut(entry.name, f"the bot {entry.name!r} of {_package(entry)} is left out: {error}."))
    return found, refused


def _brought(entry: EntryPoint) -> Character:
    """What an entry point names: a character, or the class of a bot."""
    if not set(entry.name).isdisjoint(UNSAYABLE):
        raise SabaccError("a name has no commas, colons or spaces")
    try:
        thing = entry.load()
    except (Exception, SystemExit) as error:  # whatever another package does wrong when it is loaded
        raise SabaccError(f"{entry.value} can't be loaded ({_why(error)})") from error
    if isinstance(thing, type) and issubclass(thing, Bot):
        line = ((thing.__doc__ or "").strip() or "A bot from another package.").splitlines()[0]
        thing = Character(entry.name, line, getattr(thing, "level", USUAL_LEVEL), thing)
    if not isinstance(thing, Character):
        raise SabaccError(f"{entry.value} is neither a class of bots, made from sabacc.Bot, nor a Character")
    if thing.level not in range(1, HIGHEST_LEVEL + 1):
        raise SabaccError(f"its level is to be a number from 1 to {HIGHEST_LEVEL}, not {thing.level!r}")
    return msgspec.structs.replace(thing, name=entry.name, comes_from=_package(entry))


def _package(entry: EntryPoint) -> str:
    """Who brings it along."""
    return entry.dist.name if entry.dist is not None else entry.module


def _why(error: BaseException) -> str:
    """An error in a few words."""
    return (str(error) or type(error).__name__).rstrip(".")
