"""What a teller remembers of a hand, to say "bets" or "raises", "all-in", and "everybody else has folded"."""

from __future__ import annotations

from sabacc.game import events as ev
from sabacc.game.actions import kind_of


class HandMemory:
    """The hand so far, as much as later sentences need."""

    def __init__(self) -> None:
        self.stacks: list[int] = []
        self.standing = 0  # the bet to match
        self.bets: dict[int, int] = {}
        self.last_action = ""
        self.called_with_a_bet = False  # the last action called the hand too (PG5)
        self.alternates_play_and_betting = False
        self.shown_any = False

    def remember(self, event: ev.Event) -> None:
        """Takes in one more event, before it is told."""
        if isinstance(event, ev.HandStarted):
            self.stacks = list(event.stacks)
            self.standing = 0
            self.bets = {}
            self.alternates_play_and_betting = self.shown_any = False
        elif isinstance(event, ev.BettingStarted):
            self.standing = event.standing
            self.bets = {}
        elif isinstance(event, ev.RoundStarted):
            self.alternates_play_and_betting = True
        elif isinstance(event, ev.Shown):
            self.shown_any = True
        elif isinstance(event, ev.Acted):
            self.last_action = kind_of(event.action)
            self.called_with_a_bet = getattr(event.action, "and_call", False)
        elif isinstance(event, ev.Paid):
            self._remember_payment(event)

    def _remember_payment(self, event: ev.Paid) -> None:
        if self.stacks:
            self.stacks[event.seat] -= event.amount
        if event.why in ("bet", "big-blind"):
            self.bets[event.seat] = self.bets.get(event.seat, 0) + event.amount
            self.standing = max(self.standing, self.bets[event.seat])

    @property
    def alone(self) -> bool:
        """Nobody had to show a hand."""
        return not self.shown_any and bool(self.stacks)
