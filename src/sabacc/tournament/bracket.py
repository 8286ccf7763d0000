"""A knock-out for games that are won by rounds: the winner of each table goes on (TN3). Without chips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sabacc.chance import Chance
from sabacc.tournament.seating import drawn_players, table_sizes


class Bracket:
    """Who plays whom, round by round, until one is left."""

    def __init__(self, players: list[str], seats: int, chance: Chance) -> None:
        self.seats = seats
        self.chance = chance
        self.round = 0
        self.tables: list[list[str]] = []  # of this round
        self.winners: dict[int, str] = {}  # of those that have ended, by table
        self.rounds_won: dict[str, int] = {}  # of who has lost at a table of this round
        self.out: list[tuple[str, ...]] = []  # groups that share places, the first who were out first
        self._draw(players)

    @property
    def champion(self) -> str | None:
        """Who has won, if it is over."""
        return self.tables[0][0] if len(self.tables) == 1 and len(self.tables[0]) == 1 else None

    def table_won(self, table: int, winner: str, rounds: Mapping[str, int]) -> None:
        """A table has ended: who won, and how many rounds each has won there."""
        assert winner in self.tables[table]
        assert table not in self.winners
        self.winners[table] = winner
        self.rounds_won |= {player: rounds.get(player, 0) for player in self.tables[table] if player != winner}
        if len(self.winners) == len(self.tables):
            self._end_round()

    def places(self) -> list[list[str]]:
        """Groups that share places, the best first."""
        champion = [[self.champion]] if self.champion is not None else []
        return champion + [list(group) for group in reversed(self.out)]

    def _end_round(self) -> None:
        """Of those who are out in the same round, more rounds won place higher, and as many share."""
        groups: dict[int, list[str]] = defaultdict(list)
        for player, won in self.rounds_won.items():
            groups[won].append(player)
        self.out += [tuple(groups[won]) for won in sorted(groups)]
        through = [self.winners[table] for table in sorted(self.winners)]
        self.winners, self.rounds_won = {}, {}
        self._draw(through)

    def _draw(self, players: list[str]) -> None:
        self.round += 1
        drawn = drawn_players(self.chance, self.round, players)
        self.tables = []
        for size in table_sizes(len(drawn), self.seats):
            self.tables.append(drawn[:size])
            drawn = drawn[size:]
