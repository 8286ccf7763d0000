"""How often a hand waits for one person who plays with three bots, by game and by what is asked.

python -m tests.server.prompt_counts [HANDS]

A real table is played in virtual time, with fixed seeds. A prompt is whatever the hand waits for over a second from that
person. They think for two seconds about what they are asked, and press a passive button, if they want to, half a second
after it lights up; otherwise they let it be.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import msgspec

from sabacc.bots.counter import CounterBot
from sabacc.policy import Bot
from sabacc.policy.simple import SimpleBot
from sabacc.server.table.actor import Table
from sabacc.server.table.passive import PASSIVE
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection
from tests.server.virtual_clock import run
from tests.server.virtual_tables import deal, open_table

MOST: dict[str, int] = {
    "cloud-city": 6, "classic": 6, "force": 6, "pagat": 9, "galactic": 10, "corellian-house": 10, "coruscant-shift": 6,
}  # fmt: skip
PEOPLE: dict[str, Callable[[str], Bot]] = {"careful": CounterBot, "curious": SimpleBot}  # who folds, and who stays
ROLL_PAUSE = "field"  # three seconds for a field move after a draw (PG3), in which nothing is asked
A_WHILE = 1.0  # seconds that nobody notices
THINKING = 2.0
PRESSING = 0.5


class ScriptedPerson:
    """The person in seat 0, and how long the hand has waited for each of their answers."""

    def __init__(self, table: Table, bot: Bot) -> None:
        self.table = table
        self.bot = bot
        self.connection = Connection("person Ana", "Ana", self.hear, self.write)
        self.waits: list[tuple[str, float]] = []  # the kind of question, and seconds
        self._alone: tuple[int, str, float] | None = None  # the question that only they have not answered, since when
        self._asked = 0
        self._said = 0

    async def write(self, frame: bytes) -> None:
        self.hear(frame)

    def hear(self, frame: bytes) -> bool:
        for news in msgspec.json.decode(frame):
            if news["type"] in ("update", "snapshot"):
                self._look()
        return True

    def _look(self) -> None:
        hand, loop = self.table.state.hand, self.table.loop
        open_now = hand is not None and not hand.over
        alone = hand.question if hand is not None and open_now and hand.waiting == (0,) else 0
        if self._alone is not None and self._alone[0] != alone:
            self.waits.append((self._alone[1], loop.time() - self._alone[2]))
            self._alone = None
        if hand is None or not open_now:
            return
        if alone and self._alone is None:
            self._alone = (alone, hand.kind, loop.time())
        if 0 in hand.waiting and hand.question != self._asked:
            self._asked = hand.question
            loop.call_later(PRESSING if hand.kind in PASSIVE else THINKING, self._answer, hand.question)

    def _answer(self, question: int) -> None:
        """What the bot would do; field moves are made on the way, and a passive question is let be."""
        hand = self.table.state.hand
        while hand is not None and not hand.over and hand.question == question and 0 in hand.waiting:
            action = self.bot.act(hand.view(0))
            if hand.kind in PASSIVE and action == hand.phase.default(hand, 0):
                return
            self._said += 1
            self.table.command(self.connection, pr.Act(f"c{self._said}", action, 0 if action.free else question))
            if not action.free:
                return


async def play_hand(preset: str, number: int, person: str) -> Counter[str]:
    """The prompts of one hand, by kind of question."""
    table = open_table(preset, number)
    ana = ScriptedPerson(table, PEOPLE[person](f"{number}"))
    pump = table.loop.create_task(ana.connection.pump())
    table.join(ana.connection, None)
    deal(table, number)
    while table.state.in_hand:
        await asyncio.sleep(A_WHILE)
        assert not table.broken, "the table broke"
    table.autopilot.stop()
    pump.cancel()
    return Counter(kind for kind, seconds in ana.waits if seconds > A_WHILE)


def count_prompts(preset: str, hands: int, person: str) -> list[Counter[str]]:
    """The prompts of so many hands."""
    return [run(play_hand(preset, number, person)) for number in range(hands)]


def without_pauses(counts: Sequence[Counter[str]]) -> list[Counter[str]]:
    """The prompts that ask something."""
    return [Counter({kind: times for kind, times in one.items() if kind != ROLL_PAUSE}) for one in counts]


def percentile(counts: Sequence[Counter[str]], share: float) -> int:
    """How many prompts so many of the hands have at most."""
    totals = sorted(one.total() for one in counts)
    return totals[min(len(totals) - 1, int(share * len(totals)))]


def _report(hands: int) -> None:
    for person in PEOPLE:
        for preset, most in MOST.items():
            counts = count_prompts(preset, hands, person)
            kinds: dict[str, float] = defaultdict(float)
            for one in counts:
                for kind, times in one.items():
                    kinds[kind] += times / hands
            means = ", ".join(f"{kind} {mean:.1f}" for kind, mean in sorted(kinds.items(), key=lambda one: -one[1]))
            asks = without_pauses(counts)
            asked = f"{percentile(asks, 0.5):3} {percentile(asks, 0.9):3}"
            waited = f"{percentile(counts, 0.5):3} {percentile(counts, 0.9):3}"
            sys.stdout.write(f"{person:8} {preset:16} {asked}  with pauses {waited}  (at most {most})   {means}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    _report(int(sys.argv[1]) if sys.argv[1:] else 200)
