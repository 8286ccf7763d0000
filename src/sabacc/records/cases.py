"""Settling a hand that was played with real cards.

A case is a JSON object: the rules, who dealt, what lies in the pots, and for each player what they have left, paid and hold.
`settle_case` settles it by the very code that settles live hands. What differs between the families of games is in
`SETTLINGS`: which cards break ties, and what else a case must say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sabacc.betting import make_pots
from sabacc.cards import Card
from sabacc.errors import CaseError, why_misread
from sabacc.game.events import Dealt, Event, Paid, Refunded, RoundWon, Shown, TieDrawn, Won
from sabacc.game.table import check_name
from sabacc.hands.classic import DARK, LIGHT
from sabacc.rules import Rules, deck_of, find_preset, most_players, read_rules
from sabacc.variants.flower_showdown import settle_flower
from sabacc.variants.selection_showdown import settle_selection
from sabacc.variants.showdown import Case, award_last_player, settle
from sabacc.words import explain

MOST = 1_000_000_000_000


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
    sudden_demise: list[str] | str = []  # the 76-card family
    blind_draw: list[str] | str = []  # corellian-house
    gold: int | None = None  # coruscant-shift, like the next two
    silver: str | None = None
    tie_draw: list[str] | str = []
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
    return SETTLINGS[find_preset(rules.preset).family](case, rules).answer()


class Settling:
    """A case being settled, as far as it is the same for all games."""

    extra = ""  # the option of a case that holds the cards that break ties
    others: tuple[str, ...] = ()  # options of a case that belong to other games
    clause = "H5"
    ties = "H9"

    def __init__(self, given: CaseInput, rules: Rules) -> None:
        self.given = given
        self.rules = rules
        self.deck = deck_of(rules)
        self.names = [player.name for player in given.players]
        self.told: list[Event] = []
        self.hands = [self.deck.read_all(self.cards_of(player)) for player in given.players]
        self.on_top = list(self.deck.read_all(getattr(given, self.extra)))
        self.used = 0
        self.check()
        n = len(given.players)
        self.case = Case(
            rules=rules,
            order=[(given.dealer + 1 + place) % n for place in range(n)],
            stacks=[player.stack or 0 for player in given.players],
            paid=[player.paid or 0 for player in given.players],
            live=[not player.folded for player in given.players],
            hands=self.hands,
            fees=given.fees,
            sabacc_pot=given.sabacc_pot,
            caller=given.caller,
            sides=[player.side if rules.sides else None for player in given.players],
            fields=[self.deck.read_all(player.field) for player in given.players],
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
        for what in self.others:
            expect(getattr(given, what) in (None, [], ""), f"a case of {preset} has no {what}: leave it out.")
        for what, amount in (("sabacc_pot", given.sabacc_pot), ("fees", given.fees)):
            expect(0 <= amount <= MOST, f"{what} must be a whole number from 0 to {MOST}, not {amount}.")
        expect(len(set(self.names)) == n, "two players have the same name: nobody could tell who wins.")
        live = [seat for seat, player in enumerate(given.players) if not player.folded]
        expect(bool(live), "everybody has folded: at least one player must be left.")
        if given.caller is not None:
            expect(0 <= given.caller < n, f"caller must be a seat from 0 to {n - 1} or null, not {given.caller}.")
            may_fold = find_preset(preset).in_rounds  # the betting goes on there
            name = self.names[given.caller]
            expect(may_fold or given.caller in live, f"{name} called the hand, and so can't have folded (CL6).")
        for seat, player in enumerate(given.players):
            check_name(player.name)
            for what, has in (("stack", player.stack), ("paid", player.paid)):
                there = has is not None or not self.needs_credits()
                expect(there, f"{player.name} needs a {what} (0 if there is none).")
                fits = 0 <= (has or 0) <= MOST
                expect(fits, f"{player.name}'s {what} must be a whole number from 0 to {MOST}, not {has}.")
            if not player.folded and len(live) > 1:
                self.check_player(player, self.hands[seat])
        self.deck.check([card for cards in self.hands for card in cards] + self.on_top)

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
            award_last_player(case, self.told.append, self.clause)
        else:
            self.settle()
        return {
            "stacks": list(case.stacks),
            "sabacc_pot": case.sabacc_pot,
            f"{self.extra}_used": self.used,
            "players": players_of(self.told, self.names),
            "pots": pots_of(self.given, self.told),
            "explanation": explain(self.told, self.names, self.rules),
        }

    def draw(self, seats: tuple[int, ...]) -> dict[int, Card]:
        """The cards on top of the deck, as they are written in the case."""
        left = self.on_top[self.used :]
        if len(left) < len(seats):
            tied = " and ".join(self.names[seat] for seat in seats)
            raise CaseError(
                f"{tied} are tied and need {len(seats)} cards off the deck ({self.ties}), but {self.extra} has {len(left)} "
                f"left: add the top cards of the deck to {self.extra}."
            )
        self.used += len(seats)
        cards = dict(zip(seats, left, strict=False))
        self.told += [self.dealt(seat, card) for seat, card in cards.items()]
        return cards

    def dealt(self, seat: int, card: Card) -> Event:
        """The event of a card that breaks a tie."""
        return TieDrawn(seat, 0, 0, card)


class ClassicSettling(Settling):
    """The 76-card family (H1–H13)."""

    extra = "sudden_demise"
    others = ("blind_draw", "gold", "silver", "tie_draw")

    def check_player(self, player: CasePlayer, cards: tuple[Card, ...]) -> None:
        expect(len(cards) >= 2, f"{player.name} must show at least two cards, not {len(cards)} (CC8).")
        expect(player.side in (None, LIGHT, DARK), f"{player.name}'s side must be light or dark, not {player.side!r}.")
        expect(not self.rules.sides or bool(player.side), f"{player.name} needs a side: light or dark (FO1).")
        for card in self.deck.read_all(player.field):
            often = list(player.field).count(card) <= cards.count(card)
            expect(often, f"{card} lies in {player.name}'s field, but not (so often) in the hand (F1).")

    def settle(self) -> None:
        settle(self.case, self.told.append, self.draw)

    def dealt(self, seat: int, card: Card) -> Event:
        return Dealt(seat, 0, 0, card, True)


class FlowerSettling(Settling):
    """corellian-house (CH20–CH25)."""

    extra = "blind_draw"
    others = ("caller", "sudden_demise", "gold", "silver", "tie_draw")
    clause = "CH10"
    ties = "CH25"

    def check_player(self, player: CasePlayer, cards: tuple[Card, ...]) -> None:
        expect(len(cards) in (4, 5), f"{player.name} must show four or five cards, not {len(cards)} (CH4, CH11).")

    def settle(self) -> None:
        settle_flower(self.case, self.told.append, self.draw)


class SelectionSettling(Settling):
    """coruscant-shift (CS9–CS11)."""

    extra = "tie_draw"
    others = ("caller", "sudden_demise", "blind_draw")
    clause = "CS11"
    ties = "CS10"

    def cards_of(self, player: CasePlayer) -> list[str] | str:
        return player.selection or player.hand

    def needs_credits(self) -> bool:
        return bool(self.rules.ante)

    def check(self) -> None:
        gold, silver = self.given.gold, self.given.silver
        expect(gold in (0, 5, -5, 10, -10), f"gold must be 0, 5, -5, 10 or -10, not {gold} (CS2).")
        expect(silver in ("c", "t", "s"), f"silver must be c, t or s, not {silver!r} (CS2).")
        super().check()

    def check_player(self, player: CasePlayer, cards: tuple[Card, ...]) -> None:
        expect(1 <= len(cards) <= 5, f"{player.name}'s selection must have one to five cards, not {len(cards)} (CS5).")

    def settle(self) -> None:
        settle_selection(self.case, self.given.gold or 0, str(self.given.silver), self.told.append, self.draw)

    def answer(self) -> dict[str, Any]:
        answer = super().answer()
        won = [event.seat for event in self.told if isinstance(event, RoundWon)]
        answer["winner"] = won[0] if won else self.case.live.index(True)
        return answer


SETTLINGS: dict[str, type[Settling]] = {
    "76": ClassicSettling,
    "corellian": FlowerSettling,
    "coruscant": SelectionSettling,
}


def players_of(told: Sequence[Event], names: Sequence[str]) -> list[dict[str, Any]]:
    """What became of each player; hands as they were called, before any card that broke a tie."""
    players: list[dict[str, Any]] = [
        {"name": name, "hand_name": None, "total": None, "bombed_out": False, "penalty": 0, "won": 0} for name in names
    ]
    for event in told:
        if isinstance(event, Shown) and players[event.seat]["hand_name"] is None:
            players[event.seat] |= {"hand_name": event.name, "total": event.total, "bombed_out": event.bombed_out}
        elif isinstance(event, Paid):
            players[event.seat]["penalty"] += event.amount
        elif isinstance(event, Won):
            players[event.seat]["won"] += event.amount
    return players


def pots_of(given: CaseInput, told: Sequence[Event]) -> list[dict[str, Any]]:
    """The pots as they were contested, with their winners."""
    paid = [player.paid or 0 for player in given.players]
    winners: dict[int, list[int]] = {}
    for event in told:
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
