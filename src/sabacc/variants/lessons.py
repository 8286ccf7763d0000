"""Lessons: the first hand of a game, played for real with scripted chance, and explained as it goes.

A lesson is data, made by `make_lesson` or read from a file. Every family may bring one for each of its presets, as its
part `lessons`. The learner has seat 0, and
the bots have the seats after it. Steps follow each other: one explains and waits for the learner to go on, one waits for
the learner to do what it says, and one is done by the table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec

from sabacc.chance import Chance, ScriptedChance
from sabacc.game.actions import Action, read_action, same_cards
from sabacc.game.hand import Hand
from sabacc.rules import Part, family_of, find_preset

LEARNER: Final = 0  # the learner's seat
BOT_NAMES: Final = ("Koda", "Bril", "Ossa", "Tarn")  # of the seats after the learner's, and one to spare

StepKind = Literal["tell", "do", "watch"]
# The parts of a table that a step may speak of.
Light = Literal[
    "", "cards", "total", "hand-pot", "sabacc-pot", "pots", "bar", "field", "board", "target", "others",
    "result",
]  # fmt: skip
Answer = tuple[str, int, Any]  # what is asked of chance, its number, and what chance says


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a lesson."""

    kind: StepKind
    text: str = ""  # a message of the catalogue, or the sentences themselves
    lights: Light = ""
    seat: int = LEARNER  # who moves
    move: str = ""  # as `read_action` reads it; nothing where the step only explains

    @property
    def action(self) -> Action:
        """The move of a step that has one."""
        return read_action(self.move)

    def asks_for(self, seat: int, action: Action) -> bool:
        """Whether this is the step's move."""
        if not self.move or seat != self.seat:
            return False
        return action == self.action or same_cards(action, self.action)


class Lesson(msgspec.Struct, frozen=True):
    """The first hand of a game: what chance says in it, and what is said and done, step by step."""

    players: int
    script: tuple[Answer, ...]
    steps: tuple[Step, ...]

    def chance(self, otherwise: Chance) -> ScriptedChance:
        """The chance of the lesson's table; what the script leaves open is answered by another one."""
        return ScriptedChance({(asked, number): answer for asked, number, answer in self.script}, otherwise)


# Questions that are no part of a lesson, unless a step says so: everybody lets them pass.
LET_PASS: Final = frozenset(("fold-window", "call-window", "field", "protect"))


def next_move(hand: Hand, steps: Sequence[Step]) -> tuple[int, Action] | None:
    """The move that the table makes now by itself, by the steps that are left; none where the learner has to do something."""
    if hand.over:
        return None
    if hand.kind in LET_PASS:
        coming = next((step for step in steps if step.move), None)
        mover = coming.seat if coming is not None and coming.action in hand.options(coming.seat) else None
        passing = next((seat for seat in hand.waiting if seat != mover), None)
        if passing is not None:
            return passing, hand.phase.default(hand, passing)
    return (steps[0].seat, steps[0].action) if steps and steps[0].kind == "watch" else None


def tell(text: str, lights: Light = "") -> Step:
    """A step that explains, until the learner goes on."""
    return Step("tell", text, lights)


def do(move: str, text: str, lights: Light = "bar") -> Step:
    """A step in which the learner does what it says."""
    return Step("do", text, lights, LEARNER, move)


def watch(moves: str, text: str = "", lights: Light = "others") -> tuple[Step, ...]:
    """Moves that the table makes, such as "1 raise 2, 2 match"."""
    steps = []
    for one in moves.split(", "):
        seat, move = one.split(maxsplit=1)
        steps.append(Step("watch", text, lights, int(seat), move))
    return tuple(steps)


def make_lesson(
    hands: Sequence[str],
    deck: str,
    steps: Sequence[Step | tuple[Step, ...]],
    *,
    first: int = LEARNER,
    house_deals: bool = False,
    rolls: Sequence[Sequence[int]] = (),
    picks: Sequence[str] = (),
    answers: Sequence[Answer] = (),
) -> Lesson:
    """A lesson in which seat i is dealt `hands[i]` ("S7 C4") with `deck` on top of the rest, and seat `first` begins."""
    players = len(hands)
    button = first if house_deals else (first - 1) % players  # T8
    order = [(first + place) % players for place in range(players)]
    cards = [hand.split() for hand in hands]
    top = [cards[seat][at] for at in range(len(cards[0])) for seat in order] + deck.split()
    script: list[Answer] = [("dealer", 0, button), ("shuffle", 1, top)]
    script += [("roll", number, tuple(roll)) for number, roll in enumerate(rolls, 1)]
    script += [("pick", number, card) for number, card in enumerate(picks, 1)]
    script += [(asked, number, answer) for asked, number, answer in answers]
    flat = [step for one in steps for step in ((one,) if isinstance(one, Step) else one)]
    return Lesson(players, tuple(script), tuple(flat))


STEPS: Final[Mapping[str, Callable[..., Step | tuple[Step, ...]]]] = {"tell": tell, "do": do, "watch": watch}


def read_lessons(package: str) -> dict[str, Lesson]:
    """The lessons of the files beside a module: `classic.toml` has what `make_lesson` takes, for classic."""
    found = [file for file in files(package).iterdir() if file.name.endswith(".toml")]
    return {file.name.removesuffix(".toml"): _read_lesson(file.read_text("utf-8")) for file in found}


def _read_lesson(text: str) -> Lesson:
    given = tomllib.loads(text)
    steps = [STEPS[kind](*told) for kind, *told in given.pop("steps")]
    return make_lesson(steps=steps, **given)


LESSONS: Part[Mapping[str, Lesson]] = Part("lessons", {})


def find_lesson(preset: str) -> Lesson | None:
    """The lesson of a preset, if its family brings one."""
    return LESSONS.of(family_of(find_preset(preset).rules)).get(preset)
