"""Settling in corellian-house (CH20–CH25)."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.records.settlement.case import CasePlayer, Settlement, expect
from sabacc.variants.corellian.showdown import settle_flower


class CorellianSettlement(Settlement):
    """corellian-house (CH20–CH25)."""

    tie_field = "blind_draw"
    foreign_fields = ("caller", "sudden_demise", "gold", "silver", "tie_draw")
    clause = "CH10"
    tie_clause = "CH25"

    def check_player(self, player: CasePlayer, cards: tuple[Card, ...]) -> None:
        expect(len(cards) in (4, 5), f"{player.name} must show four or five cards, not {len(cards)} (CH4, CH11).")

    def settle(self) -> None:
        settle_flower(self.case, self.events.append, self.draw)
