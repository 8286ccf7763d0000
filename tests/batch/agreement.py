"""The batch engine beside the plain one: the same deals, dice and decisions, and everything compared at every decision."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabacc import cards
from sabacc.batch import ASKED, BatchChance, BatchTable, layout
from sabacc.batch.action_codes import encode_action
from sabacc.chance import Chance, ScriptedChance
from sabacc.game.actions import Action
from sabacc.game.board import PETALS
from sabacc.game.events import HandEnded, RoundWon, Won
from sabacc.game.hand import Hand
from sabacc.game.state import Seating
from sabacc.game.types import Side
from sabacc.policy import random_step
from sabacc.rules import dealing_order, family_of, read_rules
from sabacc.variants import flow_of

SIDES: tuple[Side | None, ...] = (None, "light", "dark")
SHAPES = tuple(cards.SHAPES)


class Agreement:
    """One batch, and a plain hand for each of its hands."""

    def __init__(self, rules: str | Mapping[str, Any], seats: int, hands: int, luck: random.Random) -> None:
        self.rules = read_rules(rules)
        self.luck = luck
        self.seats = seats
        self.deck = family_of(self.rules).deck
        self.codes = {card: code for code, card in enumerate(self.deck.copies)}
        self.has_target = family_of(self.rules).has_target_dice
        self.has_board = family_of(self.rules).key == "corellian"
        self.table = BatchTable(self.rules, seats, hands, stacks=10**6)
        setups = [self.setup() for _ in range(hands)]
        self.plain = [self.deal_plain(*setup) for setup in setups]
        buttons, pots, stacks, sides, decks, keys = zip(*setups, strict=True)
        given = np.array([deck is not None for deck in decks])
        for laid in (False, True):
            which = np.flatnonzero(given == laid)
            if len(which):
                self.table.reset(
                    which,
                    stacks=np.array(stacks)[which],
                    buttons=np.array(buttons)[which],
                    sabacc_pots=np.array(pots)[which],
                    sides=np.array(sides)[which],
                    decks=[[self.codes[card] for card in decks[hand] or ()] for hand in which] if laid else None,
                    keys=np.array(keys, np.uint64)[which],
                )

    def setup(self) -> tuple[Any, ...]:
        """Button, sabacc pot, stacks, sides, deck and key of a hand, all by luck; stacks from nothing to plenty."""
        luck = self.luck
        pot = luck.choice((0, 0, luck.randrange(200)))
        price = flow_of(self.rules).entry(self.rules, pot)
        unit = max(self.rules.ante or 0, self.rules.blinds[1], 1)
        sizes = (0, price, price + luck.randrange(5 * unit), price + luck.randrange(60 * unit), 300 * unit)
        while True:
            stacks = [luck.choice(sizes) for _ in range(self.seats)]
            able = [seat for seat in range(self.seats) if stacks[seat] >= price]
            if len(able) > 1:
                break
        sides = [luck.randrange(3) if self.rules.sides else 0 for _ in range(self.seats)]
        box = list(self.deck.only(self.rules.deck).cards if self.rules.deck else self.deck.cards)
        luck.shuffle(box)
        return luck.choice(able), pot, stacks, sides, box if luck.random() < 0.3 else None, luck.getrandbits(64)

    def deal_plain(self, button: int, pot: int, stacks: list[int], sides: list[int], deck: Any, key: int) -> Hand:
        flow = flow_of(self.rules)
        price = flow.entry(self.rules, pot)
        order = tuple(s for s in dealing_order(self.rules, button, self.seats) if stacks[s] >= price)
        chance: Chance = BatchChance(key, self.deck)
        if deck is not None:
            chance = ScriptedChance({("shuffle", 1): tuple(deck)}, chance)
        names = tuple(f"P{seat}" for seat in range(self.seats))
        seating = Seating(self.rules, names, 1, button, order, chance)
        hand = Hand(flow, seating, list(stacks), pot, tuple(SIDES[side] for side in sides))
        hand.start()
        return hand

    def play(self) -> int:
        """All hands to their ends; how many decisions there were."""
        decisions = 0
        going = list(range(len(self.plain)))
        seats = np.zeros(len(self.plain), np.int64)
        actions = np.zeros(len(self.plain), np.int64)
        while going:
            self.compare_states(going)
            going = [hand for hand in going if not self.plain[hand].over]
            chosen: dict[int, Action] = {}
            for hand in going:
                seats[hand], chosen[hand] = random_step(self.plain[hand], self.luck)
                actions[hand] = self.number(hand, int(seats[hand]), chosen[hand])
            self.compare_options(going, seats)
            self.compare_options(going, np.array([self.luck.randrange(self.seats) for _ in self.plain]))
            self.table.step(actions, seats)
            for hand, action in chosen.items():
                self.plain[hand].act(int(seats[hand]), action)
            decisions += len(going)
        return decisions

    def number(self, hand: int, seat: int, action: Action) -> int:
        """The number of a plain action."""
        return encode_action(self.deck, self.deck.in_order(self.plain[hand].hands[seat]), action)

    def compare_options(self, hands: list[int], seats: NDArray[np.int64]) -> None:
        """What these seats may do, asked or not."""
        legal = self.table.legal(seats)
        counts, lists = legal.counts.tolist(), legal.actions.tolist()
        bounds = np.stack([legal.raise_from, legal.raise_to, legal.may_call], axis=1).tolist()
        for hand in hands:
            seat = int(seats[hand])
            options = self.plain[hand].options(seat)
            wanted = [self.number(hand, seat, action) for action in options.actions]
            assert sorted(wanted) == sorted(lists[hand][: counts[hand]]), (hand, seat, options)
            assert bounds[hand] == [options.raise_from, options.raise_to, options.may_call], (hand, seat, options)

    def compare_states(self, hands: list[int]) -> None:
        """Everything about these hands that both engines know."""
        rows, lists, asked = self.table.numbers.tolist(), self.table.cards.tolist(), self.table.asked.tolist()
        capacity = int(self.table.rule_row[layout.RULE_CAPACITY])
        for hand in hands:
            plain, row = self.plain[hand], rows[hand]
            assert bool(row[layout.OVER]) == plain.over, hand
            assert asked[hand] == (plain.waiting[0] if plain.waiting else ASKED), (hand, plain)
            assert row[layout.WAITING] == sum(1 << seat for seat in plain.waiting), (hand, plain)
            if plain.waiting:
                assert layout.QUESTIONS[row[layout.KIND]] == plain.kind, (hand, plain)
            assert self.numbers(row) == self.plain_numbers(plain), (hand, plain)
            assert self.zones(row, lists[hand], capacity) == self.plain_zones(plain), (hand, plain)
            if plain.over:
                self.compare_end(hand, row)

    def numbers(self, row: list[int]) -> list[Any]:
        """Credits, and who is in the hand."""
        blocks = (layout.STACKS, layout.PAID, layout.BETS, layout.TURNS)
        single = (
            layout.LIVE,
            layout.SABACC_POT,
            layout.FEES,
            layout.STANDING,
            layout.TURN,
            layout.CALLER,
            layout.ROUND,
        )
        sides = [SIDES[side] for side in row[layout.SIDES : layout.SIDES + self.seats]]
        target = (row[layout.GOLD], SHAPES[row[layout.SILVER]] if self.has_target else "")
        return [*(row[block : block + self.seats] for block in blocks), *(row[one] for one in single), sides, target]

    def plain_numbers(self, hand: Hand) -> list[Any]:
        live = sum(1 << seat for seat in range(self.seats) if hand.live[seat])
        single = (live, hand.sabacc_pot, hand.fees, hand.standing, hand.turn, hand.caller, hand.round)
        return [hand.stacks, hand.paid, hand.bets, hand.turns, *single, list(hand.sides), hand.target]

    def zones(self, row: list[int], codes: list[int], capacity: int) -> list[Any]:
        """Where which cards are."""
        found: list[Any] = []
        blocks = (layout.HAND_COUNTS, layout.FIELD_COUNTS, layout.CHOSEN_COUNTS)
        for zone, counts in enumerate(blocks):
            for seat in range(self.seats):
                at = layout.HANDS + (zone * layout.SEATS + seat) * capacity
                found.append(codes[at : at + row[counts + seat]])
        junk = codes[layout.JUNK : layout.JUNK + row[layout.JUNK_COUNT]]
        pile = codes[layout.PILE : layout.PILE + row[layout.PILE_COUNT]]
        deck = codes[layout.DECK + row[layout.TOP] : layout.DECK + row[layout.DECK_END]]
        board = codes[layout.BOARD : layout.BOARD + PETALS] if self.has_board else []
        peeked = row[layout.PEEKED] if self.has_board else ASKED
        return [*found, sorted(junk), pile, sorted(deck), board, peeked]

    def plain_zones(self, hand: Hand) -> list[Any]:
        by_seat = [*hand.hands, *hand.fields, *hand.chosen]
        found: list[Any] = [sorted(self.codes[card] for card in zone) for zone in by_seat]
        junk = sorted(self.codes[card] for card in hand.junk)
        pile = [self.codes[card] for card in hand.pile]
        board = [self.codes.get(card, ASKED) for card in hand.board]
        peeked = self.codes[hand.peeked[0]] if hand.peeked else ASKED
        return [*found, junk, pile, sorted(self.codes[card] for card in hand.undealt()), board, peeked]

    def compare_end(self, hand: int, row: list[int]) -> None:
        """How the hand ended, and who won what of which pot."""
        end = self.plain[hand].log
        assert end is not None
        ended = end.act[-1]
        assert isinstance(ended, HandEnded)
        assert (layout.ENDINGS[row[layout.ENDING]], bool(row[layout.SPECIAL])) == (ended.how, ended.special), hand
        for block, is_sabacc in ((layout.WON, False), (layout.WON_SABACC, True)):
            won = [0] * self.seats
            for event in end.act:
                if isinstance(event, Won) and (event.pot < 0) == is_sabacc:
                    won[event.seat] += event.amount
            assert row[block : block + self.seats] == won, hand
        rounds = [event.seat for event in end.act if isinstance(event, RoundWon)]
        assert row[layout.ROUND_WON_BY] == (rounds[0] if rounds else ASKED), hand
