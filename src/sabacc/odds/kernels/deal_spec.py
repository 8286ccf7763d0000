"""What is dealt: to how many seats, how many cards, which are known, and by which rules they are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sabacc.cards import Card, Deck
from sabacc.errors import CardError, RulesError, SabaccError
from sabacc.odds.kernels.ranker import DEAL_SIZES, Ranker
from sabacc.odds.kernels.registry import bulk_ranker
from sabacc.rules import FAMILIES, Preset, Rules, deck_of, family_of, find_preset, read_rules

Hands = Sequence[Sequence[Card] | None]


class DealSpec(msgspec.Struct, frozen=True):
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
        return family_of(self.rules).deck

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
        choose = DEAL_SIZES.of(family_of(self.rules)).chooses
        return [
            bulk_ranker(self.rules, side=side, gold=self.gold, silver=self.silver, choose=choose) for side in self.sides
        ]


def read_deal_spec(
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
) -> DealSpec:
    """A spec from what people say, or a sentence about what is wrong with it."""
    read = read_rules(rules)
    preset = find_preset(read.preset)
    deck = deck_of(read)
    seats = _seats(preset, players, len(hands))
    known = tuple(deck.read_all(hand or ()) for hand in hands) + ((),) * (seats - len(hands))
    spec = DealSpec(
        read,
        _sizes(preset, cards, seats),
        known,
        deck.read_all(seen),
        _sides(read, sides, seats),
        gold,
        silver,
        str(seed),
    )
    deck.check([*spec.seen, *(card for hand in known for card in hand)])
    _check_room(spec)
    spec.rankers()
    return spec


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
    dealt = DEAL_SIZES.of(FAMILIES[preset.family])
    if cards is None:
        cards = dealt.usual
    sizes = (cards,) * seats if isinstance(cards, int) else tuple(cards)
    if len(sizes) != seats:
        raise SabaccError(f"cards are given for {len(sizes)} of {seats} players: give one number, or one for each.")
    allowed = dealt.allowed
    for size in sizes:
        if size not in allowed:
            said = " or ".join(map(str, allowed)) if len(allowed) < 3 else f"{allowed[0]} to {allowed[-1]}"
            raise CardError(f"a hand of {preset.key} is dealt {said} cards here, not {size}.")
    return sizes


def _sides(rules: Rules, sides: Sequence[str], seats: int) -> tuple[str | None, ...]:
    if not sides and not rules.sides:
        return (None,) * seats
    if isinstance(sides, str) or len(sides) != seats:
        raise RulesError(f"sides are light or dark, one for each of {seats} players (FO1), not {sides!r}.")
    return tuple(sides)


def _check_room(spec: DealSpec) -> None:
    for seat, (size, hand) in enumerate(zip(spec.sizes, spec.known, strict=True)):
        if len(hand) > size:
            raise CardError(f"seat {seat} is given {len(hand)} cards, but has {size} at the showdown: set cards.")
    if spec.to_deal() > len(spec.unseen()):
        raise CardError(
            f"{spec.to_deal()} cards are to be dealt, but only {len(spec.unseen())} of the "
            f"{deck_of(spec.rules).title} are left."
        )
