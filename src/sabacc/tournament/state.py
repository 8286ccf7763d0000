"""The state of a tournament: a fold of its director's log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from sabacc.tournament import events as log
from sabacc.tournament.events import TournamentEvent
from sabacc.tournament.payouts import paid_places
from sabacc.tournament.settings import TournamentSettings

Phase = Literal["registering", "running", "finished", "cancelled"]
PlayerStatus = Literal["entered", "moving", "playing", "out", "withdrawn"]


class ChipsLost(AssertionError):
    """Chips were lost or made (TN4): our own fault, and nothing may go on."""


@dataclass
class Entrant:
    """Somebody in the tournament."""

    player: str
    name: str
    bot: str = ""
    status: PlayerStatus = "entered"
    stack: int = 0
    table: int = 0
    seat: int = -1
    re_entries: int = 0
    rebuys: int = 0
    added_on: bool = False
    had_big_blind: bool = False  # in the last hand that they played
    away: bool = False
    knocked_out_by: tuple[str, ...] = ()

    @property
    def alive(self) -> bool:
        """Whether they may still win."""
        return self.status in ("moving", "playing")


class Move(NamedTuple):
    """Somebody on the way to a seat."""

    number: int
    player: str
    source: int
    table: int
    seat: int
    why: log.SeatReason


class Loss(NamedTuple):
    """Somebody who lost everything in a hand, and what they had before it."""

    player: str
    table: int
    had: int


@dataclass
class Table:
    """A table of the tournament, as it is between hands."""

    number: int
    seats: list[str]  # players, or nobody
    button: int = -1
    sabacc_pot: int = 0
    hands: int = 0
    level_hands: int = 0  # in the present level
    round: int = 0  # the last one that it played hand-for-hand
    opened: list[int] = field(default_factory=list)  # empty seats, the one that was left last at the end

    def players(self) -> list[str]:
        """Who sits here, by seat."""
        return [player for player in self.seats if player]


def dealing_order(seats: list[str], button: int) -> list[int]:
    """The taken seats in the order in which cards are dealt, the button last."""
    taken = [seat for seat, who in enumerate(seats) if who]
    return [seat for seat in taken if seat > button] + [seat for seat in taken if seat <= button]


def big_blind(order: list[int]) -> int:
    """The seat of the big blind: the second, but with two players the first (CH3)."""
    return order[1] if len(order) > 2 else order[0]


class Tournament:
    """How a tournament stands. Only `apply` changes it."""

    def __init__(self, settings: TournamentSettings, past: Iterable[TournamentEvent] = ()) -> None:
        self.settings = settings
        self.phase: Phase = "registering"
        self.players: dict[str, Entrant] = {}
        self.tables: dict[int, Table] = {}
        self.moves: dict[int, Move] = {}
        self.pots: dict[tuple[int, int], int] = {}  # of broken tables, on their way: source and target
        self.losses: list[Loss] = []  # of who may still be out, or buy another stack
        self.out: list[tuple[str, ...]] = []  # groups that share places, the first who were out first
        self.level = 0
        self.on_break = False
        self.round = 0  # of hand-for-hand; 0: not yet
        self.hand_for_hand = False
        self.final = False
        self.hands = 0
        self.last_table = 0
        self.last_move = 0
        self.moved = 0  # players, from one table to another
        self.tables_broken = 0
        self.chips_in = 0
        self.log: list[TournamentEvent] = []
        for event in past:
            self.apply(event)

    def apply(self, event: TournamentEvent) -> None:
        """One thing more has happened."""
        _FOLDS[type(event)](self, event)
        self.log.append(event)
        self._check_chips()

    # ---- what follows from it

    @property
    def alive(self) -> list[Entrant]:
        """Who may still win."""
        return [one for one in self.players.values() if one.alive]

    @property
    def entries(self) -> int:
        """How often somebody has entered."""
        return sum(1 + one.re_entries for one in self.players.values() if one.status != "withdrawn")

    @property
    def purchases(self) -> int:
        """How often the buy-in was paid."""
        more = sum(one.rebuys + one.added_on for one in self.players.values() if one.status != "withdrawn")
        return self.entries + more

    @property
    def pool(self) -> int:
        """The credits that are played for."""
        return max(self.purchases * self.settings.buy_in, self.settings.guarantee)

    @property
    def places_paid(self) -> int:
        """How many places get something, or would if anything were played for."""
        return paid_places(self.entries, self.settings.payouts)

    def chips(self) -> int:
        """All stacks and all pots (TN4)."""
        stacks = sum(one.stack for one in self.players.values())
        return stacks + sum(table.sabacc_pot for table in self.tables.values()) + sum(self.pots.values())

    def arrivals(self, table: int) -> list[Move]:
        """Who is on the way to a table."""
        return [move for move in self.moves.values() if move.table == table]

    def departures(self, table: int) -> list[Move]:
        """Who is on the way from a table."""
        return [move for move in self.moves.values() if move.source == table]

    def size(self, table: int) -> int:
        """Players at a table, those on their way to it among them."""
        return len(self.tables[table].players()) + len(self.arrivals(table))

    def free_seats(self, table: int) -> list[int]:
        """Seats that nobody has or is on the way to."""
        taken = {move.seat for move in self.arrivals(table)}
        return [seat for seat, who in enumerate(self.tables[table].seats) if not who and seat not in taken]

    def late_entry_open(self) -> bool:
        """Whether one may enter now."""
        if self.phase == "registering":
            return True
        return self.phase == "running" and self.level <= self.settings.late_until and not self.final

    def may_rebuy(self, player: str) -> bool:
        """Whether somebody may buy another stack once they have lost everything."""
        one = self.players[player]
        open_now = self.phase == "running" and self.level <= self.settings.rebuy_until
        return open_now and one.rebuys < self.settings.rebuys and not one.away

    # ---- how it works

    def _check_chips(self) -> None:
        if self.chips() != self.chips_in:
            raise ChipsLost(f"{self.chips_in} chips came in, and {self.chips()} are here (TN4)")

    def _free_seat(self, player: str) -> None:
        one = self.players[player]
        table = self.tables[one.table]
        table.seats[one.seat] = ""
        table.opened.append(one.seat)
        one.table, one.seat = 0, -1

    def _bring(self, player: str, chips: int) -> None:
        self.players[player].stack += chips
        self.chips_in += chips


# ---- one fold for each kind of event


def _entered(state: Tournament, event: log.Entered) -> None:
    state.players[event.player] = Entrant(event.player, event.name, event.bot)


def _withdrew(state: Tournament, event: log.Withdrew) -> None:
    state.players[event.player].status = "withdrawn"


def _started(state: Tournament, event: log.Started) -> None:
    state.phase = "running"
    state.level = 1


def _table_opened(state: Tournament, event: log.TableOpened) -> None:
    state.tables[event.table] = Table(event.table, [""] * event.seats, opened=list(range(event.seats)))
    state.last_table = event.table


def _seat_given(state: Tournament, event: log.SeatGiven) -> None:
    one = state.players[event.player]
    if event.source:
        state._free_seat(event.player)
        state.moved += 1
    else:
        state._bring(event.player, state.settings.stack)
    one.status = "moving"
    state.moves[event.move] = Move(event.move, event.player, event.source, event.table, event.seat, event.why)
    state.last_move = event.move


def _arrived(state: Tournament, event: log.Arrived) -> None:
    move = state.moves.pop(event.move)
    one = state.players[move.player]
    table = state.tables[move.table]
    one.status, one.table, one.seat = "playing", move.table, move.seat
    table.seats[move.seat] = move.player
    table.opened.remove(move.seat)


def _hand_played(state: Tournament, event: log.HandPlayed) -> None:
    table = state.tables[event.table]
    for player, stack in event.stacks.items():
        one = state.players[player]
        if one.stack and not stack:
            state.losses.append(Loss(player, event.table, one.stack))
            one.knocked_out_by = tuple(winner for winner in event.winners if winner != player)
        one.stack = stack
    table.sabacc_pot = event.sabacc_pot
    table.button = event.button
    big = table.seats[big_blind(dealing_order(table.seats, event.button))]
    for player in event.stacks:
        state.players[player].had_big_blind = player == big
    table.hands = event.number
    table.level_hands += 1
    table.round = state.round
    state.hands += 1


def _rebought(state: Tournament, event: log.Rebought) -> None:
    state._bring(event.player, state.settings.stack)
    state.players[event.player].rebuys += 1
    state.losses = [loss for loss in state.losses if loss.player != event.player]


def _add_on_taken(state: Tournament, event: log.AddOnTaken) -> None:
    state._bring(event.player, state.settings.add_on)
    state.players[event.player].added_on = True


def _busted(state: Tournament, event: log.Busted) -> None:
    for group in event.groups:
        for player in group:
            state._free_seat(player)
            state.players[player].status = "out"
        state.out.append(group)
    gone = {player for group in event.groups for player in group}
    state.losses = [loss for loss in state.losses if loss.player not in gone]


def _re_entered(state: Tournament, event: log.ReEntered) -> None:
    one = state.players[event.player]
    one.re_entries += 1
    one.status = "entered"
    one.away = False
    left = (tuple(player for player in group if player != event.player) for group in state.out)
    state.out = [group for group in left if group]


def _went_away(state: Tournament, event: log.WentAway) -> None:
    state.players[event.player].away = True


def _table_broken(state: Tournament, event: log.TableBroken) -> None:
    del state.tables[event.table]
    state.tables_broken += 1
    for target, amount in event.pots.items():
        state.pots[event.table, target] = amount


def _pot_arrived(state: Tournament, event: log.PotArrived) -> None:
    state.tables[event.table].sabacc_pot += state.pots.pop((event.source, event.table))


def _level_began(state: Tournament, event: log.LevelBegan) -> None:
    state.level = event.level
    for table in state.tables.values():
        table.level_hands = 0


def _break_began(state: Tournament, event: log.BreakBegan) -> None:
    state.on_break = True


def _break_ended(state: Tournament, event: log.BreakEnded) -> None:
    state.on_break = False


def _round_began(state: Tournament, event: log.RoundBegan) -> None:
    state.round = event.number
    state.hand_for_hand = True


def _hand_for_hand_ended(state: Tournament, event: log.HandForHandEnded) -> None:
    state.hand_for_hand = False


def _final_table(state: Tournament, event: log.FinalTable) -> None:
    state.final = True


def _finished(state: Tournament, event: log.Finished) -> None:
    """The winner gets what lies in pots (TN2)."""
    winner = state.alive[0] if state.alive else state.players[state.out[-1][0]]
    for table in state.tables.values():
        winner.stack += table.sabacc_pot
        table.sabacc_pot = 0
    winner.stack += sum(state.pots.values())
    state.pots.clear()
    state.phase = "finished"


def _cancelled(state: Tournament, event: log.Cancelled) -> None:
    state.phase = "cancelled"


_FOLDS: dict[type[TournamentEvent], Callable[[Tournament, Any], None]] = {
    log.Entered: _entered,
    log.Withdrew: _withdrew,
    log.Started: _started,
    log.TableOpened: _table_opened,
    log.SeatGiven: _seat_given,
    log.Arrived: _arrived,
    log.HandPlayed: _hand_played,
    log.Rebought: _rebought,
    log.AddOnTaken: _add_on_taken,
    log.Busted: _busted,
    log.ReEntered: _re_entered,
    log.WentAway: _went_away,
    log.TableBroken: _table_broken,
    log.PotArrived: _pot_arrived,
    log.LevelBegan: _level_began,
    log.BreakBegan: _break_began,
    log.BreakEnded: _break_ended,
    log.RoundBegan: _round_began,
    log.HandForHandEnded: _hand_for_hand_ended,
    log.FinalTable: _final_table,
    log.Finished: _finished,
    log.Cancelled: _cancelled,
}
