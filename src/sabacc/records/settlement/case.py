"""A case: a hand that was played with real cards, as somebody writes it down to be settled.

A case is a JSON object: the rules, who dealt, what lies in the pots, and for each player what they have left, paid and hold.
`settle_case` settles it by the very code that settles live hands. A family says which cards break ties, and what else a
case must say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sabacc.betting import make_pots
from sabacc.cards import Card
from sabacc.errors import CaseError, why_misread
from sabacc.game.checks import MOST_CREDITS, check_name
from sabacc.game.events import Event, Paid, Refunded, TieDrawn, Won
from sabacc.game.result import shown_first
from sabacc.rules import (
    Part,
    Rules,
    dealing_order,
    deck_of,
    family_of,
    find_preset,
    most_players,
    read_rules,
)
from sabacc.variants.best_hand import settle_best_hand
from sabacc.variants.case import Case, award_last_player
from sabacc.words import explain


class CasePlayer(msgspec.Struct, forbid_unknown_fields=True):
    """One player of a case."""

    name: str
    stack: int | None = None
    paid: int | None = None
    hand: list[str] | str = []
    selection: list[str] | str = []  # coruscant-shift
    folded: bool = False
    side: str | None = None
    field: list[str] = []  # which of the hand's cards lie in the static field; matters with a community field


class CaseInput(msgspec.Struct, forbid_unknown_fields=True):
    """A case as it is written."""

    rules: Any
    dealer: int
    players: list[CasePlayer]
    caller: int | None = None
    sabacc_pot: int = 0
    fees: int = 0
    spilled: int = 0  # of the fees, what came out of a sabacc pot over its cap (HR14)
    sudden_demise: list[str] | str = []  # the 76-card family
    blind_draw: list[str] | str = []  # corellian-house
    gold: int | None = None  # coruscant-shift
    silver: str | None = None  # coruscant-shift
    tie_draw: list[str] | str = []  # coruscant-shift

    result: Any = None  # what somebody else made of it; not looked at


def settle_case(given: Any) -> dict[str, Any]:
    """Settles a case, and says who gets what and why.

    >>> answer = settle_case({"rules": {"preset": "classic"}, "dealer": 0, "caller": 1, "players": [
    ...     {"name": "Ana", "stack": 90, "paid": 10, "hand": ["S12", "F11"]},
    ...     {"name": "Ben", "stack": 90, "paid": 10, "hand": ["C9", "T9"]}]})
    >>> answer["stacks"], answer["sabacc_pot"]
    ([130, 70], 0)
    """
    try:
        case = msgspec.convert(given, CaseInput)
    except msgspec.ValidationError as error:
        raise CaseError(f"the case can't be read: {why_misread(error)}.") from error
    rules = read_rules(case.rules)
    return SETTLEMENT.of(family_of(rules))(case, rules).answer()


class Settlement:
    """A case being settled, as far as it is the same for all games."""

    tie_field = ""  # the option of a case that holds the cards that break ties
    foreign_fields: tuple[str, ...] = ()  # options of a case that belong to other games
    clause = "H5"
    tie_clause = "H9"

    def __init__(self, given: CaseInput, rules: Rules) -> None:
        self.given = given
        self.rules = rules
        self.deck = deck_of(rules)
        self.names = [player.name for player in given.players]
        self.events: list[Event] = []
        self.hands = [self.deck.read_all(self.cards_of(player)) for player in given.players]
        self.tie_cards = list(self.deck.read_all(getattr(given, self.tie_field)))
        self.used_cards = 0
        self.check()
        n = len(given.players)
        self.case = Case(
            rules=rules,
            order=dealing_order(rules, given.dealer, n),
            stacks=[player.stack or 0 for player in given.players],
            paid=[player.paid or 0 for player in given.players],
            live=[not player.folded for player in given.players],
            hands=self.hands,
            fees=given.fees,
            sabacc_pot=given.sabacc_pot,
            caller=given.caller,
            sides=[player.side if rules.sides else None for player in given.players],
            fields=[self.deck.read_all(player.field) for player in given.players],
            spilled=given.spilled,
        )

    def cards_of(self, player: CasePlayer) -> list[str] | str:
        """The cards a player shows."""
        return player.hand

    def check(self) -> None:
        """Refuses what can't have been played so."""
        given = self.given
        preset = self.rules.preset
        n = len(given.players)
        least, most = find_preset(preset).players[0], most_players(self.rules)
        expect(least <= n <= most, f"{preset} is for {least} to {most} players, not {n} (T9).")
        expect(0 <= given.dealer < n, f"dealer must be a seat from 0 to {n - 1}, not {given.dealer}.")
        for what in self.foreign_fields:
            expect(getattr(given, what) in (None, [], ""), f"a case of {preset} has no {what}: leave it out.")
        for what, amount in (("sabacc_pot", given.sabacc_pot), ("fees", given.fees)):
            expect(
                0 <= amount <= MOST_CREDITS, f"{what} must be a whole number from 0 to {MOST_CREDITS}, not {amount}."
            )
        expect(len(set(self.names)) == n, "two players have the same name: nobody could tell who wins.")
        live = [seat for seat, player in enumerate(given.players) if not player.folded]
        expect(bool(live), "everybody has folded: at least one player must be left.")
        if given.caller is not None:
            expect(0 <= given.caller < n, f"caller must be a seat from 0 to {n - 1} or null, not {given.caller}.")
            may_fold = find_preset(preset).alternates_play_and_betting  # the betting goes on there
            name = self.names[given.caller]
            expect(may_fold or given.caller in live, f"{name} called the hand, and so can't have folded (CL6).")
        for seat, player in enumerate(given.players):
            check_name(player.name)
            for what, has in (("stack", player.stack), ("paid", player.paid)):
                there = has is not None or not self.needs_credits()
                expect(there, f"{player.name} needs a {what} (0 if there is none).")
                fits = 0 <= (has or 0) <= MOST_CREDITS
                expect(fits, f"{player.name}'s {what} must be a whole number from 0 to {MOST_CREDITS}, not {has}.")
            if not player.folded and len(live) > 1:
                self.check_player(player, self.hands[seat])
        self.deck.check([card for cards in self.hands for card in cards] + self.tie_cards)

    def needs_credits(self) -> bool:
        """Whether the game is played for credits."""
        return True

    def check_player(self, player: CasePlayer, cards: tuple[Card, ...]) -> None:
        """What a player at the showdown must have."""

    def settle(self) -> None:
        """Settles the showdown."""

    def answer(self) -> dict[str, Any]:
        """The answer, read off the events of the settlement."""
        case = self.case
        if sum(case.live) == 1:
            award_last_player(case, self.events.append, self.clause)
        else:
            self.settle()
        return {
            "stacks": list(case.stacks),
            "sabacc_pot": case.sabacc_pot,
            f"{self.tie_field}_used": self.used_cards,
            "players": players_of(self.events, self.names),
            "pots": pots_of(self.given, self.events),
            "explanation": explain(self.events, self.names, self.rules),
        }

    def draw(self, seats: tuple[int, ...]) -> dict[int, Card]:
        """The cards on top of the deck, as they are written in the case."""
        left = self.tie_cards[self.used_cards :]
        if len(left) < len(seats):
            tied = " and ".join(self.names[seat] for seat in seats)
            raise CaseError(
                f"{tied} are tied and need {len(seats)} cards off the deck ({self.tie_clause}), "
                f"but {self.tie_field} has {len(left)} left: add the top cards of the deck to {self.tie_field}."
            )
        self.used_cards += len(seats)
        cards = dict(zip(seats, left, strict=False))
        self.events += [self.tie_event(seat, card) for seat, card in cards.items()]
        return cards

    def tie_event(self, seat: int, card: Card) -> Event:
        """The event of a card that breaks a tie."""
        return TieDrawn(seat, 0, 0, card)


class PlainSettlement(Settlement):
    """Families that bring nothing of their own: the best hand wins, and equal hands share."""

    tie_field = "tie_draw"
    foreign_fields = ("caller", "sudden_demise", "blind_draw", "gold", "silver", "tie_draw")

    def settle(self) -> None:
        settle_best_hand(self.case, self.events.append, self.draw, self.clause)


SETTLEMENT: Part[type[Settlement]] = Part("settlement", PlainSettlement)


def players_of(events: Sequence[Event], names: Sequence[str]) -> list[dict[str, Any]]:
    """What became of each player; hands as they were called, before any card that broke a tie."""
    players: list[dict[str, Any]] = [
        {"name": name, "hand_name": None, "total": None, "bombed_out": False, "penalty": 0, "won": 0} for name in names
    ]
    for seat, shown in shown_first(events).items():
        players[seat] |= {"hand_name": shown.name, "total": shown.total, "bombed_out": shown.bombed_out}
    for event in events:
        if isinstance(event, Paid):
            players[event.seat]["penalty"] += event.amount
        elif isinstance(event, Won):
            players[event.seat]["won"] += event.amount
    return players


def pots_of(given: CaseInput, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The pots as they were contested, with their winners."""
    paid = [player.paid or 0 for player in given.players]
    winners: dict[int, list[int]] = {}
    for event in events:
        if isinstance(event, Refunded):
            paid[event.seat] -= event.amount
        elif isinstance(event, Won):
            winners.setdefault(event.pot, []).append(event.seat)
    pots = make_pots(paid, [not player.folded for player in given.players], given.fees)
    return [
        {"amount": pot.amount, "contested_by": list(pot.contested_by), "winners": sorted(winners.get(number, []))}
        for number, pot in enumerate(pots)
    ]


def expect(true: bool, sentence: str) -> None:
    """Refuses a case with a sentence that says why."""
    if not true:
        raise CaseError(sentence)
