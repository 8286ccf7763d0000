"""Items staked in `sabacc play` (HR9): the person names a value, and the bots agree to it or not."""

from __future__ import annotations

import re

from sabacc.cli.language import say
from sabacc.cli.output import read_number
from sabacc.errors import SabaccError
from sabacc.game.items import Item
from sabacc.game.table import Game
from sabacc.messages import Message
from sabacc.rules import usual_stack

STAKE = re.compile(r"stake\s+(?!(?:for|at)\s)(?P<item>.*?\S)(?:\s+(?:for|at))?\s+(?P<value>\S+)", re.IGNORECASE)
TAKE = re.compile(r"take\s+(?P<item>.*\S)", re.IGNORECASE)


class TerminalItems:
    """What the person stakes, takes back and leaves."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.highest_value = usual_stack(game.rules) // 2

    def try_stake(self, text: str) -> bool:
        """Stakes an item if the text says so; whether it did. Raises where that can't be."""
        if text.split(" ")[0].lower() != "stake":
            return False
        if not self.game.rules.items:
            raise SabaccError(Message("play.no-items"))
        hand = self.game.hand
        if hand is not None and (hand.kind != "bet" or self.seat not in hand.waiting):
            raise SabaccError(Message("play.stake-when"))
        found = STAKE.fullmatch(text)
        value = read_number(found["value"]) if found is not None else None
        if found is None or value is None or value < 1:
            raise SabaccError(Message("play.stake-how"))
        self._agree(found["item"], value)
        self.game.stake_item(self.seat, found["item"], value)
        return True

    def _agree(self, item: str, value: int) -> None:
        """The bots are the Plutt here: they refuse a value above half a stack."""
        if value > self.highest_value:
            name = next(self.game.names[seat] for seat in self.game.seated() if seat != self.seat)
            raise SabaccError(Message("play.item-too-dear", name=name, item=item, most=self.highest_value))

    def try_take(self, text: str) -> bool:
        """Takes an item that is on offer to all, if the text says so; whether it did. Raises where that can't be."""
        found = TAKE.fullmatch(text)
        if found is None or not self.game.staked_items.items:
            return False
        self.take(self.game.staked_items.find(found["item"]))
        return True

    def take(self, item: Item) -> None:
        """Takes an item off the table for its price."""
        stack = self.game.stacks[self.seat]
        if item.price > stack:
            raise SabaccError(Message("play.item-costs", item=item.name, price=item.price, stack=stack))
        self.game.take_item(self.seat, item.name)

    def next_offer(self) -> Item | None:
        """The next item that the person may take or leave; the bots before them have no use for it."""
        for item in self.game.staked_items.items:
            while item.rights and item.rights[0] != self.seat:
                self.game.decline_item(item.rights[0], item.name)
            if item.rights:
                return item
        return None

    def on_offer(self) -> str:
        """What lies on the table for anybody who pays; empty if nothing does."""
        items = ", ".join(say("play.item", item=item.name, price=item.price) for item in self.game.staked_items.items)
        return say("play.on-offer", items=items) if items else ""
