"""The director of a tournament: what happens next, by the rules of the Tournament Directors Association (TDA).

Whoever runs the tables asks `may_deal` before each hand, reports hands that are over, carries out moves, and has the clock.
"""

from __future__ import annotations

from collections.abc import Container

from sabacc.betting import shares
from sabacc.chance import Chance
from sabacc.errors import IllegalAction
from sabacc.messages import Message
from sabacc.rules import most_players
from sabacc.tournament import events as log
from sabacc.tournament.balancing import balance_wanted, table_to_break, too_short, wants_final_table
from sabacc.tournament.events import SeatReason, TournamentEvent
from sabacc.tournament.places import groups_of
from sabacc.tournament.seating import drawn_players, drawn_seat, next_to_move, seat_to_fill, table_sizes
from sabacc.tournament.state import Move, Tournament


class Director:
    """Decides for one tournament. Everything decided is an event of `state.log`."""

    def __init__(self, state: Tournament, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.busy: set[int] = set()  # tables in the middle of a hand
        self.add_ons_wanted: set[str] = set()
        game = state.settings.game
        self.blinds = bool(game.blinds[1])
        self.most_at_table = most_players(game)

    # ---- people

    def enter(self, player: str, name: str, bot: str = "") -> None:
        """Somebody enters; who comes late is seated with a full stack (TDA 8)."""
        state = self.state
        known = state.players.get(player)
        if not state.late_entry_open():
            raise IllegalAction(Message("refusal.tournament-entry-closed"))
        if known is not None and known.status != "withdrawn":
            raise IllegalAction(Message("refusal.tournament-entered-already"))
        if state.entries >= state.settings.most_entries:
            raise IllegalAction(Message("refusal.tournament-full"))
        self._note(log.Entered(player, name, bot))
        self.tend()

    def withdraw(self, player: str) -> None:
        """Somebody is out again before the start."""
        if self.state.phase != "registering" or self._status(player) != "entered":
            raise IllegalAction(Message("refusal.tournament-not-entered"))
        self._note(log.Withdrew(player))

    def start(self) -> None:
        """Draws the seats, and begins."""
        entered = [one.player for one in self.state.players.values() if one.status == "entered"]
        if self.state.phase != "registering" or len(entered) < 2:
            raise IllegalAction(Message("refusal.tournament-cannot-start"))
        self._note(log.Started())
        drawn = iter(drawn_players(self.chance, 0, entered))
        for size in table_sizes(len(entered), self.state.settings.seats):
            table = self._open_table(self.state.settings.seats)
            for _ in range(size):
                self._give_free_seat(next(drawn), table, "entry")

    def cancel(self) -> None:
        """Calls it off, before the start."""
        if self.state.phase != "registering":
            raise IllegalAction(Message("refusal.tournament-cannot-cancel"))
        self._note(log.Cancelled())

    def re_enter(self, player: str) -> None:
        """Somebody who is out enters again, with a new stack in a random seat (TDA 8)."""
        state = self.state
        if self._status(player) != "out" or not state.late_entry_open():
            raise IllegalAction(Message("refusal.tournament-entry-closed"))
        if state.players[player].re_entries >= state.settings.re_entries:
            raise IllegalAction(Message("refusal.tournament-no-more-entries", most=state.settings.re_entries))
        self._note(log.ReEntered(player))
        self.tend()

    def leave(self, player: str) -> None:
        """Somebody leaves for good; their chips stay in play."""
        if not self.state.players[player].alive:
            raise IllegalAction(Message("refusal.tournament-not-entered"))
        if not self.state.players[player].away:
            self._note(log.WentAway(player))

    def add_on(self, player: str) -> None:
        """Somebody buys the chips that everybody may buy once; in mid-hand they come when it is over."""
        state = self.state
        one = state.players[player]
        due = state.settings.add_on and state.level == state.settings.rebuy_until + 1
        if not due or not one.alive or one.added_on:
            raise IllegalAction(Message("refusal.tournament-no-add-on"))
        self.add_ons_wanted.add(player)
        self.tend()

    # ---- the clock

    def next_level(self) -> None:
        """The clock says that a level is over; the next one counts from the next hand of each table (TDA 23)."""
        state = self.state
        over = state.level
        if state.phase != "running" or over >= len(state.settings.levels):
            return
        self._note(log.LevelBegan(over + 1))
        if state.settings.break_every and over % state.settings.break_every == 0:
            self._note(log.BreakBegan())
        self.tend()

    def end_break(self) -> None:
        """The break is over."""
        if self.state.on_break:
            self._note(log.BreakEnded())

    # ---- tables

    def may_deal(self, table: int) -> bool:
        """Whether a table may begin a hand now."""
        state = self.state
        if state.phase != "running" or state.on_break or table in self.busy or table not in state.tables:
            return False
        here = state.tables[table]
        if len(here.players()) < 2 or self._something_on_its_way(table):
            return False
        if state.hand_for_hand:
            return here.round < state.round
        return not (self._waits_for_level(table) or self._waits_for_others(table))

    def deal(self, table: int) -> None:
        """A hand begins."""
        assert self.may_deal(table), f"table {table} has to wait"
        self.busy.add(table)

    def hand_played(self, hand: log.HandPlayed, rebuying: Container[str] = ()) -> None:
        """A hand is over; who lost everything and may, buys another stack if they are among those who want to."""
        self.busy.discard(hand.table)
        self._note(hand)
        for loss in list(self.state.losses):
            if loss.table == hand.table and loss.player in rebuying and self.state.may_rebuy(loss.player):
                self._note(log.Rebought(loss.player))
        self.tend()

    def ready_moves(self) -> list[Move]:
        """Moves that can be done now: to tables between two hands."""
        return [move for move in self.state.moves.values() if move.table not in self.busy]

    def arrived(self, move: int) -> None:
        """A move is done."""
        self._note(log.Arrived(move))
        self.tend()

    def ready_pots(self) -> list[tuple[int, int]]:
        """Parts of broken tables' sabacc pots that can be added to others' now."""
        return [(source, table) for source, table in self.state.pots if table not in self.busy]

    def pot_arrived(self, source: int, table: int) -> None:
        """Such a part is there."""
        self._note(log.PotArrived(source, table))
        self.tend()

    # ---- what is decided

    def tend(self) -> None:
        """Does whatever is due, until nothing is."""
        while self.state.phase == "running" and self._do_next():
            pass

    def _do_next(self) -> bool:
        """One thing that is due; whether there was one."""
        if self._bust() or self._finish() or self._give_add_on():
            return True
        if self.state.hand_for_hand and not self._round_is_over():
            return False
        return (
            self._seat_newcomer()
            or self._make_final_table()
            or self._break_table()
            or self._balance()
            or self._go_up()
            or self._go_hand_for_hand()
        )

    def _bust(self) -> bool:
        """Who has lost everything is out; hand-for-hand, when all tables have played (RP-8)."""
        state = self.state
        if not state.losses or (state.hand_for_hand and not self._round_is_over()):
            return False
        self._note(log.Busted(groups_of(state.losses)))
        if state.hand_for_hand and len(state.alive) <= state.places_paid:
            self._note(log.HandForHandEnded())
        return True

    def _finish(self) -> bool:
        if len(self.state.alive) > 1 or self.busy:
            return False
        self._note(log.Finished())
        return True

    def _give_add_on(self) -> bool:
        for player in sorted(self.add_ons_wanted):
            one = self.state.players[player]
            if not one.alive:
                self.add_ons_wanted.discard(player)
            elif one.table not in self.busy:
                self.add_ons_wanted.discard(player)
                self._note(log.AddOnTaken(player))
                return True
        return False

    def _seat_newcomer(self) -> bool:
        state = self.state
        player = next((one.player for one in state.players.values() if one.status == "entered"), None)
        if player is None:
            return False
        drawn = drawn_seat(self.chance, state, state.last_move + 1)
        if drawn is None:
            self._open_table(state.settings.seats)
            return True
        self._give_seat(player, *drawn, "entry")
        return True

    def _make_final_table(self) -> bool:
        """All draw new seats at a new table."""
        state = self.state
        if not wants_final_table(state, self.most_at_table) or not self._all_at_rest():
            return False
        old = sorted(state.tables)
        players = [player for number in old for player in state.tables[number].players()]
        table = self._open_table(max(len(players), state.settings.seats))
        for player in drawn_players(self.chance, table, players):
            self._give_free_seat(player, table, "final-table")
        for number in old:
            self._note(log.TableBroken(number, _parts(state.tables[number].sabacc_pot, [table])))
        self._note(log.FinalTable(table))
        return True

    def _break_table(self) -> bool:
        """Its players draw tables and seats (TDA 10B), and its sabacc pot goes where they go (TN2)."""
        state = self.state
        table = table_to_break(state)
        if not table or table in self.busy or self._something_on_its_way(table) or self._final_is_due():
            return False
        targets: dict[int, None] = {}  # in the order in which they were drawn
        for player in state.tables[table].players():
            drawn = drawn_seat(self.chance, state, state.last_move + 1, but=table)
            assert drawn is not None, "a table is broken when there is room elsewhere"
            self._give_seat(player, *drawn, "break")
            targets[drawn[0]] = None
        heirs = list(targets) or [number for number in sorted(state.tables) if number != table]
        self._note(log.TableBroken(table, _parts(state.tables[table].sabacc_pot, heirs)))
        return True

    def _balance(self) -> bool:
        """The next big blind goes to the worst seat (TDA 11A)."""
        state = self.state
        wanted = balance_wanted(state, self._idle()) if not self._final_is_due() else None
        if wanted is None or not self._idle().issuperset(wanted):
            return False
        if any(self._something_on_its_way(table) for table in wanted):
            return False
        player = next_to_move(state, state.tables[wanted.source], self.blinds)
        seat = seat_to_fill(state, state.tables[wanted.target], self.blinds)
        self._give_seat(player, wanted.target, seat, "balance")
        return True

    def _go_up(self) -> bool:
        """The next level, where levels are counted in hands and every table has played its own (RP-19)."""
        if not self._playing() or self.busy or not all(map(self._waits_for_level, self._playing())):
            return False
        self.next_level()
        return True

    def _go_hand_for_hand(self) -> bool:
        if not (self.state.hand_for_hand or self._money_is_near()) or not self._all_at_rest():
            return False
        self._note(log.RoundBegan(self.state.round + 1))
        return True

    # ---- what has to wait for what

    def _waits_for_level(self, table: int) -> bool:
        settings = self.state.settings
        more = settings.level_hands and self.state.level < len(settings.levels)
        return bool(more) and self.state.tables[table].level_hands >= settings.level_hands

    def _waits_for_others(self, table: int) -> bool:
        """Whether something is about to happen for which a table is needed."""
        state = self.state
        if self._final_is_due() or self._money_is_near() or table == table_to_break(state):
            return True
        wanted = balance_wanted(state, self._idle())
        if wanted is not None and (
            table == wanted.source or (table == wanted.target and wanted.source in self._idle())
        ):
            return True
        return too_short(state, table)

    def _final_is_due(self) -> bool:
        return wants_final_table(self.state, self.most_at_table)

    def _money_is_near(self) -> bool:
        """Whether the next one who is out gets nothing, and those after them something."""
        state = self.state
        closed = not state.late_entry_open() and not (
            state.settings.rebuys and state.level <= state.settings.rebuy_until
        )
        return (
            closed and len(state.tables) > 1 and len(state.alive) == state.places_paid + 1 and not state.hand_for_hand
        )

    def _idle(self) -> set[int]:
        return set(self.state.tables) - self.busy

    def _something_on_its_way(self, table: int) -> bool:
        """Whether players or credits are on their way to or from a table."""
        state = self.state
        return bool(state.arrivals(table) or state.departures(table)) or any(table == to for _, to in state.pots)

    def _all_at_rest(self) -> bool:
        return not (self.busy or self.state.moves or self.state.pots)

    def _round_is_over(self) -> bool:
        state = self.state
        return not self.busy and all(state.tables[table].round == state.round for table in self._playing())

    def _playing(self) -> list[int]:
        """Tables that have somebody to play with."""
        return [table for table in self.state.tables if self.state.size(table) > 1]

    # ---- noting it

    def _note(self, event: TournamentEvent) -> None:
        self.state.apply(event)

    def _status(self, player: str) -> str:
        known = self.state.players.get(player)
        return known.status if known is not None else ""

    def _open_table(self, seats: int) -> int:
        number = self.state.last_table + 1
        self._note(log.TableOpened(number, seats))
        return number

    def _give_free_seat(self, player: str, table: int, why: SeatReason) -> None:
        """A random free seat at a table."""
        free = self.state.free_seats(table)
        drawn = self.chance.below("draw-seat", self.state.last_move + 1, len(free))
        self._give_seat(player, table, free[drawn], why)

    def _give_seat(self, player: str, table: int, seat: int, why: SeatReason) -> None:
        source = self.state.players[player].table
        self._note(log.SeatGiven(self.state.last_move + 1, player, table, seat, why, source))


def _parts(pot: int, targets: list[int]) -> dict[int, int]:
    """Equal parts for each, odd credits to the first (TN2)."""
    if not pot:
        return {}
    found = shares(pot, targets, odd_to_first=True)
    return {table: amount for table, amount in found if amount}
