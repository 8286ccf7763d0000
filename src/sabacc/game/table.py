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
    Event,
    GameWon,
    HandEnded,
    ItemDeclined,
    ItemStaked,
    ItemTaken,
    Left,
    LevelSet,
    Rebought,
    RoundWon,
    RulesChanged,
    Sat,
    SatOut,
    Won,
)
from sabacc.game.hand import Flow, Hand
from sabacc.game.items import Counter
from sabacc.game.match import Match
from sabacc.game.state import Seating
from sabacc.rules import Rules, find_preset, read_rules, write_rules

MOST_CREDITS = 1_000_000_000_000
LONGEST_NAME = 60


class Game:
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
        self.first_rules = rules
        self.rules = rules
        self.chance = chance
        self.make_flow = make_flow
        self.clock = clock  # whether a randomiser runs on a clock (HR5)
        self.flow = make_flow(rules)
        self.names: list[str] = []
        self.sitting_out: list[bool] = []
        self.sides: list[str | None] = []
        self.paid_in: list[int] = []  # to the sabacc pot since it was last taken (T3)
        self.button = -1
        self.number = 0  # of the last hand
        self.seeds: dict[int, str] = {}  # of hands that were dealt from a seed of their own
        self.hand: Hand | None = None
        self.match = Match()  # where hands are rounds (CS12)
        self.counter = Counter()  # items on the table (HR9)
        self.closed = False
        self.credits_in = 0
        self.credits_out = 0
        self._stacks: list[int] = []
        self._sabacc_pot = 0
        self._past: list[Event] = []
        for name, stack in zip(names, stacks, strict=True):
            self.sit(name, stack)

    def __repr__(self) -> str:
        return f"<Game of {self.rules.preset}: {len(self.seated())} players, {self.number} hands>"

    # ---- what is on the table

    @property
    def stacks(self) -> list[int]:
        """The credits in front of each seat; in mid-hand as they are now."""
        self._take_over_hand()
        return list(self.hand.stacks if self.hand is not None else self._stacks)

    @property
    def sabacc_pot(self) -> int:
        """What lies in the sabacc pot."""
        self._take_over_hand()
        return self.hand.sabacc_pot if self.hand is not None else self._sabacc_pot

    @property
    def events(self) -> list[Event]:
        """All that has happened at this table, in order."""
        self._take_over_hand()
        return self._past + (self.hand.events if self.hand is not None else [])

    def seated(self) -> list[int]:
        """The seats that somebody has."""
        self._take_over_hand()
        return [seat for seat, name in enumerate(self.names) if name]

    def able(self) -> list[int]:
        """The seats that would be dealt in: there, not sitting out, and able to ante (T4, T12)."""
        able = self._all_able()
        return [seat for seat in able if seat in self.match.contenders] if self.match.contenders else able

    def _all_able(self) -> list[int]:
        self._take_over_hand()
        price = self.flow.entry(self.rules, self._sabacc_pot)
        return [s for s in self.seated() if not self.sitting_out[s] and self._stacks[s] >= price]

    def record(self) -> str:
        """The whole game as text, with its seed; see `sabacc.records`."""
        if Game.writer is None:
            raise SabaccError("import sabacc, whose records know how to write a game.")
        return Game.writer(self)

    # ---- between hands

    def deal(self, seed: str | None = None) -> Hand:
        """Starts a hand: antes and cards, up to the first decision. `seed` is one for this hand alone."""
        self._between_hands("deal")
        chance = self.chance.derive(f"hand {self.number + 1}") if seed is None else Chance(seed)
        hand = Hand(self.flow, self.next_seating(chance), list(self._stacks), self._sabacc_pot, tuple(self.sides))
        hand.start()  # an open chance may be asked here, and then nothing has happened
        if seed is not None:
            self.seeds[self.number + 1] = seed
        self.adopt(hand)
        return hand

    def next_seating(self, chance: Chance, button: int | None = None) -> Seating:
        """Who would be dealt into the next hand, and by whom; the first dealer may be named."""
        self._give_up_tie()
        able = self.able()
        if len(able) < 2:
            raise IllegalAction("no hand can start: fewer than two players are able to ante (T12).")
        if button is not None and button not in able:
            raise IllegalAction(f"seat {button} can't deal: it is not dealt in (T2).")
        if button is None:
            button = self._next_button(able)
        n = len(self.names)
        dealt_in = tuple(s % n for s in range(button + 1, button + n + 1) if s % n in able)
        clock = self.clock and self.rules.shift_trigger == "randomiser"
        return Seating(self.rules, tuple(self.names), self.number + 1, button, dealt_in, chance, clock=clock)

    def adopt(self, hand: Hand) -> None:
        """A hand that was dealt for this table is played at it."""
        self.number = hand.seating.number
        self.button = hand.seating.button
        if self.flow.counts_rounds:
            self.match.begin(len(hand.seating.dealt_in))
        self.counter.lapse()
        for event in hand.events if self.rules.items else ():
            if isinstance(event, ItemStaked):
                self.counter.add(event.item, event.value, event.seat)
                self.credits_in += event.value
        self.hand = hand

    def sit(self, name: str, stack: int, seat: int | None = None) -> int:
        """A player sits down, in the first empty seat or the one named, and plays from the next hand (T12)."""
        self._between_hands("sit down")
        preset = find_preset(self.rules.preset)
        check_name(name)
        if name in self.names:
            raise SabaccError(f"there is a {name} at the table already.")
        _check_credits(stack, least=0)
        if len(self.seated()) >= preset.players[1]:
            raise SabaccError(f"the table is full: {preset.key} has at most {preset.players[1]} players (T9).")
        seat = self._seat_for(seat, preset.players[1])
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

    def _between_hands(self, what: str) -> None:
        self._take_over_hand()
        if self.closed:
            raise IllegalAction(f"the table is closed: nobody can {what} any more.")
        if self.hand is not None:
            raise IllegalAction(f"wait for the end of the hand to {what}.")

    def _take_over_hand(self) -> None:
        """What a finished hand did to the table."""
        hand = self.hand
        if hand is None or not hand.over:
            return
        self.hand = None
        assert hand.log is not None
        self._past += hand.events
        settlement = hand.log.act
        ended = settlement[-1]
        assert isinstance(ended, HandEnded)
        self._stacks = list(hand.stacks)
        self._sabacc_pot = hand.sabacc_pot
        self.sides = list(hand.sides)
        if ended.special:  # the sabacc pot was taken, and a new game begins (T11)
            self.paid_in = [0] * len(self.names)
            self.sides = [None] * len(self.names)
        else:
            self.paid_in = [before + now for before, now in zip(self.paid_in, hand.to_sabacc, strict=True)]
        self._check_conservation()
        won_main = {event.seat for event in settlement if isinstance(event, Won) and event.pot == 0}
        self.counter.hand_over(tuple(seat for seat in hand.seating.dealt_in if seat in won_main), self.seated())
        for event in settlement:
            if isinstance(event, RoundWon):
                self.match.count(event.seat, len(self.names))
        for seat in hand.gone:
            self._free_seat(seat)
        self._end_match(self.match.winner(self.seated()))

    def _end_match(self, winner: int | None) -> None:
        """Most rounds won: the game is over, and another begins (CS12)."""
        if winner is not None:
            self._past.append(GameWon(winner, tuple(self.match.won)))
            self.match = Match()

    def _give_up_tie(self) -> None:
        """Who is tied but can't or won't be dealt in has given up."""
        able = [seat for seat in self.match.contenders if seat in self._all_able()]
        if self.match.contenders and len(able) < 2:
            self._end_match(able[0] if able else None)
            self.match.contenders = ()

    def _check_conservation(self) -> None:
        """Credits in are credits out (T1)."""
        here = sum(self._stacks) + self._sabacc_pot
        if here != self.credits_in - self.credits_out or min(self._stacks, default=0) < 0:
            raise AssertionError(
                f"credits were lost or made: {self.credits_in - self.credits_out} should be here, {here} are"
            )

    def _next_button(self, able: list[int]) -> int:
        """The first dealer by chance (T12), then the next seat to the left that is dealt in (T2)."""
        if self.button < 0:
            return able[self.chance.below("dealer", 0, len(able))]
        return next((seat for seat in able if seat > self.button), able[0])

    def _seat_for(self, wanted: int | None, seats: int) -> int:
        if wanted is None:
            return next((seat for seat, name in enumerate(self.names) if not name), len(self.names))
        if not 0 <= wanted < seats:
            raise SabaccError(f"there is no seat {wanted}: seats go from 0 to {seats - 1}.")
        if wanted < len(self.names) and self.names[wanted]:
            raise SabaccError(f"seat {wanted} is {self.names[wanted]}'s.")
        return wanted

    def _add_seat(self) -> None:
        self.names.append("")
        self.sitting_out.append(False)
        self.sides.append(None)
        self.paid_in.append(0)
        self._stacks.append(0)

    def _free_seat(self, seat: int) -> None:
        took = self._stacks[seat]
        self.names[seat] = ""
        self.sides[seat] = None
        self.paid_in[seat] = 0
        self._stacks[seat] = 0
        self.credits_out += took
        self._past.append(Left(seat, took))
        self.counter.forget(seat)
        tied = seat in self.match.contenders
        self.match.forget(seat)
        if tied:
            self._end_match(self.match.winner(self.seated()))

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
