"""Who sits where: random seats, the next blinds, and the seat that a player is moved to."""

from __future__ import annotations

from sabacc.chance import Chance
from sabacc.tournament.state import Table, Tournament, dealing_order


def table_sizes(players: int, seats: int) -> list[int]:
    """As few tables as there can be, as full as each other.

    >>> table_sizes(17, 8)
    [6, 6, 5]
    """
    tables = max(1, -(-players // seats))
    each, more = divmod(players, tables)
    return [each + (table < more) for table in range(tables)]


def final_table_size(seats: int, most: int) -> int:
    """With how many the last tables become one (RP-9): one more than usual, where the game has a seat for them.

    >>> final_table_size(6, 8), final_table_size(7, 8), final_table_size(8, 8), final_table_size(8, 10)
    (7, 7, 8, 9)
    """
    usual = {6: 7, 7: 7, 8: 9, 9: 9}.get(seats, seats)
    return min(usual, most)


def drawn_players(chance: Chance, number: int, players: list[str]) -> list[str]:
    """Players in a random order."""
    return list(chance.shuffle(number, players))


def drawn_seat(chance: Chance, state: Tournament, move: int, but: int = 0) -> tuple[int, int] | None:
    """A random table among the least full ones, then a random seat there (TDA 8, 10B); none, if all are full."""
    open_tables = [number for number in sorted(state.tables) if number != but and state.free_seats(number)]
    if not open_tables:
        return None
    fewest = min(map(state.size, open_tables))
    tables = [number for number in open_tables if state.size(number) == fewest]
    table = tables[chance.below("draw-table", move, len(tables))]
    seats = state.free_seats(table)
    return table, seats[chance.below("draw-seat", move, len(seats))]


def next_order(seats: list[str], button: int) -> list[int]:
    """The taken seats in the order in which the next hand is dealt, the next button last."""
    order = dealing_order(seats, button)
    return order[1:] + order[:1]


def hands_to_big_blind(order: list[int], seat: int) -> int:
    """How many hands from now a seat has the big blind; with two players the button has the small one (CH3)."""
    at = order.index(seat)
    return at if len(order) == 2 else (at - 1) % len(order)


def next_to_move(state: Tournament, table: Table, blinds: bool) -> str:
    """Whom balancing takes from a table: the next big blind (TDA 11A), or who would be dealt the first card.

    Where somebody came in between, and the one who had the big blind would have it again, it is the next after them.
    """
    order = next_order(table.seats, table.button)
    if not blinds:
        return table.seats[order[0]]
    wait = {table.seats[seat]: hands_to_big_blind(order, seat) for seat in order}
    return min(wait, key=lambda player: (state.players[player].had_big_blind, wait[player]))


def seat_to_fill(state: Tournament, table: Table, blinds: bool) -> int:
    """The seat at a table that balancing fills: the worst for the blinds, but never the small one; without blinds the
    seat that was left last (TDA 11A)."""
    free = state.free_seats(table.number)
    if not blinds:
        return max(free, key=table.opened.index)

    def wait(seat: int) -> tuple[bool, int]:
        seats = [*table.seats]
        seats[seat] = "newcomer"
        order = next_order(seats, table.button)
        small = len(order) > 2 and order[0] == seat
        return small, hands_to_big_blind(order, seat)

    return min(free, key=wait)
