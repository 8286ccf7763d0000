"""All families and presets: ours, and those that other packages bring along by the entry point `sabacc.families`."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple, TypeVar

from sabacc.errors import RulesError, SabaccError, why_broken
from sabacc.messages import Message
from sabacc.rules.families.corellian import CORELLIAN_FAMILY
from sabacc.rules.families.coruscant import CORUSCANT_FAMILY
from sabacc.rules.families.family76 import FAMILY_76
from sabacc.rules.family import Family, Preset, own_presets
from sabacc.rules.model import Rules

GROUP = "sabacc.families"
T = TypeVar("T")


class LeftOutFamily(NamedTuple):
    """A family of another package that can't be played, and the sentence that says why."""

    name: str
    why: str


class Catalogue(Mapping[str, T]):
    """Named things: our own at once, other packages' when somebody looks for one or lists all."""

    def __init__(self) -> None:
        self.known: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self.known:
            load_entry_points()
        return self.known[key]

    def __iter__(self) -> Iterator[str]:
        load_entry_points()
        return iter(self.known)

    def __len__(self) -> int:
        load_entry_points()
        return len(self.known)


FAMILIES: Catalogue[Family] = Catalogue()
PRESETS: Catalogue[Preset] = Catalogue()
_LEFT_OUT: list[LeftOutFamily] = []
_loaded = False


def register_family(family: Family) -> None:
    """Puts a family and its presets on the list."""
    presets = own_presets(family)
    taken = [key for key in presets if key in PRESETS.known]
    if family.key in FAMILIES.known or taken:
        raise RulesError(f"there is a family {family.key!r}, or a preset of the same name, already")
    FAMILIES.known[family.key] = family
    PRESETS.known.update(presets)


def forget_family(key: str) -> None:
    """Takes a family and its presets off the list."""
    for preset in FAMILIES.known.pop(key).presets:
        del PRESETS.known[preset.key]


def load_entry_points() -> None:
    """Finds the families of other packages, once."""
    global _loaded
    if _loaded:
        return
    _loaded = True
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            register_family(_brought(entry))
        except SabaccError as error:
            package = entry.dist.name if entry.dist is not None else entry.module
            why = f"the family {entry.name!r} of {package} is left out: {error}."
            _LEFT_OUT.append(LeftOutFamily(entry.name, why))


def _brought(entry: EntryPoint) -> Family:
    try:
        family = entry.load()
    except (Exception, SystemExit) as error:  # whatever another package does wrong when it is loaded
        raise SabaccError(f"{entry.value} can't be loaded ({why_broken(error)})") from error
    if not isinstance(family, Family):
        raise SabaccError(f"{entry.value} is no Family")
    return family


def left_out_families() -> list[LeftOutFamily]:
    """Those that other packages name in vain."""
    load_entry_points()
    return _LEFT_OUT


def find_preset(key: object) -> Preset:
    """The preset of that name."""
    preset = PRESETS.get(key) if isinstance(key, str) else None
    if preset is None:
        near = difflib.get_close_matches(str(key), PRESETS, 1)
        others = {"near": near[0] if near else "none", "presets": ", ".join(PRESETS)}
        raise RulesError(Message("rules-refused.no-preset", given=repr(key), **others))
    return preset


def family_of(rules: Rules) -> Family:
    """The family that a table's game belongs to."""
    return FAMILIES.known[PRESETS.known[rules.preset].family]


for _family in (FAMILY_76, CORELLIAN_FAMILY, CORUSCANT_FAMILY):
    register_family(_family)
