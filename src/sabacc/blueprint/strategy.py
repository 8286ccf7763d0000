"""A trained blueprint: the odds of what may be done in each situation, found again from a view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sabacc.batch import layout
from sabacc.batch.action_codes import encode_action
from sabacc.batch.actions import CHOOSE_SIDE, KIND_MASK, RAISE, RAISE_AND_CALL, TAKE_DISCARD, TRADE
from sabacc.blueprint.abstraction import (
    SLOT_OF_KIND,
    SLOTS,
    card_key,
    extend_line,
    extend_past,
    fill_slots,
    situation_key,
    size_of_debt,
    size_of_pot,
    size_of_raise,
)
from sabacc.blueprint.regret_table import Rows
from sabacc.cards import Deck
from sabacc.errors import SabaccError
from sabacc.game.actions import Action, ChooseSide, Raise, TakeDiscard, Trade
from sabacc.game.events import Acted, Event, HandStarted
from sabacc.game.view import View
from sabacc.rules import Rules, deck_of, effective_ante, family_of, read_rules

FORMAT = 1
PARTS = 255  # odds are kept as so many parts of the likeliest action's
_HIDDEN = {Trade: TRADE, ChooseSide: CHOOSE_SIDE, TakeDiscard: TAKE_DISCARD}  # known by their kind alone


class Blueprint:
    """Odds by situation."""

    def __init__(
        self, rules: Mapping[str, Any], players: int, exact: bool, keys: NDArray[np.uint64], parts: NDArray[np.uint8]
    ) -> None:
        self.rules = read_rules(rules)
        self.players = players
        self.exact = exact
        self.keys = keys
        self.parts = parts
        self._deck = family_of(self.rules).deck
        self._values = values_of(self.rules)

    def __len__(self) -> int:
        return len(self.keys)

    @classmethod
    def from_sums(cls, rules: Mapping[str, Any], players: int, exact: bool, rows: Rows) -> Blueprint:
        """From what training has added up."""
        most = rows.sums.max(axis=1, initial=0.0)
        met = most > 0
        parts = np.rint(rows.sums[met] / most[met, None] * PARTS).astype(np.uint8)
        return cls(rules, players, exact, rows.keys[met], parts)

    def save(self, path: str | Path) -> None:
        """As a file that `read_blueprint` reads."""
        about = msgspec.json.encode({"rules": self.rules_as_written(), "players": self.players, "exact": self.exact})
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file, format=FORMAT, about=np.frombuffer(about, np.uint8), keys=self.keys, parts=self.parts
            )

    def rules_as_written(self) -> dict[str, Any]:
        """As JSON has them."""
        from sabacc.rules import write_rules

        return write_rules(self.rules)

    def odds(self, view: View) -> dict[Action, float] | None:
        """The odds of what the view's seat may do; None in a situation that training never met."""
        slots = self.actions(view)
        if len(slots) == 1:
            return dict.fromkeys(slots.values(), 1.0)
        key = self.key(view)
        row = int(np.searchsorted(self.keys, key))
        if row == len(self.keys) or self.keys[row] != key:
            return None
        parts = {action: float(self.parts[row, slot]) for slot, action in slots.items()}
        total = sum(parts.values())
        return {action: part / total for action, part in parts.items()} if total else None

    def actions(self, view: View) -> dict[int, Action]:
        """What the seat may do, as far as a blueprint knows it, by slot."""
        hand = self._deck.in_order(view.cards)
        plain = {encode_action(self._deck, hand, action): action for action in view.options.actions}
        listed = np.array(sorted(plain), np.int64)
        options = view.options
        bounds = np.array([options.raise_from, options.raise_to, options.may_call], np.int64)
        slots = np.zeros(SLOTS, np.int64)
        fill_slots(listed, len(listed), bounds, self._stakes(view), self._values, self.exact, slots, SLOT_OF_KIND)
        found: dict[int, Action] = {}
        for slot, code in enumerate(slots.tolist()):
            if code in plain:
                found[slot] = plain[code]
            elif code >= 0:
                found[slot] = Raise(code >> 8, code & KIND_MASK == RAISE_AND_CALL)
        return found

    def key(self, view: View) -> np.uint64:
        """The situation that the view's seat is in."""
        seat = view.seat
        assert seat is not None and view.question is not None  # noqa: PT018 - both at once
        players = len(view.names)
        others = [one for one in range(players) if one != seat]
        stakes = self._stakes(view)
        facts = (
            (seat - view.button) % players,
            layout.QUESTIONS.index(view.question.kind),
            view.round,
            sum(view.counts[one] + len(view.fields[one]) for one in others),
            size_of_pot(view.hand_pot, effective_ante(self.rules)),
            size_of_debt(stakes[2], stakes[0]),
            int(view.called and view.caller is not None),
        )
        line, past = self._memory(view)
        word = np.uint64(self._cards(view))
        return np.uint64(situation_key(word, np.uint64(line ^ past), np.array(facts, np.int64)))

    def _cards(self, view: View) -> int:
        """A seat's cards as a word."""
        assert view.seat is not None
        held = [*self._codes(view.cards), *self._codes(view.fields[view.seat])]
        return int(card_key(np.array(held, np.int64), self._values, self.exact))

    def _memory(self, view: View) -> tuple[int, int]:
        """The betting line of the present round; and what the seat held when it decided, where all cards are told apart."""
        told = View(view.rules, view.names, view.seat)
        line, in_round, past = 0, -1, 0
        for event in _of_this_hand(view.events):
            if isinstance(event, Acted) and event.question:
                if told.round != in_round:
                    line, in_round = 0, told.round
                if self.exact and event.seat == view.seat:
                    past = int(extend_past(np.uint64(past), np.uint64(self._cards(told))))
                player = (event.seat - told.button) % len(view.names)
                kind, size = _kind_and_size(told, event.seat, event.action)
                line = int(extend_line(np.uint64(line), player, kind, size))
            told.see(event)
        return (line if told.round == in_round else 0), past

    def _codes(self, cards: tuple[str, ...]) -> list[int]:
        return [_codes_of(self._deck)[card] for card in self._deck.in_order(cards)]

    def _stakes(self, view: View) -> NDArray[np.int64]:
        assert view.seat is not None
        return np.array([view.hand_pot, view.standing, view.standing - view.bets[view.seat]], np.int64)


def _of_this_hand(events: list[Event]) -> list[Event]:
    starts = [place for place, event in enumerate(events) if isinstance(event, HandStarted)]
    return events[starts[-1] :] if starts else []


def _kind_and_size(told: View, seat: int, action: Action) -> tuple[int, int]:
    if isinstance(action, Raise):
        kind = RAISE_AND_CALL if action.and_call else RAISE
        owed = told.standing - told.bets[seat]
        return kind, int(size_of_raise(action.to, told.hand_pot, told.standing, owed))
    if type(action) in _HIDDEN:
        return _HIDDEN[type(action)], 0
    return encode_action(deck_of(told.rules), (), action) & KIND_MASK, 0


def values_of(rules: Rules) -> NDArray[np.int64]:
    """What each face counts, by its code."""
    deck = family_of(rules).deck
    return np.array([deck.values[card] for card in deck.copies], np.int64)


@cache
def _codes_of(deck: Deck) -> dict[str, int]:
    return {card: code for code, card in enumerate(deck.copies)}


def read_blueprint(path: str | Path) -> Blueprint:
    """A blueprint from a file."""
    try:
        with np.load(path) as kept:
            about = msgspec.json.decode(kept["about"].tobytes())
            return Blueprint(about["rules"], about["players"], about["exact"], kept["keys"], kept["parts"])
    except (OSError, KeyError, ValueError, msgspec.DecodeError) as error:
        raise SabaccError(f"{path} is no blueprint: `sabacc train` makes one.") from error
