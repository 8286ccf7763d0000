"""Thousands of hands side by side, with the rules of the plain engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sabacc.batch import layout
from sabacc.batch.action_codes import decode_action, encode_action
from sabacc.batch.actions import AT_RANDOM, NO_ACTION, START
from sabacc.batch.game import BATCH_GAME
from sabacc.batch.words import hand_keys
from sabacc.cards import Card
from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import Action, write_action
from sabacc.odds.kernels import COMPILED
from sabacc.rules import Rules, family_of, find_preset, most_players, read_rules, usual_stack
from sabacc.variants import flow_of

Numbers = NDArray[np.int64]
ASKED = -1  # in place of a seat: whoever is asked first
_ROOM = 72  # options besides those with a card of a hand


class Legal(NamedTuple):
    """What a seat may do in each hand: a row of actions, of which the first `counts` are meant; raises by their bounds."""

    actions: Numbers
    counts: Numbers
    raise_from: Numbers  # 0 and 0 where no raise is legal
    raise_to: Numbers
    may_call: Numbers  # whether a raise may call the hand with it (PG5)


class BatchTable:
    """Many hands of one game, each at a table of its own.

    >>> table = BatchTable("classic", seats=3, hands=1000, seed=7)
    >>> table.asked[:3]
    array([1, 1, 1])
    >>> bool(table.done.any())
    False
    """

    def __init__(
        self,
        rules: str | Mapping[str, Any] | Rules,
        seats: int,
        hands: int,
        seed: int = 0,
        stacks: ArrayLike | None = None,
    ) -> None:
        if not COMPILED:
            raise SabaccError("the batch engine needs numba: `pip install numba` (and no SABACC_NO_NUMBA).")
        self.rules = read_rules(rules)
        self.seats = _check_seats(self.rules, seats)
        if hands < 1:
            raise SabaccError(f"a batch has at least one hand, not {hands}.")
        self.hands = hands
        self.seed = seed
        family = family_of(self.rules)
        self._deck = family.deck
        self._game = BATCH_GAME.of(family)
        self.rule_row = self._game.rule_row(self.rules, seats)
        capacity = int(self.rule_row[layout.RULE_CAPACITY])
        self.numbers = np.zeros((hands, layout.NUMBERS), np.int64)
        self.cards = np.zeros((hands, layout.HANDS + 3 * layout.SEATS * capacity), np.int8)
        self._out = np.zeros((hands, _ROOM + 4 * capacity), np.int64)
        self._places = np.arange(hands)
        self._asked, self._nothing, self._start, self._random = (
            np.full(hands, what, np.int64) for what in (ASKED, NO_ACTION, START, AT_RANDOM)
        )
        self._dealt = np.zeros(hands, np.int64)  # hands so far in each place
        self.keys = np.zeros(hands, np.uint64)
        self.first_stacks = np.zeros((hands, seats), np.int64)
        self.reset(stacks=stacks)

    # ---- dealing

    def reset(
        self,
        which: ArrayLike | None = None,
        stacks: ArrayLike | None = None,
        buttons: ArrayLike = 0,
        sabacc_pots: ArrayLike = 0,
        sides: ArrayLike = 0,
        decks: ArrayLike | None = None,
        keys: ArrayLike | None = None,
    ) -> None:
        """Deals new hands in the places named (all, if none are), up to their first decisions.

        Everything may be one value for all hands or one for each of those named. `decks` are orders of all cards as codes,
        the top card first; `keys` are for hands that are to be drawn again as they were.
        """
        places = self._named(which)
        fresh = np.zeros((len(places), layout.NUMBERS), np.int64)
        brought = np.broadcast_to(
            np.asarray(usual_stack(self.rules) if stacks is None else stacks, np.int64), (len(places), self.seats)
        )
        fresh[:, layout.STACKS : layout.STACKS + self.seats] = brought
        fresh[:, layout.BUTTON] = buttons
        fresh[:, layout.SABACC_POT] = sabacc_pots
        fresh[:, layout.SIDES : layout.SIDES + self.seats] = sides
        self._deal_in(fresh)
        if decks is not None:
            self._lay_decks(places, fresh, np.asarray(decks, np.int64))
        self.numbers[places] = fresh
        self.first_stacks[places] = brought
        self._dealt[places] += 1
        if keys is None:
            self.keys[places] = hand_keys(self.seed, places + self.hands * self._dealt[places])
        else:
            self.keys[places] = np.asarray(keys, np.uint64)
        self._run(places, self._asked, self._start, 1)

    def _named(self, which: ArrayLike | None) -> Numbers:
        """The places of some hands, from a mask or as they are."""
        if which is None:
            return self._places
        named = np.atleast_1d(np.asarray(which))
        places = np.flatnonzero(named) if named.dtype == np.bool_ else named.astype(np.int64)
        if len(places) and not (places.min() >= 0 and places.max() < self.hands):
            raise SabaccError(f"there is no such hand: they go from 0 to {self.hands - 1}.")
        return places

    def _deal_in(self, fresh: Numbers) -> None:
        """Who has what it costs to be dealt in (T4)."""
        stacks = fresh[:, layout.STACKS : layout.STACKS + self.seats]
        buttons = fresh[:, layout.BUTTON]
        sides = fresh[:, layout.SIDES : layout.SIDES + self.seats]
        pots, of_hand = np.unique(fresh[:, layout.SABACC_POT], return_inverse=True)
        if stacks.min(initial=0) < 0 or pots.min(initial=0) < 0:
            raise SabaccError("credits can't be negative: stacks and sabacc pots are 0 or more.")
        if sides.min(initial=0) < 0 or sides.max(initial=0) > (2 if self.rules.sides else 0):
            raise SabaccError("sides are 0 (not declared), 1 (light) and 2 (dark), and 0 in games without them (FO1).")
        entry = flow_of(self.rules).entry
        prices = np.array([entry(self.rules, int(pot)) for pot in pots], np.int64)[of_hand]
        able = stacks >= prices[:, None]
        if (able.sum(axis=1) < 2).any():
            hand = int(np.argmin(able.sum(axis=1)))
            raise SabaccError(f"hand {hand} can't start: fewer than two players are able to ante (T12).")
        if ((buttons < 0) | (buttons >= self.seats)).any() or not able[np.arange(len(fresh)), buttons].all():
            raise SabaccError("the button must be the seat of a player who is dealt in (T2).")
        fresh[:, layout.DEALT_IN] = (able << np.arange(self.seats)).sum(axis=1)

    def _lay_decks(self, places: Numbers, fresh: Numbers, decks: Numbers) -> None:
        """Decks in a given order, which nobody shuffles."""
        size = int(self.rule_row[layout.RULE_DECK_SIZE])
        first = int(self.rule_row[layout.RULE_DECK])
        whole = self.rule_row[first : first + size]
        decks = np.broadcast_to(decks, (len(places), size))
        if not (np.sort(decks, axis=1) == whole).all():
            raise SabaccError(f"a deck that is given must have all {size} cards, each as often as the game has it.")
        fresh[:, layout.LAZY_END] = -1
        self.cards[places, layout.DECK : layout.DECK + size] = decks

    # ---- playing

    def legal(self, seats: ArrayLike = ASKED) -> Legal:
        """What the seat asked first, or the one named, may do in each hand; it is overwritten by the next call."""
        counts = np.zeros(self.hands, np.int64)
        self._look(self._seats(seats), False, self._nothing, counts)
        bounds = self.numbers[:, layout.RAISE_FROM : layout.MAY_CALL + 1]
        return Legal(self._out, counts, bounds[:, 0], bounds[:, 1], bounds[:, 2])

    def step(self, actions: ArrayLike, seats: ArrayLike = ASKED) -> None:
        """An action in each hand, by the seat asked first or the one named; what is over stays as it is.

        If one of them is not legal, nothing is done in any hand, and `IllegalAction` says which one it was.
        """
        asked = self._seats(seats)
        given = np.array(np.broadcast_to(np.asarray(actions, np.int64), (self.hands,)))
        wrong = self._look(asked, True, given, np.zeros(self.hands, np.int64))
        if wrong >= 0:
            seat = int(asked[wrong]) if asked[wrong] >= 0 else int(self.asked[wrong])
            raise IllegalAction(
                f"in hand {wrong}, seat {seat} can't do {given[wrong]}: it is none of its legal actions."
            )
        self._run(self._places, asked, given, 1)

    def play_at_random(self, steps: int) -> int:
        """Up to so many steps of random play in each hand; how many of them had two or more answers."""
        return self._run(self._places, self._asked, self._random, steps)

    def _look(self, seats: Numbers, check: bool, actions: Numbers, counts: Numbers) -> int:
        return self._game.look(self.numbers, self.cards, self.rule_row, seats, check, actions, self._out, counts)

    def _run(self, places: Numbers, seats: Numbers, actions: Numbers, steps: int) -> int:
        return self._game.run(
            self.numbers, self.cards, self.keys, self.rule_row, places, seats, actions, steps, self._out
        )

    def _seats(self, seats: ArrayLike) -> Numbers:
        if isinstance(seats, int) and seats == ASKED:
            return self._asked
        given = np.array(np.broadcast_to(np.asarray(seats, np.int64), (self.hands,)))
        if given.min() < ASKED or given.max() >= self.seats:
            raise SabaccError(f"seats go from 0 to {self.seats - 1}; {ASKED} is whoever is asked first.")
        return given

    # ---- looking

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which hands are over."""
        over: NDArray[np.bool_] = self.numbers[:, layout.OVER] != 0
        return over

    @property
    def asked(self) -> Numbers:
        """The seat that is asked first in each hand (W1); −1 where a hand is over."""
        order = (self.numbers[:, layout.ASKED_FROM][:, None] + np.arange(self.seats)) % self.seats
        waits = (self.numbers[:, layout.WAITING][:, None] >> order) & 1
        first = order[np.arange(self.hands), waits.argmax(axis=1)]
        return np.where(waits.any(axis=1), first, ASKED)

    def number(self, name: int) -> Numbers:
        """A number of each hand, by its place in `layout`, such as `layout.SABACC_POT`."""
        return self.numbers[:, name]

    def by_seat(self, block: int) -> Numbers:
        """A number for each seat of each hand, by its place in `layout`, such as `layout.BETS`."""
        return self.numbers[:, block : block + self.seats]

    @property
    def stacks(self) -> Numbers:
        """The credits in front of each seat of each hand."""
        return self.by_seat(layout.STACKS)

    def zone(self, hand: int, seat: int, zone: int = 0) -> tuple[Card, ...]:
        """A seat's cards in the deck's order: face down (0), face up (1), or selected (2)."""
        capacity = int(self.rule_row[layout.RULE_CAPACITY])
        count = self.numbers[hand, (layout.HAND_COUNTS, layout.FIELD_COUNTS, layout.CHOSEN_COUNTS)[zone] + seat]
        at = layout.HANDS + (zone * layout.SEATS + seat) * capacity
        faces = list(self._deck.copies)
        return tuple(faces[code] for code in self.cards[hand, at : at + count])

    def action(self, hand: int, seat: int, number: int) -> Action:
        """An action as the plain engine knows it."""
        return decode_action(self._deck, self.zone(hand, seat), number)

    def number_of(self, hand: int, seat: int, action: Action) -> int:
        """The number of a plain action of that seat."""
        return encode_action(self._deck, self.zone(hand, seat), action)

    def in_words(self, hand: int, seat: int, number: int) -> str:
        """An action as people write it."""
        return write_action(self.action(hand, seat, number))


def _check_seats(rules: Rules, seats: int) -> int:
    least, most = find_preset(rules.preset).players[0], most_players(rules)
    if not least <= seats <= most:
        raise SabaccError(f"{rules.preset} is for {least} to {most} players, not {seats} (T9).")
    return seats
