"""Settling in the 76-card family (H1–H13)."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.events import Dealt, Event
from sabacc.hands.sides import DARK, LIGHT
from sabacc.records.settlement.case import CasePlayer, Settlement, expect
from sabacc.variants.family76.showdown import settle


class ClassicSettlement(Settlement):
    """The 76-card family (H1–H13)."""

    tie_field = "sudden_demise"
    foreign_fields = ("blind_draw", "gold", "silver", "tie_draw")

    def check_player(self, player: CasePlayer, cards: tuple[Card, ...]) -> None:
        expect(len(cards) >= 2, f"{player.name} must show at least two cards, not {len(cards)} (CC8).")
        expect(player.side in (None, LIGHT, DARK), f"{player.name}'s side must be light or dark, not {player.side!r}.")
        expect(not self.rules.sides or bool(player.side), f"{player.name} needs a side: light or dark (FO1).")
        for card in self.deck.read_all(player.field):
            often = list(player.field).count(card) <= cards.count(card)
            expect(often, f"{card} lies in {player.name}'s field, but not (so often) in the hand (F1).")

    def settle(self) -> None:
        settle(self.case, self.events.append, self.draw)

    def tie_event(self, seat: int, card: Card) -> Event:
        return Dealt(seat, 0, 0, card, True)
