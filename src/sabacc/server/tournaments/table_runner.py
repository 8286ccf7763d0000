"""The tables of one tournament: they are made to be what the director's log says, however often that is done."""

from __future__ import annotations

import secrets

import msgspec

from sabacc.rules import BEHAVIOUR, Rules, store_rules
from sabacc.server.storage.store import Store
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.settings import Settings, complete_settings
from sabacc.server.tables import Tables
from sabacc.server.tournaments.director_log import StoredTournament
from sabacc.tournament import Director, Tournament
from sabacc.tournament.events import HandPlayed
from sabacc.tournament.state import Entrant, Move

HOST = "director"  # the host of all tables; nobody has this id


def table_id_of(tournament: str, number: int) -> str:
    """The id of a tournament's table."""
    return f"{tournament}t{number}"


class TableRunner:
    """Carries out for the tables what a director has decided, and tells what happened there."""

    def __init__(self, one: StoredTournament, tables: Tables, store: Store) -> None:
        self.one = one
        self.tables = tables
        self.store = store
        self.state = Tournament(one.plan.settings)  # as the log has it

    def find(self, number: int) -> Table | None:
        """A table, unless it is being mended."""
        return self.tables.get(table_id_of(self.one.id, number))

    def busy(self, state: Tournament) -> set[int]:
        """The tables that play a hand, or may begin one at any moment, or are being mended."""
        return {number for number in state.tables if not self._is_at_rest(number)}

    def finished_hands(self, state: Tournament) -> list[HandPlayed]:
        """Hands that are over, and that the director doesn't know of yet."""
        found = []
        for number, here in state.tables.items():
            table = self.find(number)
            if table is None or table.state.in_hand or table.durable_version != table.state.version:
                continue
            if table.state.game.number > here.hands:
                found.append(self._hand_played(number, here.seats, table))
        return found

    def _hand_played(self, number: int, seats: list[str], table: Table) -> HandPlayed:
        game, hand = table.state.game, table.state.hand
        stacks = {player: game.stacks[seat] for seat, player in enumerate(seats) if player}
        result = hand.result if hand is not None and hand.over else None
        winners = tuple(seats[seat] for seat in result.winners) if result is not None else ()
        return HandPlayed(number, game.number, game.button, stacks, game.sabacc_pot, winners)

    async def open_missing(self, state: Tournament) -> None:
        """Opens the tables that the director has set up."""
        for number in state.tables:
            table_id = table_id_of(self.one.id, number)
            if table_id not in self.tables and table_id not in self.tables.mending:
                self.tables.add(Table.open(table_id, self._opening(number, state), self.tables.context))
        await self.store.flush()

    def close_broken(self, state: Tournament) -> None:
        """Closes tables that are broken, once everybody has left them, and all of them at the end."""
        for number in range(1, state.last_table + 1):
            table = self.find(number)
            if table is None or not self._is_at_rest(number) or (number in state.tables and state.phase == "running"):
                continue
            close_table(table)

    def settle(self, director: Director) -> None:
        """Makes the tables between two hands what the log says: who is gone, who comes, what they have, and the rules."""
        state = director.state
        for number in list(state.tables):
            table = self.find(number)
            if table is not None and self._is_at_rest(number):
                self._send_off(table, state, number)
                self._bring_back(table, state, number)
                self._set_rules(table, state)
        for move in director.ready_moves():
            if self._may_sit(move):
                self._seat(move, state)
                director.arrived(move.number)
        for source, target in director.ready_pots():
            table = self.find(target)
            if table is not None and self._is_at_rest(target):
                if source not in table.state.pots_brought:
                    table.submit(en.PotBrought(source, state.pots[source, target]))
                director.pot_arrived(source, target)

    def _send_off(self, table: Table, state: Tournament, number: int) -> None:
        """Whoever has been moved away, or is out, gets up."""
        names = self._names(state, number)
        for seat in table.state.game.seated():
            if names.get(seat) != table.state.game.names[seat]:
                table.submit(en.GotUp(seat))

    def _bring_back(self, table: Table, state: Tournament, number: int) -> None:
        """Whoever belongs here and is not, since the table was put back to how it was earlier, sits down."""
        for seat, player in enumerate(state.tables[number].seats):
            if player and state.players[player].name not in table.state.game.names:
                self._sit_down(table, seat, state.players[player])

    def _set_rules(self, table: Table, state: Tournament) -> None:
        rules = store_rules(self._rules(state))
        if store_rules(table.state.game.rules) != rules:
            table.submit(en.NewRules(rules, BEHAVIOUR))

    def _may_sit(self, move: Move) -> bool:
        """Whether a player has left the table they come from, and can sit down at the other one."""
        if move.source and not self._is_at_rest(move.source):
            return False
        return self.find(move.table) is not None and self._is_at_rest(move.table)

    def _seat(self, move: Move, state: Tournament) -> None:
        entrant = state.players[move.player]
        source, table = (self.find(move.source) if move.source else None), self.find(move.table)
        assert table is not None
        if source is not None and entrant.name in source.state.game.names:
            source.submit(en.GotUp(source.state.game.names.index(entrant.name)))
        if entrant.name not in table.state.game.names:
            self._sit_down(table, move.seat, entrant)

    def _sit_down(self, table: Table, seat: int, entrant: Entrant) -> None:
        person, bot = (None, entrant.bot) if entrant.bot else (entrant.player, None)
        table.submit(en.SatDown(seat, entrant.name, entrant.stack, person=person, bot=bot))

    def _rules(self, state: Tournament) -> Rules:
        """The rules of the level; the table's own clock has no say in levels."""
        rules = self.one.plan.settings.rules_at(max(1, state.level))
        return msgspec.structs.replace(rules, level_minutes=0, level_hands=0) if rules.schedule else rules

    def _names(self, state: Tournament, number: int) -> dict[int, str]:
        """Who belongs to a table, by seat; those whose way there is done already at the table are among them."""
        seats = enumerate(state.tables[number].seats)
        coming = {move.seat: state.players[move.player].name for move in state.arrivals(number)}
        return {**coming, **{seat: state.players[player].name for seat, player in seats if player}}

    def let_deal(self, director: Director) -> None:
        """Lets every table begin a hand that may."""
        for number in list(director.state.tables):
            table = self.find(number)
            if table is not None and self._is_at_rest(number) and director.may_deal(number):
                director.deal(number)
                table.may_deal = True
                table.resume()

    def _is_at_rest(self, number: int) -> bool:
        table = self.find(number)
        if table is None:
            return table_id_of(self.one.id, number) not in self.tables.mending
        here = self.state.tables.get(number)
        unreported = here is not None and table.state.game.number > here.hands
        return not (table.state.in_hand or table.may_deal or table.broken or unreported)

    def _opening(self, number: int, state: Tournament) -> en.Opened:
        plan = self.one.plan
        rules = self._rules(state)
        settings = Settings(
            title=f"{plan.title} · {number}"[:60],
            seats=len(state.tables[number].seats),
            stack=plan.settings.stack,
            access="link",
            pace=plan.pace,
            clocks=plan.clocks,
        )
        complete = complete_settings(settings, rules)
        return en.Opened(
            complete,
            store_rules(rules),
            HOST,
            plan.host_name,
            secrets.token_hex(32),
            BEHAVIOUR,
            tournament=self.one.id,
        )


def close_table(table: Table) -> None:
    """Everybody gets up, and the table closes; a hand is not played at it."""
    for seat in table.state.game.seated():
        table.submit(en.GotUp(seat))
    if not table.state.game.closed:
        table.submit(en.Ended())
