"""Items staked instead of credits (HR9): the table keeps them, and who may take them back off it."""

from __future__ import annotations

from sabacc.errors import IllegalAction, SabaccError
from sabacc.messages import Message


class Item:
    """An item on the table, at the price the Plutt set."""

    __slots__ = ("name", "owner", "price", "rights")

    def __init__(self, name: str, price: int, owner: int) -> None:
        self.name = name
        self.price = price
        self.owner = owner
        # Who may take it, in order; None until the hand it was staked in is over.
        self.rights: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        return f"<Item {self.name} at {self.price}>"


class StakedItems:
    """The items a table holds."""

    def __init__(self) -> None:
        self.items: list[Item] = []

    def find(self, name: str) -> Item:
        """The item of that name."""
        for item in self.items:
            if item.name == name:
                return item
        here = ", ".join(item.name for item in self.items) or "nothing"
        raise SabaccError(Message("refusal.item-unknown", name=repr(name), here=here))

    def add(self, name: str, price: int, owner: int) -> None:
        """An item is staked."""
        if not name or name != name.strip():
            raise SabaccError(Message("refusal.item-name", name=repr(name)))
        if any(item.name == name for item in self.items):
            raise SabaccError(Message("refusal.item-there", item=name))
        self.items.append(Item(name, price, owner))

    def hand_over(self, winners: tuple[int, ...], seated: list[int]) -> None:
        """The hand is over: its main pot's winners may take what was staked in it, then the first owner."""
        for item in self.items:
            if item.rights is None:
                order = [*winners, item.owner]
                item.rights = tuple(seat for seat in dict.fromkeys(order) if seat in seated)

    def forget(self, seat: int) -> None:
        """Whoever had this seat has left, and takes every right along."""
        for item in self.items:
            item.owner = -1 if item.owner == seat else item.owner
            if item.rights is not None:
                item.rights = tuple(other for other in item.rights if other != seat)

    def lapse(self) -> None:
        """A new hand begins: rights that were not used are gone, and everything is on offer to all."""
        for item in self.items:
            if item.rights is not None:
                item.rights = ()

    def check_turn(self, item: Item, seat: int) -> None:
        """Refuses a seat that others come before."""
        if item.rights is None:
            raise IllegalAction(Message("refusal.item-hand-not-over", item=item.name))
        if item.rights and seat != item.rights[0]:
            raise IllegalAction(Message("refusal.item-first", item=item.name, name=item.rights[0]))

    def take(self, name: str, seat: int, stack: int) -> Item:
        """A seat with such a stack takes an item for its price."""
        item = self.find(name)
        self.check_turn(item, seat)
        if stack < item.price:
            raise IllegalAction(f"{name} costs {item.price}, and seat {seat} has {stack}.")
        self.items.remove(item)
        return item

    def decline(self, name: str, seat: int) -> None:
        """A seat does not want what it may take first."""
        item = self.find(name)
        self.check_turn(item, seat)
        if not item.rights:
            raise IllegalAction(Message("refusal.item-for-all", item=item.name))
        item.rights = item.rights[1:]
