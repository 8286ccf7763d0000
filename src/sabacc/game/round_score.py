"""A game that is won by rounds: as many rounds as players, each dealing once; most rounds win (CS12)."""

from __future__ import annotations

from collections.abc import Sequence


class RoundScore:
    """How such a game stands. Where hands are no rounds it stays empty."""

    def __init__(self) -> None:
        self.won: list[int] = []  # rounds, by seat
        self.due = 0
        self.played = 0
        self.contenders: tuple[int, ...] = ()  # who play out a tie

    def begin(self, players: int) -> None:
        """A round starts; the first one says how many there will be."""
        self.due = self.due or players

    def count(self, seat: int, seats: int) -> None:
        """A seat won a round."""
        self.won += [0] * (seats - len(self.won))
        self.won[seat] += 1
        self.played += 1

    def settle(self, seated: Sequence[int]) -> int | None:
        """Who has won the game, once all rounds are played; else None, and who is tied has to play it out."""
        if not self.due or self.played < self.due or not seated:
            return None
        most = max(map(self.rounds, seated))
        self.contenders = tuple(seat for seat in seated if self.rounds(seat) == most)
        return self.contenders[0] if len(self.contenders) == 1 else None

    def rounds(self, seat: int) -> int:
        """How many rounds a seat has won; none, if it has come since the last one ended."""
        return self.won[seat] if seat < len(self.won) else 0

    def forget(self, seat: int) -> None:
        """Whoever had this seat has left, and their rounds don't count any more."""
        if seat < len(self.won):
            self.won[seat] = 0
