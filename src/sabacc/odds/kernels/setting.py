"""What is dealt: to how many seats, how many cards, which are known, and by which rules they are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sabacc.cards import DECKS, Card, Deck
from sabacc.errors import CardError, RulesError, SabaccError
from sabacc.hands.corellian import HAND_SIZES
from sabacc.odds.kernels.coruscant import FULL_HAND
from sabacc.odds.kernels.ranker import Ranker
from sabacc.odds.kernels.ranking import bulk_ranker
from sabacc.rules import Preset, Rules, deck_of, find_preset, read_rules

USUAL_CARDS = {"76": 2, "corellian": 5, "coruscant": 5}
FEWEST_CARDS, MOST_CARDS = 1, 12  # in the 76-card family, where rules set no limit
SIZES = {"76": range(FEWEST_CARDS, MOST_CARDS + 1), "corellian": HAND_SIZES, "coruscant": (FULL_HAND,)}
Hands = Sequence[Sequence[Card] | None]


class Setting(msgspec.Struct, frozen=True):
    """A kind of deal, checked; the same for all processes that deal it."""

    rules: Rules
    sizes: tuple[int, ...]  # how many cards each seat has at the showdown
    known: tuple[tuple[Card, ...], ...]  # those of them that are known
    seen: tuple[Card, ...]  # cards known to be elsewhere
    sides: tuple[str | None, ...]
    gold: int | None
    silver: str | None
    seed: str

    @property
    def deck(self) -> Deck:
        """The deck that gives the cards their codes."""
        return DECKS[find_preset(self.rules.preset).deck]

    def unseen(self) -> tuple[Card, ...]:
        """The cards that may come, in the deck's order."""
        left = list(deck_of(self.rules).cards)
        for card in (*self.seen, *(card for hand in self.known for card in hand)):
            left.remove(card)
        return tuple(left)

    def to_deal(self) -> int:
        """How many cards each deal takes off the deck."""
        return sum(self.sizes) - sum(map(len, self.known))

    def rankers(self) -> list[Ranker]:
        """What weighs each seat's hand."""
        choose = find_preset(self.rules.preset).family == "coruscant"
        return [
            bulk_ranker(self.rules, side=side, gold=self.gold, silver=self.silver, choose=choose) for side in self.sides
        ]


def read_setting(
    rules: str | Mapping[str, Any] | Rules,
    players: int | None = None,
    cards: int | Sequence[int] | None = None,
    *,
    hands: Hands = (),
    seen: Sequence[Card] = (),
    sides: Sequence[str] = (),
    gold: int | None = None,
    silver: str | None = None,
    seed: str = "1",
) -> Setting:
    """A setting from what people say, or a sentence about what is wrong with it."""
    read = read_rules(rules)
    preset = find_preset(read.preset)
    deck = deck_of(read)
    seats = _seats(preset, players, len(hands))
    known = tuple(deck.read_all(hand or ()) for hand in hands) + ((),) * (seats - len(hands))
    setting = Setting(
        read,
        _sizes(preset, cards, seats),
        known,
        deck.read_all(seen),
        _by_seat(read, sides, seats),
        gold,
        silver,
        str(seed),
    )
    deck.check([*setting.seen, *(card for hand in known for card in hand)])
    _check_room(setting)
    setting.rankers()
    return setting


def _seats(preset: Preset, players: int | None, hands: int) -> int:
    least, most = preset.players
    seats = players if players is not None else max(hands, least)
    if not isinstance(seats, int) or not least <= seats <= most:
        raise RulesError(f"{preset.key} is for {least} to {most} players, not {seats} (T9).")
    if hands > seats:
        raise SabaccError(
            f"{hands} hands are given to {seats} players: give one for each, or None for a hand not known."
        )
    return seats


def _sizes(preset: Preset, cards: int | Sequence[int] | None, seats: int) -> tuple[int, ...]:
    if cards is None:
        cards = USUAL_CARDS[preset.family]
    sizes = (cards,) * seats if isinstance(cards, int) else tuple(cards)
    if len(sizes) != seats:
        raise SabaccError(f"cards are given for {len(sizes)} of {seats} players: give one number, or one for each.")
    allowed = SIZES[preset.family]
    for size in sizes:
        if size not in allowed:
            said = " or ".join(map(str, allowed)) if len(allowed) < 3 else f"{allowed[0]} to {allowed[-1]}"
            raise CardError(f"a hand of {preset.key} is dealt {said} cards here, not {size}.")
    return sizes


def _by_seat(rules: Rules, sides: Sequence[str], seats: int) -> tuple[str | None, ...]:
    if not sides and not rules.sides:
        return (None,) * seats
    if isinstance(sides, str) or len(sides) != seats:
        raise RulesError(f"sides are light or dark, one for each of {seats} players (FO1), not {sides!r}.")
    return tuple(sides)


def _check_room(setting: Setting) -> None:
    for seat, (size, hand) in enumerate(zip(setting.sizes, setting.known, strict=True)):
        if len(hand) > size:
            raise CardError(f"seat {seat} is given {len(hand)} cards, but has {size} at the showdown: set cards.")
    if setting.to_deal() > len(setting.unseen()):
        raise CardError(
            f"{setting.to_deal()} cards are to be dealt, but only {len(setting.unseen())} of the "
            f"{deck_of(setting.rules).title} are left."
        )
