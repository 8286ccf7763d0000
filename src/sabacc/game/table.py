"""A table over many hands: seats, stacks, the button, the sabacc pot, and who comes and goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from sabacc.betting import shares_by_weight
from sabacc.chance import Chance
from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.events import (
    CameBack,
    Closed,
    ItemDeclined,
    ItemStaked,
    ItemTaken,
    LevelSet,
    Rebought,
    RulesChanged,
    Sat,
    SatOut,
)
from sabacc.game.hand import Flow
from sabacc.game.seats import Seats
from sabacc.rules import Rules, find_preset, most_players, read_rules, write_rules

MOST_CREDITS = 1_000_000_000_000
LONGEST_NAME = 60


class Game(Seats):
    """A table. `deal` starts a hand; between hands players sit down, leave, rebuy and sit out; `close` ends it.

    An empty seat has an empty name. Everything that happens is in `events`.
    """

    writer: ClassVar[Callable[[Game], str] | None] = None  # the text form of a game; `sabacc.records` puts it here

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        stacks: Sequence[int],
        chance: Chance,
        make_flow: Callable[[Rules], Flow],
        clock: bool = False,
    ) -> None:
        super().__init__(rules, chance, make_flow, clock)
        for name, stack in zip(names, stacks, strict=True):
            self.sit(name, stack)

    def __repr__(self) -> str:
        return f"<Game of {self.rules.preset}: {len(self.seated())} players, {self.number} hands>"

    def record(self) -> str:
        """The whole game as text, with its seed; see `sabacc.records`."""
        if Game.writer is None:
            raise SabaccError("import sabacc, whose records know how to write a game.")
        return Game.writer(self)

    # ---- between hands

    def sit(self, name: str, stack: int, seat: int | None = None) -> int:
        """A player sits down, in the first empty seat or the one named, and plays from the next hand (T12)."""
        self._between_hands("sit down")
        most = most_players(self.rules)
        check_name(name)
        if name in self.names:
            raise SabaccError(f"there is a {name} at the table already.")
        _check_credits(stack, least=0)
        if len(self.seated()) >= most:
            raise SabaccError(f"the table is full: {self.rules.preset} has at most {most} players here (T9, HR12).")
        seat = self._seat_for(seat, find_preset(self.rules.preset).players[1])
        while len(self.names) <= seat:
            self._add_seat()
        self.names[seat] = name
        self.sitting_out[seat] = False
        self._stacks[seat] = stack
        self.credits_in += stack
        self._past.append(Sat(seat, name, stack))
        return seat

    def leave(self, seat: int) -> None:
        """A player leaves with their credits; in mid-hand they are folded at the first chance (T10)."""
        self._check_seat(seat)
        if self.closed:
            raise IllegalAction("the table is closed: everybody has their credits already.")
        if self.hand is not None:
            self.hand.leave(seat)
        else:
            self._free_seat(seat)

    def rebuy(self, seat: int, amount: int) -> None:
        """A player brings more credits."""
        self._between_hands("rebuy")
        self._check_seat(seat)
        _check_credits(amount, least=1)
        self._stacks[seat] += amount
        self.credits_in += amount
        self._past.append(Rebought(seat, amount))

    def sit_out(self, seat: int) -> None:
        """A player is not dealt in until they come back."""
        self._between_hands("sit out")
        self._check_seat(seat)
        if self.sitting_out[seat]:
            raise IllegalAction(f"seat {seat} sits out already.")
        self.sitting_out[seat] = True
        self._past.append(SatOut(seat))

    def come_back(self, seat: int) -> None:
        """A player who sat out is dealt in again."""
        self._between_hands("come back")
        self._check_seat(seat)
        if not self.sitting_out[seat]:
            raise IllegalAction(f"seat {seat} does not sit out.")
        self.sitting_out[seat] = False
        self._past.append(CameBack(seat))

    def change_rules(self, rules: Rules | dict[str, object]) -> None:
        """House rules change from the next hand on; the preset stays."""
        self._between_hands("change rules")
        new = read_rules(rules)
        if new.preset != self.rules.preset:
            raise SabaccError(f"a table of {self.rules.preset} can't turn into {new.preset}: open another one.")
        if len(self.seated()) > most_players(new):
            raise SabaccError(
                f"{len(new.deck)} cards are too few for {len(self.seated())} players: two for each (HR12)."
            )
        self.rules = new
        self.flow = self.make_flow(new)
        self._past.append(RulesChanged(write_rules(new)))

    def set_level(self, level: int) -> None:
        """A level of the blinds schedule, counted from 1, takes effect with the next hand."""
        self._between_hands("change the blinds")
        schedule = self.rules.schedule
        if not 1 <= level <= len(schedule):
            raise SabaccError(f"the schedule has levels 1 to {len(schedule)}, not {level}.")
        small, big, price = schedule[level - 1]
        self.rules = read_rules({**write_rules(self.rules), "blinds": [small, big], "board_price": price})
        self.flow = self.make_flow(self.rules)
        self._past.append(LevelSet(level, (small, big), price))

    def stake_item(self, seat: int, name: str, value: int) -> None:
        """A player stakes an item at the value the Plutt set, and gets credits for it: before a hand, or when asked to
        bet in it (HR9)."""
        self._check_seat(seat)
        self._take_over_hand()
        if not self.rules.items or self.closed:
            raise IllegalAction("no items are staked here: the house rule items is off (HR9), or the table is closed.")
        _check_credits(value, least=1)
        hand = self.hand
        if hand is not None and (seat not in hand.waiting or hand.kind != "bet" or not hand.stacks[seat]):
            raise IllegalAction(f"seat {seat} can stake an item when it is asked to bet, or between hands (HR9).")
        self.counter.add(name, value, seat)
        self.credits_in += value
        if hand is not None:
            hand.stake(seat, name, value)
        else:
            self._stacks[seat] += value
            self._past.append(ItemStaked(seat, name, value))

    def take_item(self, seat: int, name: str) -> None:
        """A player takes an item off the table for its price, in the order HR9 gives."""
        self._between_hands("take an item")
        self._check_seat(seat)
        item = self.counter.find(name)
        self.counter.check_turn(item, seat)
        if self._stacks[seat] < item.price:
            raise IllegalAction(f"{name} costs {item.price}, and seat {seat} has {self._stacks[seat]}.")
        self.counter.items.remove(item)
        self._stacks[seat] -= item.price
        self.credits_out += item.price
        self._past.append(ItemTaken(seat, name, item.price))

    def decline_item(self, seat: int, name: str) -> None:
        """A player who may take an item first leaves it to the next, or on offer."""
        self._between_hands("decline an item")
        self._check_seat(seat)
        self.counter.decline(self.counter.find(name), seat)
        self._past.append(ItemDeclined(seat, name))

    def close(self) -> None:
        """The table closes, and the sabacc pot is shared (T3)."""
        self._between_hands("close")
        seated = self.seated()
        n = len(self.names)
        order = [s % n for s in range(self.button + 1, self.button + n + 1) if s % n in seated]
        shared: list[tuple[int, int]] = []
        if order:
            shared = shares_by_weight(self._sabacc_pot, [(seat, self.paid_in[seat]) for seat in order])
            for seat, share in shared:
                self._stacks[seat] += share
            self._sabacc_pot = 0
        self.closed = True
        self._past.append(Closed(tuple(share for share in shared if share[1])))
        self._check_conservation()

    # ---- how it works

    def _seat_for(self, wanted: int | None, seats: int) -> int:
        if wanted is None:
            return next((seat for seat, name in enumerate(self.names) if not name), len(self.names))
        if not 0 <= wanted < seats:
            raise SabaccError(f"there is no seat {wanted}: seats go from 0 to {seats - 1}.")
        if wanted < len(self.names) and self.names[wanted]:
            raise SabaccError(f"seat {wanted} is {self.names[wanted]}'s.")
        return wanted

    def _check_seat(self, seat: int) -> None:
        self._take_over_hand()
        if not 0 <= seat < len(self.names) or not self.names[seat]:
            raise SabaccError(f"nobody has seat {seat}; the seats taken are {', '.join(map(str, self.seated()))}.")


def check_name(name: str) -> None:
    """A name is something one can read: no line breaks, no control characters, no spaces around it."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise SabaccError(
            f"a player needs a name of at most {LONGEST_NAME} characters that can be printed, without spaces around it, "
            f"not {name!r}."
        )


def _check_credits(amount: int, least: int) -> None:
    if type(amount) is not int or not least <= amount <= MOST_CREDITS:
        raise SabaccError(f"credits are whole numbers from {least} to {MOST_CREDITS}, not {amount!r}.")
