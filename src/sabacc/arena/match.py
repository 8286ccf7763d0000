"""A match: every pair of some bots plays the same sessions at the same kind of table."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sabacc.arena.session import Contestant, SessionTask, lineups
from sabacc.bots import read_player
from sabacc.errors import SabaccError
from sabacc.rules import (
    BEHAVIOUR,
    PRESETS,
    Rules,
    effective_ante,
    find_preset,
    plays_for_rounds,
    read_rules,
    store_rules,
    usual_stack,
    write_rules,
)
from sabacc.variants import flow_of

SESSION = 10  # hands
MAX_SESSION_HANDS = 1000  # in a session
FORMAT = 1  # of what is saved

Pair = tuple[int, int]  # places in `Match.bots`
Key = tuple[Pair, int]  # of a session: who plays, and its number


class Match(msgspec.Struct, frozen=True):
    """Who plays, and what; made by `new_match`, which checks it."""

    rules: Rules
    bots: tuple[Contestant, ...]
    players: int = 2
    session: int = SESSION
    seed: str = "1"

    @property
    def names(self) -> list[str]:
        return [bot.text for bot in self.bots]

    @property
    def pairs(self) -> list[Pair]:
        return list(itertools.combinations(range(len(self.bots)), 2))

    @property
    def ante(self) -> int:
        """The unit that results are told in; in corellian-house what stands for an ante (CH2)."""
        return effective_ante(self.rules)

    @property
    def stack(self) -> int:
        return usual_stack(self.rules)

    @property
    def hands_per_session(self) -> int:
        """With all its lineups."""
        return self.session * len(lineups(self.players))

    @property
    def seats_per_session(self) -> float:
        """How many hands a bot plays in a session, counting each of its seats: half of them all."""
        return self.hands_per_session * self.players / 2

    def sessions_for(self, hands: int) -> int:
        """Whole sessions that make at least so many hands."""
        return -(-hands // self.hands_per_session)

    def session_tasks(self, sessions: int, done: Container[Key] = ()) -> Iterator[SessionTask]:
        """What is still to be played, in an order in which all pairs get on at the same pace."""
        written = write_rules(self.rules)
        for number in range(sessions):
            for pair in self.pairs:
                if (pair, number) not in done:
                    bots = (self.bots[pair[0]], self.bots[pair[1]])
                    seats = (self.players, self.session, self.stack)
                    yield SessionTask(pair, bots, written, *seats, self.seed, number)

    def header(self) -> dict[str, Any]:
        """What makes it this match and no other."""
        return {
            "sabacc-arena": FORMAT,
            "behaviour": BEHAVIOUR,
            "rules": store_rules(self.rules),
            "players": self.players,
            "bots": self.names,
            "session": self.session,
            "stack": self.stack,
            "seed": self.seed,
        }


def new_match(
    rules: str | Mapping[str, Any] | Rules,
    bots: Sequence[str | Contestant],
    players: int = 2,
    session: int = SESSION,
    seed: str = "1",
) -> Match:
    """A match, checked, between bots named as `sabacc.bots.read_player` reads them, or given as they are."""
    checked = read_rules(_with_default_ante(rules))
    preset = find_preset(checked.preset)
    flow_of(checked)
    least, most = preset.players
    if not least <= players <= most:
        raise SabaccError(f"{preset.key} is for {least} to {most} players, not {players} (T9).")
    if not 1 <= session <= MAX_SESSION_HANDS:
        raise SabaccError(f"a session has from 1 to {MAX_SESSION_HANDS} hands, not {session}.")
    if plays_for_rounds(checked):
        raise SabaccError(f"the arena counts credits: set an ante of at least 1 in {preset.key} (CS13).")
    return Match(checked, _contestants(bots), players, session, seed)


def _with_default_ante(rules: str | Mapping[str, Any] | Rules) -> str | Mapping[str, Any] | Rules:
    """What can be played for rounds is played for credits, unless something else is said (CS13)."""
    if isinstance(rules, str):
        rules = {"preset": rules}
    if isinstance(rules, Mapping) and rules.get("preset") in PRESETS:
        return {**PRESETS[rules["preset"]].for_credits, **rules}
    return rules


def _contestants(bots: Sequence[str | Contestant]) -> tuple[Contestant, ...]:
    contestants = tuple(read_player(bot) if isinstance(bot, str) else bot for bot in bots)
    names = [one.text for one in contestants]
    for name in names:
        if names.count(name) > 1:
            raise SabaccError(f"{name} is named twice: a bot does not play against itself.")
    if len(names) < 2:
        raise SabaccError("a match needs at least two bots, like counter,miner.")
    return contestants
