"""Who plays: characters by name, each with a line about them and a level, and those that other packages bring along."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

import msgspec

from sabacc.errors import SabaccError, why_broken
from sabacc.policy import Bot

GROUP = "sabacc.bots"  # the entry points in which other packages name their bots
HIGHEST_LEVEL = 5
DEFAULT_LEVEL = 3  # of a bot whose package doesn't say
NAME_SEPARATORS = ",: "  # what stands between names, or before a budget


class Character(msgspec.Struct, frozen=True):
    """A player that a table can be filled up with."""

    name: str
    line: str
    level: int  # 1 (plays anything) to 5
    make: Callable[..., Bot]  # from a seed, and from a budget of play-outs for a bot that searches

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
            raise SabaccError(f"the bot {self.name!r} can't sit down: {why_broken(error)}.") from error


class Player(msgspec.Struct, frozen=True):
    """A character as it is asked for, like `counter`, or `master:2000` with a budget of its own; it can be pickled."""

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
    known = characters()
    if name in known:
        return known[name]
    broken = [one.why for one in rejected_bots() if one.name == name]
    raise SabaccError(broken[0] if broken else f"there is no bot {name!r}; the bots are {', '.join(known)}.")


class RejectedBot(NamedTuple):
    """A bot of another package that can't be seated under its name, and the sentence that says why."""

    name: str
    why: str


def characters() -> Mapping[str, Character]:
    """All of them, ours first."""
    return _load_characters()[0]


def rejected_bots() -> Sequence[RejectedBot]:
    """Those that other packages name in vain."""
    return _load_characters()[1]


@functools.cache
def _load_characters() -> tuple[dict[str, Character], list[RejectedBot]]:
    from sabacc.bots import OWN

    loaded = dict(OWN)
    rejected: list[RejectedBot] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            if entry.name in loaded:
                raise SabaccError(f"there is a bot of that name already, from {loaded[entry.name].comes_from}")
            loaded[entry.name] = _load_entry_point(entry)
        except SabaccError as error:
            rejected.append(
                RejectedBot(entry.name, f"the bot {entry.name!r} of {_package_of(entry)} is left out: {error}.")
            )
    return loaded, rejected


def _load_entry_point(entry: EntryPoint) -> Character:
    """What an entry point names: a character, or the class of a bot."""
    if not set(entry.name).isdisjoint(NAME_SEPARATORS):
        raise SabaccError("a name has no commas, colons or spaces")
    try:
        thing = entry.load()
    except (Exception, SystemExit) as error:  # whatever another package does wrong when it is loaded
        raise SabaccError(f"{entry.value} can't be loaded ({why_broken(error)})") from error
    if isinstance(thing, type) and issubclass(thing, Bot):
        line = ((thing.__doc__ or "").strip() or "A bot from another package.").splitlines()[0]
        thing = Character(entry.name, line, getattr(thing, "level", DEFAULT_LEVEL), thing)
    if not isinstance(thing, Character):
        raise SabaccError(f"{entry.value} is neither a class of bots, made from sabacc.Bot, nor a Character")
    if thing.level not in range(1, HIGHEST_LEVEL + 1):
        raise SabaccError(f"its level is to be a number from 1 to {HIGHEST_LEVEL}, not {thing.level!r}")
    return msgspec.structs.replace(thing, name=entry.name, comes_from=_package_of(entry))


def _package_of(entry: EntryPoint) -> str:
    """Who brings it along."""
    return entry.dist.name if entry.dist is not None else entry.module
