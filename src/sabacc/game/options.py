"""What a seat may do now, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from sabacc.game.actions import Action, CallHand, Fold, Match, Raise, TakeDiscard, kind_of


class Options:
    """The legal actions of one seat: iterate them, ask `action in options`, read the bounds of a raise.

    Raises are not listed one by one but as the bounds `raise_from` and `raise_to` (0 and 0 where there is no raise).
    """

    __slots__ = ("actions", "bet", "discard_fee", "fold_fee", "owed", "raise_from", "raise_to")

    def __init__(
        self,
        actions: tuple[Action, ...] = (),
        raises: tuple[int, int] | None = None,
        bet: int = 0,
        owed: int = 0,
        fold_fee: int = 0,
        discard_fee: int = 0,
    ) -> None:
        self.actions = actions
        self.raise_from, self.raise_to = raises if raises is not None else (0, 0)
        self.bet = bet
        self.owed = owed
        self.fold_fee = fold_fee
        self.discard_fee = discard_fee

    def also(self, actions: tuple[Action, ...]) -> Options:
        """The same with more actions."""
        raises = (self.raise_from, self.raise_to)
        return Options(self.actions + actions, raises, self.bet, self.owed, self.fold_fee, self.discard_fee)

    def __iter__(self) -> Iterator[Action]:
        yield from self.actions
        if self.raise_to:
            for to in range(self.raise_from, self.raise_to + 1):
                yield Raise(to)

    def __len__(self) -> int:
        return len(self.actions) + (self.raise_to - self.raise_from + 1 if self.raise_to else 0)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Raise):
            return type(action.to) is int and self.raise_to > 0 and self.raise_from <= action.to <= self.raise_to
        return action in self.actions

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
        return 0

    def in_words(self) -> str:
        """A short list for messages."""
        words: list[str] = []
        for action in self.actions:
            card = getattr(action, "card", None) or getattr(action, "side", None)
            words.append(f"{kind_of(action)} {card}" if card else kind_of(action))
        if self.raise_to:
            words.append(f"raise to {self.raise_from}–{self.raise_to}")
        return ", ".join(words) or "nothing"


NOTHING = Options()
