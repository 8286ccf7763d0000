"""Tournaments whose hands are made up: chips go from some players to others, at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from sabacc.chance import Chance
from sabacc.tournament import Director, Tournament, read_settings
from sabacc.tournament.events import HandPlayed, SeatGiven
from sabacc.tournament.seating import next_order


def new_director(players: int, seed: str = "s", **settings: Any) -> Director:
    """A tournament in which so many have entered."""
    preset = settings.pop("preset", "corellian-house")
    checked = read_settings({"rules": {"preset": preset, **settings.pop("options", {})}, **settings})
    director = Director(Tournament(checked), Chance(seed))
    for number in range(players):
        director.enter(f"p{number}", f"Player {number}")
    return director


def carry_out(director: Director) -> None:
    """Does all moves that can be done now."""
    while director.ready_moves() or director.ready_pots():
        for move in director.ready_moves():
            director.arrived(move.number)
        for source, table in director.ready_pots():
            director.pot_arrived(source, table)


def begin(director: Director) -> None:
    """Seats everybody."""
    director.start()
    carry_out(director)


def play(director: Director, table: int, takes: dict[str, int] | None = None, pot: int = 0) -> None:
    """A hand at a table: what everybody gets or loses, and what the sabacc pot does."""
    if table not in director.busy:
        director.deal(table)
    here = director.state.tables[table]
    order = next_order(here.seats, here.button)
    stacks = {player: director.state.players[player].stack for player in here.players()}
    for player, amount in (takes or {}).items():
        stacks[player] += amount
    winners = tuple(player for player, amount in (takes or {}).items() if amount > 0)
    director.hand_played(
        HandPlayed(table, here.hands + 1, order[-1], stacks, here.sabacc_pot + pot, winners),
    )
    carry_out(director)


class RandomPlay:
    """Plays a tournament to its end: any table that may deal does, and any hand may be over next."""

    def __init__(self, director: Director, seed: str, after_each: Callable[[Director], None]) -> None:
        self.director = director
        self.luck = random.Random(seed)
        self.after_each = after_each
        self.newcomers = 0
        self.last_big_blind: dict[str, bool] = {}
        self.came_by: dict[str, str] = {}  # why those who have not played since then were moved
        self.read = 0  # events of the log

    def run(self, most: int = 200_000) -> None:
        """Until somebody has won."""
        begin(self.director)
        self.after_each(self.director)
        for _ in range(most):
            if self.director.state.phase != "running":
                return
            self.step()
            self.after_each(self.director)
        raise AssertionError("it goes on and on")

    def step(self) -> None:
        """Something happens."""
        director = self.director
        for table in list(director.state.tables):
            if director.may_deal(table) and self.luck.random() < 0.7:
                self.deal(table)
        if director.busy:
            self.end_hand(self.luck.choice(sorted(director.busy)))
        else:
            able = [table for table in director.state.tables if director.may_deal(table)]
            assert able or director.state.on_break, "nobody may deal, and nothing is due"
        self.something_else()

    def deal(self, table: int) -> None:
        """A hand begins; nobody who was moved to balance tables has the big blind twice in a row (TDA 11A)."""
        state = self.director.state
        self.director.deal(table)
        here = state.tables[table]
        order = next_order(here.seats, here.button)
        big = here.seats[order[0] if len(order) == 2 else order[1]]
        for event in state.log[self.read :]:
            if isinstance(event, SeatGiven):
                self.came_by[event.player] = event.why
        self.read = len(state.log)
        if self.came_by.pop(big, "") == "balance" and self.director.blinds:
            assert not self.last_big_blind.get(big), f"{big} was moved, and has the big blind again"
        for player in here.players():
            self.came_by.pop(player, None)
            self.last_big_blind[player] = player == big

    def end_hand(self, table: int) -> None:
        """One or two win, the others lose something or everything, and the sabacc pot gets or gives some."""
        state = self.director.state
        players = state.tables[table].players()
        won = self.luck.sample(players, self.luck.choice((1, 1, 1, 2)))
        takes = {}
        for player in players:
            stack = state.players[player].stack
            lost = stack if self.luck.random() < 0.15 else self.luck.randrange(stack // 2 + 1)
            takes[player] = -lost
        whole = -sum(takes.values())
        pot = self.luck.randrange(whole // 4 + 1)
        if self.luck.random() < 0.1:
            pot = -state.tables[table].sabacc_pot
        takes[won[0]] += whole - pot
        if self.luck.random() < 0.01 and len(players) > 2:  # everything goes to the sabacc pot
            takes = {player: -state.players[player].stack for player in players}
            pot = -sum(takes.values())
        here = state.tables[table]
        order = next_order(here.seats, here.button)
        stacks = {player: state.players[player].stack + takes[player] for player in players}
        hand = HandPlayed(table, here.hands + 1, order[-1], stacks, here.sabacc_pot + pot, tuple(won))
        rebuying = {player for player in players if self.luck.random() < 0.5}
        self.director.hand_played(hand, rebuying)

    def something_else(self) -> None:
        """The clock, newcomers, who leaves, and moves that get done sooner or later."""
        director, luck, state = self.director, self.luck, self.director.state
        if luck.random() < 0.05 and not state.settings.level_hands:
            director.next_level()
        if state.on_break and luck.random() < 0.5:
            director.end_break()
        if state.phase == "running" and state.late_entry_open() and luck.random() < 0.2:
            self.newcomers += 1
            director.enter(f"late{self.newcomers}", "Late")
        out = [one for one in state.players.values() if one.status == "out"]
        if out and state.phase == "running" and state.late_entry_open() and luck.random() < 0.2:
            one = luck.choice(out)
            if one.re_entries < state.settings.re_entries:
                director.re_enter(one.player)
        if state.alive and luck.random() < 0.02:
            director.leave(luck.choice(state.alive).player)
        for one in state.alive:
            if state.settings.add_on and state.level == state.settings.rebuy_until + 1 and not one.added_on:
                director.add_on(one.player)
        if luck.random() < 0.8 or not director.busy:
            carry_out(director)
