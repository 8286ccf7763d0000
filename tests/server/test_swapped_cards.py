"""If cards that somebody can't see were others, everything that is sent to them would be the same, byte for byte."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from sabacc.chance import Chance
from sabacc.game.actions import Action
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.policy import random_step
from sabacc.rules import BEHAVIOUR, find_preset, read_rules, usual_stack
from sabacc.server.bot_workers import BotWorkers
from sabacc.server.metrics import Metrics
from sabacc.server.storage.log import Log
from sabacc.server.storage.sqlite.database import Database
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.context import TableContext
from sabacc.server.table.settings import Clocks, Settings
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection
from sabacc.variants import flow_of
from tests.decks import DECKS
from tests.server.knowledge import Deck, Knowledge
from tests.server.leak_checker import FAMILIES

HANDS = 40 if os.environ.get("SABACC_SOAK") else 2
WATCHER = 0
HOUSES: tuple[dict[str, Any], ...] = (
    {"preset": "cloud-city", "shift_trigger": "none"},
    {"preset": "classic", "shift_trigger": "none", "discard_pile": 1},
    {"preset": "force", "shift_trigger": "none"},
    {"preset": "pagat", "shift_trigger": "none", "declare_totals": False},
    {"preset": "galactic", "shift_trigger": "none", "community_field": True},
    {"preset": "corellian-house"},
    {"preset": "coruscant-shift", "ante": 2},
)
_TIME = re.compile(rb',"next_hand_ms":\d+')  # by the loop's own clock
Swap = tuple[int, int]
Step = tuple[int, Action]


class Swapping(Chance):
    """The usual chance, with two cards of the first shuffle in each other's place."""

    def __init__(self, seed: str, swap: Swap | None) -> None:
        super().__init__(seed)
        self.swap = swap

    def shuffle(self, number: int, cards: Sequence[str]) -> tuple[str, ...]:
        order = list(super().shuffle(number, cards))
        if number == 1 and self.swap is not None:
            one, other = self.swap
            order[one], order[other] = order[other], order[one]
        return tuple(order)


class Source(Chance):
    """Hands a game the chance that was made for its hand."""

    def __init__(self, swap: Swap | None) -> None:
        super().__init__("button")
        self.swap = swap
        self.next = ""

    def derive(self, name: str) -> Chance:
        return Swapping(self.next, self.swap)


class Rigged(Game):
    """A game whose hands are dealt with two cards swapped."""

    def deal(self, seed: str | None = None, commitment: str = "") -> Hand:
        assert isinstance(self.chance, Source)
        self.chance.next = str(seed)
        return super().deal(None, commitment)


class StillLoop:
    """The event loop, in which no time goes by."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop

    def time(self) -> float:
        return 1000.0

    def call_later(self, delay: float, *call: Any) -> asyncio.TimerHandle:
        """Nothing comes due: the moment of an answer given in advance would depend on the machine."""
        return self.loop.call_later(delay + 3600, *call)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loop, name)


class World(NamedTuple):
    """A hand that was played at a table: what was done, what happened in each version, and what was sent."""

    steps: list[Step]
    events: dict[int, list[dict[str, Any]]]
    order: tuple[str, ...]  # of the cards in the first shuffle
    sent: dict[str, list[bytes]]  # messages, by who got them


class Play:
    """A table with three players, two who look on, and nobody else."""

    def __init__(self, rules: dict[str, Any], database: Database, swap: Swap | None) -> None:
        self.database = database
        place = TableContext(Log(database), BotWorkers(1), Metrics())
        settings = Settings(title="Table", seats=3, stack=usual_stack(read_rules(rules)), clocks=Clocks(between=600))
        self.table = Table.open("table", en.Opened(settings, rules, "person-0", "P0", "seed", BEHAVIOUR), place)
        self.table.state.game = Rigged(read_rules(rules), (), (), Source(swap), flow_of, clock=True)
        self.table.loop = StillLoop(self.table.loop)  # type: ignore[assignment]  # a loop in all that is used
        self.sent: dict[str, list[bytes]] = {}
        self.connections: list[Connection] = []
        self.pumps: list[asyncio.Task[None]] = []

    def connect(self, name: str, person: str | None, words: bool) -> None:
        sent = self.sent.setdefault(name, [])

        def offer(text: bytes) -> bool:
            sent.extend(_TIME.sub(b"", bytes(raw)) for raw in msgspec.json.decode(text, type=list[msgspec.Raw]))
            return True

        async def write(text: bytes) -> None:
            offer(text)

        connection = Connection(person, name if person else None, offer, write, words)
        self.connections.append(connection)
        self.pumps.append(asyncio.create_task(connection.pump()))
        self.table.join(connection, None)

    async def settle(self) -> None:
        """Until everything is safe and sent."""
        await self.database.flush()
        for _ in range(3):
            await asyncio.sleep(0)

    async def act(self, seat: int, action: Action, number: int) -> None:
        hand = self.table.state.hand
        assert hand is not None
        question = 0 if action.free else hand.question
        self.table.command(self.connections[seat], pr.Act(f"command {number}", action, question))
        await self.settle()

    async def close(self) -> None:
        self.table.autopilot.stop()
        for pump in self.pumps:
            pump.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self.pumps)


async def _world(path: Path, rules: dict[str, Any], seed: str, swap: Swap | None, script: list[Step] | None) -> World:
    database = Database(path)
    play = Play(rules, database, swap)
    table = play.table
    await play.settle()
    for seat in range(3):
        play.connect(f"P{seat}", f"person-{seat}", words=seat == WATCHER)
    play.connect("looker", None, words=False)
    play.connect("reader", None, words=True)
    for seat in range(3):
        stack = table.state.settings.stack
        table.submit(en.SatDown(seat, f"P{seat}", stack, person=f"person-{seat}"))
    await play.settle()
    events: dict[int, list[dict[str, Any]]] = {}
    table.submit(en.HandDealt(seed, "salt", BEHAVIOUR))
    hand = table.state.hand
    assert hand is not None
    order = Swapping(seed, swap).shuffle(1, _box(rules))
    luck = random.Random(seed)
    steps: list[Step] = []
    told = 0
    while True:
        await play.settle()
        events[table.state.version] = json.loads(msgspec.json.encode(hand.events[told:]))
        told = len(hand.events)
        if hand.over or (script is not None and len(steps) == len(script)):
            break
        seat, action = random_step(hand, luck) if script is None else script[len(steps)]
        steps.append((seat, action))
        await play.act(seat, action, len(steps))
    await play.close()
    await database.close()
    return World(steps, events, order, play.sent)


def _box(rules: dict[str, Any]) -> tuple[str, ...]:
    return tuple(DECKS[FAMILIES[find_preset(rules["preset"]).family]].cards)


# ---- which cards may be swapped, and for how long nobody can tell


def _hidden(world: World) -> list[int]:
    """Positions of the first shuffle whose cards the watcher was not dealt, nor the board."""
    shown = set()
    for event in (one for events in world.events.values() for one in events):
        if event.get("shuffle") == 1 and (
            event.get("seat") == WATCHER or event.get("up") or event["type"] == "board-dealt"
        ):
            shown.add(event["position"])
    return [at for at in range(len(world.order)) if at not in shown]


def _told_apart(world: World, deck: Deck, swap: Swap) -> int:
    """The first version in which the watcher may know the difference; the one after the last, if there is none."""
    cards = {world.order[at] for at in swap}
    unique = all(world.order.count(card) == 1 for card in cards)
    knowledge = Knowledge(deck)
    for version, events in world.events.items():
        for event in events:
            again = event["type"] == "shuffled" and event["number"] > 1
            picked = event["type"] == "acted" and not unique and cards & set(deck.texts_in(event))
            if again or picked or event["type"] == "taken" or cards & set(knowledge.may_name(event, None)):
                return version
            knowledge.see(event)
    return max(world.events) + 1


def _swapped(action: Action, cards: dict[str, str]) -> Action:
    """The same action on the other card."""
    text = msgspec.to_builtins(action)
    changed = {
        key: tuple(cards.get(one, one) for one in value)
        if isinstance(value, list | tuple)
        else cards.get(value, value)
        if isinstance(value, str)
        else value
        for key, value in text.items()
    }
    found: Action = msgspec.convert(changed, Action)
    return found


def _until(sent: list[bytes], version: int) -> list[bytes]:
    """The messages before a version."""
    for at, message in enumerate(sent):
        if json.loads(message).get("version", 0) >= version:
            return sent[:at]
    return sent


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules["preset"])
def test_cards_one_cannot_see_change_no_byte_of_what_one_is_sent(rules: dict[str, Any], tmp_path: Path) -> None:
    deck = Deck(FAMILIES[find_preset(rules["preset"]).family])
    compared = 0
    for number in range(HANDS):
        seed = f"{rules['preset']} {number}"
        world = asyncio.run(_world(tmp_path / f"{number}.sqlite3", rules, seed, None, None))
        luck = random.Random(seed)
        hidden = _hidden(world)
        pairs = [(luck.choice(hidden[:6]), luck.choice(hidden)) for _ in range(30)]  # the first few are others' cards
        pairs = [pair for pair in pairs if world.order[pair[0]] != world.order[pair[1]]]
        swap = max(pairs, key=lambda pair: _told_apart(world, deck, pair))
        end = _told_apart(world, deck, swap)
        one, other = (world.order[at] for at in swap)
        dealt = min(world.events)
        script = [
            (seat, _swapped(action, {one: other, other: one}) if seat != WATCHER else action)
            for seat, action in world.steps[: end - dealt - 1]
        ]
        twin = asyncio.run(_world(tmp_path / f"{number}-twin.sqlite3", rules, seed, swap, script))
        assert twin.order != world.order
        for name in (f"P{WATCHER}", "looker", "reader"):
            sent, again = _until(world.sent[name], end), _until(twin.sent[name], end)
            for was, now in zip(sent, again, strict=True):
                assert was == now
            compared += len(sent)
    assert compared > 60 * HANDS, "most of a hand is compared"
