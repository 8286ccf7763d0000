"""What a seat may do now, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sabacc.game.actions import (
    Action,
    Buy,
    CallHand,
    Fold,
    Improve,
    Match,
    Protect,
    Raise,
    Select,
    TakeDiscard,
    same_cards,
    write_action,
)


class Options:
    """The legal actions of one seat: iterate them all, ask `action in options`, read the bounds of a raise.

    `actions` are all but the raises; those are given by their bounds `raise_from` and `raise_to` (0 and 0 where there is
    none), for in a no-limit game there are many thousands.
    """

    __slots__ = (
        "actions",
        "bet",
        "board_price",
        "discard_fee",
        "fold_fee",
        "may_call",
        "owed",
        "raise_from",
        "raise_to",
    )

    def __init__(
        self,
        actions: tuple[Action, ...] = (),
        raises: tuple[int, int] | None = None,
        bet: int = 0,
        owed: int = 0,
        fold_fee: int = 0,
        discard_fee: int = 0,
        board_price: int = 0,
        may_call: bool = False,
    ) -> None:
        self.actions = actions
        self.raise_from, self.raise_to = raises if raises is not None else (0, 0)
        self.bet = bet
        self.owed = owed
        self.fold_fee = fold_fee
        self.discard_fee = discard_fee
        self.board_price = board_price
        self.may_call = may_call  # the hand, with a check, match or raise (PG5)

    def also(self, actions: tuple[Action, ...]) -> Options:
        """The same with more actions."""
        return Options(
            self.actions + actions,
            (self.raise_from, self.raise_to),
            self.bet,
            self.owed,
            self.fold_fee,
            self.discard_fee,
            self.board_price,
            self.may_call,
        )

    def __iter__(self) -> Iterator[Action]:
        yield from self.actions
        if self.raise_to:
            for to in range(self.raise_from, self.raise_to + 1):
                yield Raise(to)
                if self.may_call:
                    yield Raise(to, True)

    def __len__(self) -> int:
        raises = self.raise_to - self.raise_from + 1 if self.raise_to else 0
        return len(self.actions) + raises * (2 if self.may_call else 1)

    def __contains__(self, action: object) -> bool:
        for one in self.actions:
            if one is action:  # by far the most common, and much cheaper than to compare
                return True
        if isinstance(action, Raise):
            if not action.is_whole() or (action.and_call and not self.may_call):
                return False
            return self.raise_to > 0 and self.raise_from <= action.to <= self.raise_to
        if action in self.actions:
            return True
        if isinstance(action, (Protect, Select, Improve)):
            return any(same_cards(action, other) for other in self.actions)
        return False

    def __repr__(self) -> str:
        return f"<Options: {self.in_words()}>"

    def price(self, action: Action) -> int:
        """What the action costs at once, in credits."""
        if isinstance(action, Raise):
            return action.to - self.bet
        if isinstance(action, (Match, CallHand)):
            return self.owed
        if isinstance(action, Fold):
            return self.fold_fee
        if isinstance(action, TakeDiscard):
            return self.discard_fee
        if isinstance(action, Buy):
            return self.board_price
        return 0

    def in_words(self) -> str:
        """A short list for messages."""
        words = [write_action(action) for action in self.actions]
        if self.raise_to:
            words.append(f"raise to {self.raise_from}–{self.raise_to}")
        return ", ".join(words) or "nothing"


NOTHING: Final = Options()
