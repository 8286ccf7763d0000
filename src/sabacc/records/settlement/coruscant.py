"""Settling in coruscant-shift (CS9–CS11)."""

from __future__ import annotations

from typing import Any

from sabacc.cards import Card
from sabacc.errors import CaseError
from sabacc.game.events import RoundWon
from sabacc.hands.dice import check_dice
from sabacc.records.settlement.case import CasePlayer, Settlement, expect
from sabacc.rules import plays_for_rounds
from sabacc.variants.coruscant.showdown import settle_selection


class CoruscantSettlement(Settlement):
    """coruscant-shift (CS9–CS11)."""

    tie_field = "tie_draw"
    foreign_fields = ("caller", "sudden_demise", "blind_draw")
    clause = "CS11"
    tie_clause = "CS10"

    def cards_of(self, player: CasePlayer) -> list[str] | str:
        return player.selection or player.hand

    def needs_credits(self) -> bool:
        return not plays_for_rounds(self.rules)

    def check(self) -> None:
        check_dice(self.rules, self.given.gold, self.given.silver, CaseError)
        super().check()

    def check_player(self, player: CasePlayer, cards: tuple[Card, ...]) -> None:
        expect(1 <= len(cards) <= 5, f"{player.name}'s selection must have one to five cards, not {len(cards)} (CS5).")

    def settle(self) -> None:
        settle_selection(self.case, self.given.gold or 0, str(self.given.silver), self.events.append, self.draw)

    def answer(self) -> dict[str, Any]:
        answer = super().answer()
        won = [event.seat for event in self.events if isinstance(event, RoundWon)]
        answer["winner"] = won[0] if won else self.case.live.index(True)
        return answer
