"""A table over many hands: seats, stacks, the button, the sabacc pot, and who comes and goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from sabacc.betting import shares_by_weight
from sabacc.chance import Chance
from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.checks import Unchecked, check_conservation, check_credits, check_name
from sabacc.game.dues import MissedPayments, missed_by
from sabacc.game.events import Event, HandStarted, HandVoided, at_table
from sabacc.game.flow import Flow
from sabacc.game.hand import Hand
from sabacc.game.items import StakedItems
from sabacc.game.outcome import HandOutcome, outcome_of, outcome_of_hand
from sabacc.game.round_score import RoundScore
from sabacc.game.state import Seating
from sabacc.game.types import Reason, Side, VoidReason
from sabacc.messages import Message
from sabacc.rules import (
    Rules,
    blinds_differ,
    dealing_order,
    find_preset,
    level_of,
    most_players,
    read_rules,
    rules_at_level,
    store_rules,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A table. `deal` starts a hand; between hands players sit down, leave, rebuy and sit out; `close` ends it.

    An empty seat has an empty name. Everything that happens is in `events`.
    """

    writer: ClassVar[Callable[[Game], str] | None] = None  # the text form of a game; `sabacc.records` puts it here

    def __init__(
        self,
        rules: Rules,
        names: Sequence[str],
        stacks: Sequence[Unchecked],
        chance: Chance,
        make_flow: Callable[[Rules], Flow],
        clock: bool = False,
    ) -> None:
        self.first_rules = rules
        self.rules = rules
        self.level = level_of(rules)  # of the schedule, counted from 1; 0 if the blinds are none of it
        self.chance = chance
        self.make_flow = make_flow
        self.clock = clock  # whether a randomiser runs on a clock (HR5)
        self.flow = make_flow(rules)
        self.names: list[str] = []
        self.sitting_out: list[bool] = []
        self.sides: list[Side | None] = []
        self.paid_in: list[int] = []  # to the sabacc pot since it was last taken (T3)
        self.button = -1
        self.number = 0  # of the last hand
        self.seeds: dict[int, str] = {}  # of hands that were dealt from a seed of their own
        self.hand: Hand | None = None
        self.round_score = RoundScore()  # where hands are rounds (CS12)
        self.staked_items = StakedItems()  # on the table (HR9)
        self.missed = MissedPayments()  # by who sits out (T12)
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

    def record(self) -> str:
        """The whole game as text, with its seed; see `sabacc.records`."""
        if Game.writer is None:
            raise SabaccError("import sabacc, whose records know how to write a game.")
        return Game.writer(self)

    # ---- what is on the table

    @property
    def stacks(self) -> list[int]:
        """The credits in front of each seat; in mid-hand as they are now."""
        return list(self.hand.stacks if self.hand is not None else self._stacks)

    @property
    def sabacc_pot(self) -> int:
        """What lies in the sabacc pot."""
        return self.hand.sabacc_pot if self.hand is not None else self._sabacc_pot

    @property
    def events(self) -> list[Event]:
        """All that has happened at this table, in order."""
        return self._past + (self.hand.events if self.hand is not None else [])

    def seated(self) -> list[int]:
        """The seats that somebody has."""
        return [seat for seat, name in enumerate(self.names) if name]

    def able(self) -> list[int]:
        """The seats that would be dealt in: there, not sitting out, and able to ante (T4, T12)."""
        able = self._all_able()
        tied = [seat for seat in able if seat in self.round_score.contenders]
        return tied if len(tied) > 1 else able  # a tie that can't be played out is given up

    def price(self, sabacc_pot: int | None = None) -> int:
        """What one needs to be dealt in, with so much in the sabacc pot; if nothing is said, with what a hand began with."""
        return self.flow.entry(self.rules, self._sabacc_pot if sabacc_pot is None else sabacc_pot)

    def owed_by(self, seat: int) -> int:
        """What a seat has to make up for on coming back (T12)."""
        return sum(self.flow.dues.amount(self.rules, kind) for kind in self.missed.of(seat, self.rules))

    def missed_by(self, seat: int, button: int, dealt_in: tuple[int, ...]) -> tuple[Reason, ...]:
        """What would have been due from a seat in a hand that it was not dealt into (T12)."""
        seats = max(len(self.names), seat + 1)
        return missed_by(seat, self.rules, self.flow.dues, self._sabacc_pot, button, dealt_in, seats)

    def _all_able(self) -> list[int]:
        price = self.price()
        return [s for s in self.seated() if not self.sitting_out[s] and self._stacks[s] >= price]

    # ---- from hand to hand

    def deal(self, seed: str | None = None, commitment: str = "") -> Hand:
        """Starts a hand: antes and cards, up to the first decision. `seed` is one for this hand alone, and `commitment`
        a promise about it that everybody is told."""
        self._between_hands("deal")
        chance = self.chance.derive(f"hand {self.number + 1}") if seed is None else Chance(seed)
        seating = self.next_seating(chance)
        seating.commitment = commitment
        hand = Hand(self.flow, seating, list(self._stacks), self._sabacc_pot, tuple(self.sides))
        hand.start()  # an open chance may be asked here, and then nothing has happened
        if seed is not None:
            self.seeds[self.number + 1] = seed
        self.adopt(hand)
        return hand

    def next_seating(self, chance: Chance, button: int | None = None) -> Seating:
        """Who would be dealt into the next hand, and by whom; the first dealer may be named."""
        able = self.able()
        if len(able) < 2:
            raise IllegalAction(Message("refusal.too-few-able"))
        if button is not None and button not in able:
            raise IllegalAction(Message("refusal.no-hand-started-dealer", seat=button))
        if button is None:
            button = self._next_button(able)
        dealt_in = tuple(seat for seat in dealing_order(self.rules, button, len(self.names)) if seat in able)
        clock = self.clock and self.rules.shift_trigger == "randomiser"
        owes = self.missed.owed_in(self.rules, self.flow.dues, self._sabacc_pot, dealt_in)
        return Seating(self.rules, tuple(self.names), self.number + 1, button, dealt_in, chance, clock=clock, owes=owes)

    def adopt(self, hand: Hand) -> None:
        """A hand that was dealt for this table is played at it."""
        self._begin_hand(hand.seating.number, hand.seating.button, hand.seating.dealt_in)
        self._stake_items(hand.events if self.rules.items else [])
        self.hand = hand
        if hand.over:
            self._end_hand(hand)
        else:
            hand.on_end = self._end_hand

    def adopt_finished(self, events: list[Event]) -> None:
        """A hand that an older engine played at this table to its end does to it what its events say."""
        self._between_hands("takeover")
        started = events[0]
        assert isinstance(started, HandStarted)
        self._begin_hand(started.number, started.button, started.dealt_in)
        self._stake_items(events)
        self._past += events
        self._settle(outcome_of(events))

    def void_hand(self, reason: VoidReason, items: tuple[tuple[int, str], ...] = ()) -> None:
        """The next hand was dealt, but not at this engine, which can't play it on: it counts for nothing, and whatever was
        staked in it never left its owners."""
        self._between_hands("void")
        self.number += 1
        self._past.append(HandVoided(self.number, reason, tuple(self._stacks), self._sabacc_pot, items))
        self._check_conservation()

    def take_news(self) -> list[Event]:
        """What has happened since it was last asked for, between hands; then it is forgotten here. For a table that is
        open for years, whose past is kept elsewhere."""
        news = self._past
        self._past = []
        return news

    def restore(self, names: list[str], stacks: list[int], sabacc_pot: int) -> None:
        """Puts everybody where they were; `sabacc.game.snapshot` knows the rest."""
        for name in names:
            self._add_seat()
            self.names[-1] = name
        self._stacks = list(stacks)
        self._sabacc_pot = sabacc_pot

    # ---- between hands

    def sit(self, name: str, stack: Unchecked, seat: int | None = None, owes: tuple[Reason, ...] = ()) -> int:
        """A player sits down, in the first empty seat or the one named, and plays from the next hand; who was here before
        may owe something (T12)."""
        self._between_hands("sitdown")
        most = most_players(self.rules)
        check_name(name)
        if name in self.names:
            raise SabaccError(Message("refusal.name-at-table", name=name))
        brought = check_credits(stack, least=0)
        if len(self.seated()) >= most:
            raise SabaccError(Message("refusal.table-full", preset=self.rules.preset, most=most))
        seat = self._seat_for(seat, find_preset(self.rules.preset).players[1])
        while len(self.names) <= seat:
            self._add_seat()
        self.missed.set(seat, owes, self.flow.dues)
        self.names[seat] = name
        self.sitting_out[seat] = False
        self._stacks[seat] = brought
        self.credits_in += brought
        self._past.append(at_table.Sat(seat, name, brought, owes))
        return seat

    def leave(self, seat: int) -> None:
        """A player leaves with their credits; in mid-hand they are folded at the first chance (T10)."""
        self._check_seat(seat)
        if self.closed:
            raise IllegalAction(Message("refusal.credits-are-back"))
        if self.hand is not None:
            self.hand.leave(seat)
        else:
            self._free_seat(seat)

    def rebuy(self, seat: int, amount: Unchecked) -> None:
        """A player brings more credits."""
        self._between_hands("rebuy")
        self._check_seat(seat)
        more = check_credits(amount, least=1)
        self._stacks[seat] += more
        self.credits_in += more
        self._past.append(at_table.Rebought(seat, more))

    def sit_out(self, seat: int) -> None:
        """A player is not dealt in until they come back."""
        self._between_hands("sitout")
        self._check_seat(seat)
        if self.sitting_out[seat]:
            raise IllegalAction(Message("refusal.sits-out-already", seat=seat))
        self.sitting_out[seat] = True
        self._past.append(at_table.SatOut(seat))

    def come_back(self, seat: int) -> None:
        """A player who sat out is dealt in again."""
        self._between_hands("comeback")
        self._check_seat(seat)
        if not self.sitting_out[seat]:
            raise IllegalAction(Message("refusal.not-sitting-out", seat=seat))
        self.sitting_out[seat] = False
        self._past.append(at_table.CameBack(seat))

    def change_rules(self, rules: Rules | dict[str, object]) -> None:
        """House rules change from the next hand on; the preset stays."""
        self._between_hands("rules")
        new = read_rules(rules)
        if new.preset != self.rules.preset:
            raise SabaccError(Message("refusal.other-game", preset=self.rules.preset, wanted=new.preset))
        if len(self.seated()) > most_players(new):
            raise SabaccError(Message("refusal.too-few-cards", cards=len(new.deck), players=len(self.seated())))
        if blinds_differ(self.rules, new):
            self.level = level_of(new)
        self.rules = new
        self.flow = self.make_flow(new)
        self._past.append(at_table.RulesChanged(store_rules(new)))

    def set_level(self, level: int) -> None:
        """A level of the blinds schedule, counted from 1, takes effect with the next hand."""
        self._between_hands("blinds")
        self.rules = rules_at_level(self.rules, level)
        self.level = level
        self.flow = self.make_flow(self.rules)
        self._past.append(at_table.LevelSet(level, self.rules.blinds, self.rules.board_price))

    def add_to_sabacc_pot(self, amount: int) -> None:
        """Credits come into the sabacc pot from another table, in a tournament (TN2)."""
        self._between_hands("pot")
        self._sabacc_pot += check_credits(amount, least=1)
        self.credits_in += amount

    def stake_item(self, seat: int, name: str, value: Unchecked) -> None:
        """A player stakes an item at the value the Plutt set, and gets credits for it: before a hand, or when asked to
        bet in it (HR9)."""
        self._check_seat(seat)
        if not self.rules.items or self.closed:
            raise IllegalAction(Message("refusal.items-off"))
        worth = check_credits(value, least=1)
        hand = self.hand
        if hand is not None and (seat not in hand.waiting or hand.kind != "bet" or not hand.stacks[seat]):
            raise IllegalAction(f"seat {seat} can stake an item when it is asked to bet, or between hands (HR9).")
        self.staked_items.add(name, worth, seat)
        self.credits_in += worth
        if hand is not None:
            hand.stake(seat, name, worth)
        else:
            self._stacks[seat] += worth
            self._past.append(at_table.ItemStaked(seat, name, worth))

    def take_item(self, seat: int, name: str) -> None:
        """A player takes an item off the table for its price, in the order HR9 gives."""
        self._between_hands("take")
        self._check_seat(seat)
        item = self.staked_items.take(name, seat, self._stacks[seat])
        self._stacks[seat] -= item.price
        self.credits_out += item.price
        self._past.append(at_table.ItemTaken(seat, name, item.price))

    def decline_item(self, seat: int, name: str) -> None:
        """A player who may take an item first leaves it to the next, or on offer."""
        self._between_hands("decline")
        self._check_seat(seat)
        self.staked_items.decline(name, seat)
        self._past.append(at_table.ItemDeclined(seat, name))

    def close(self) -> None:
        """The table closes, and the sabacc pot is shared (T3)."""
        self._between_hands("close")
        seated = self.seated()
        order = [seat for seat in dealing_order(self.rules, self.button, len(self.names)) if seat in seated]
        shared: list[tuple[int, int]] = []
        if order:
            shared = shares_by_weight(self._sabacc_pot, [(seat, self.paid_in[seat]) for seat in order])
            for seat, share in shared:
                self._stacks[seat] += share
            self._sabacc_pot = 0
        self.closed = True
        self._past.append(at_table.Closed(tuple(share for share in shared if share[1])))
        self._check_conservation()

    # ---- how it works

    def _seat_for(self, wanted: int | None, seats: int) -> int:
        if wanted is None:
            return next((seat for seat, name in enumerate(self.names) if not name), len(self.names))
        if not 0 <= wanted < seats:
            raise SabaccError(Message("refusal.no-seat", seat=wanted, most=seats - 1))
        if wanted < len(self.names) and self.names[wanted]:
            raise SabaccError(Message("refusal.seat-of", seat=wanted, name=self.names[wanted]))
        return wanted

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.names) or not self.names[seat]:
            raise SabaccError(Message("refusal.seats-taken-are", seat=seat, taken=", ".join(map(str, self.seated()))))

    def _between_hands(self, what: str) -> None:
        if self.closed:
            raise IllegalAction(Message("refusal.closed-to", what=what))
        if self.hand is not None:
            raise IllegalAction(Message("refusal.wait-for-end", what=what))

    def _end_hand(self, hand: Hand) -> None:
        """What a finished hand did to the table."""
        self.hand = None
        self._past += hand.events
        self._settle(outcome_of_hand(hand))

    def _begin_hand(self, number: int, button: int, dealt_in: tuple[int, ...]) -> None:
        self._give_up_tie()
        away = [seat for seat in self.seated() if self.sitting_out[seat]]
        self.missed.begin_hand(dealt_in, {seat: self.missed_by(seat, button, dealt_in) for seat in away})
        self.number = number
        self.button = button
        if self.flow.hand_is_round:
            self.round_score.begin(len(dealt_in))
        self.staked_items.lapse()

    def _stake_items(self, events: list[Event]) -> None:
        """What was staked in a hand lies on its table (HR9)."""
        for event in events:
            if isinstance(event, at_table.ItemStaked):
                self.staked_items.add(event.item, event.value, event.seat)
                self.credits_in += event.value

    def _settle(self, outcome: HandOutcome) -> None:
        self._stacks = outcome.stacks
        self._sabacc_pot = outcome.sabacc_pot
        self.sides = outcome.sides
        if outcome.special:  # the sabacc pot was taken, and a new game begins (T11)
            self.paid_in = [0] * len(self.names)
            self.sides = [None] * len(self.names)
        else:
            self.paid_in = [before + now for before, now in zip(self.paid_in, outcome.to_sabacc, strict=True)]
        self._check_conservation()
        if self.staked_items.items:
            self.staked_items.hand_over(outcome.won_main, self.seated())
        for seat in outcome.won_rounds if self.flow.hand_is_round else ():
            self.round_score.count(seat, len(self.names))
        for seat in outcome.gone:
            self._free_seat(seat)
        self._end_game(self.round_score.settle(self.seated()))

    def _end_game(self, winner: int | None) -> None:
        """Most rounds won: the game is over, and another begins (CS12)."""
        if winner is not None:
            self._past.append(at_table.GameWon(winner, tuple(self.round_score.won)))
            self.round_score = RoundScore()

    def _give_up_tie(self) -> None:
        """Who is tied but can't or won't be dealt in has given up."""
        able = [seat for seat in self.round_score.contenders if seat in self._all_able()]
        if self.round_score.contenders and len(able) < 2:
            self._end_game(able[0] if able else None)
            self.round_score.contenders = ()

    def _check_conservation(self) -> None:
        check_conservation(self._stacks, self._sabacc_pot, self.credits_in - self.credits_out)

    def _next_button(self, able: list[int]) -> int:
        """The first dealer by chance (T12), then the next seat to the left that is dealt in (T2)."""
        if self.button < 0:
            return able[self.chance.below("dealer", 0, len(able))]
        return next((seat for seat in able if seat > self.button), able[0])

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
        self._past.append(at_table.Left(seat, took))
        self.staked_items.forget(seat)
        tied = seat in self.round_score.contenders
        self.round_score.forget(seat)
        if tied:
            self._end_game(self.round_score.settle(self.seated()))
