"""Settling a hand that was played with real cards, and live hands as such cases.

A case is a JSON object: the rules, who dealt and who called, what lies in the pots, and for each player what they have left,
paid and hold. `settle_case` settles it by the very code that settles live hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sabacc.betting import make_pots
from sabacc.cards import CLASSIC, Card
from sabacc.errors import CaseError, SabaccError
from sabacc.game.events import Dealt, Event, Paid, Refunded, Shown, Won
from sabacc.game.hand import Hand
from sabacc.game.result import settlement_of
from sabacc.game.view import View
from sabacc.rules import Rules, find_preset, read_rules, write_rules
from sabacc.variants.showdown import Case, award_last_player, settle
from sabacc.words import explain

MOST = 1_000_000_000_000


class CasePlayer(msgspec.Struct, forbid_unknown_fields=True):
    """One player of a case."""

    name: str
    stack: int
    paid: int
    hand: list[str] | str = []
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
    sudden_demise: list[str] | str = []
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
        raise CaseError(f"the case can't be read: {error}.") from error
    rules = read_rules(case.rules)
    if find_preset(rules.preset).family != "76":
        raise CaseError(f"{rules.preset} hands can't be settled yet.")
    return _Settling(case, rules).answer()


class _Settling:
    """One case being settled."""

    def __init__(self, given: CaseInput, rules: Rules) -> None:
        self.given = given
        self.rules = rules
        self.names = [player.name for player in given.players]
        self.told: list[Event] = []
        self.hands = [CLASSIC.read_all(player.hand) for player in given.players]
        self.fields = [CLASSIC.read_all(player.field) for player in given.players]
        self.demise = list(CLASSIC.read_all(given.sudden_demise))
        self.used = 0
        self.check()
        n = len(given.players)
        self.case = Case(
            rules=rules,
            order=[(given.dealer + 1 + place) % n for place in range(n)],
            stacks=[player.stack for player in given.players],
            paid=[player.paid for player in given.players],
            live=[not player.folded for player in given.players],
            hands=self.hands,
            fees=given.fees,
            sabacc_pot=given.sabacc_pot,
            caller=given.caller,
            sides=[player.side for player in given.players],
            fields=self.fields,
        )

    def check(self) -> None:
        """Refuses what can't have been played so."""
        given = self.given
        n = len(given.players)
        least, most = find_preset(self.rules.preset).players
        _expect(least <= n <= most, f"{self.rules.preset} is for {least} to {most} players, not {n} (T9).")
        _expect(0 <= given.dealer < n, f"dealer must be a seat from 0 to {n - 1}, not {given.dealer}.")
        for what, amount in (("sabacc_pot", given.sabacc_pot), ("fees", given.fees)):
            _expect(0 <= amount <= MOST, f"{what} must be a whole number from 0 up, not {amount}.")
        live = [seat for seat, player in enumerate(given.players) if not player.folded]
        _expect(bool(live), "everybody has folded: at least one player must be left.")
        if given.caller is not None:
            _expect(0 <= given.caller < n, f"caller must be a seat from 0 to {n - 1} or null, not {given.caller}.")
            _expect(
                given.caller in live, f"{self.names[given.caller]} called the hand, and so can't have folded (CL6)."
            )
        for seat, player in enumerate(given.players):
            self.check_player(seat, player, showdown=len(live) > 1)
        in_hands = [card for cards in self.hands for card in cards]
        CLASSIC.check(in_hands + self.demise)

    def check_player(self, seat: int, player: CasePlayer, showdown: bool) -> None:
        _expect(
            0 <= player.stack <= MOST, f"{player.name}'s stack must be a whole number from 0 up, not {player.stack}."
        )
        _expect(0 <= player.paid <= MOST, f"{player.name}'s paid must be a whole number from 0 up, not {player.paid}.")
        _expect(
            player.side in (None, "light", "dark"), f"{player.name}'s side must be light or dark, not {player.side!r}."
        )
        if player.folded or not showdown:
            return
        _expect(len(self.hands[seat]) >= 2, f"{player.name} must show at least two cards, not {len(self.hands[seat])}.")
        _expect(not self.rules.sides or bool(player.side), f"{player.name} needs a side: light or dark (FO1).")
        for card in self.fields[seat]:
            _expect(card in self.hands[seat], f"{card} lies in {player.name}'s field, but is not in the hand (F1).")

    def answer(self) -> dict[str, Any]:
        case = self.case
        if sum(case.live) == 1:
            award_last_player(case, self.told.append)
        else:
            settle(case, self.told.append, self.draw)
        return answer_of(self.told, self.names, case.stacks, case.sabacc_pot, self.used, _pots(self.given, self.told))

    def draw(self, seats: tuple[int, ...]) -> dict[int, Card]:
        """The cards on top of the deck, as they are written in the case."""
        left = self.demise[self.used :]
        if len(left) < len(seats):
            tied = " and ".join(self.names[seat] for seat in seats)
            raise CaseError(
                f"{tied} are tied and need {len(seats)} sudden demise cards, but the case has {len(left)} "
                "left: add the top cards of the deck to sudden_demise (H9)."
            )
        self.used += len(seats)
        cards = dict(zip(seats, left, strict=False))
        self.told += [Dealt(seat, 0, 0, card, True) for seat, card in cards.items()]
        return cards


def answer_of(
    told: Sequence[Event],
    names: Sequence[str],
    stacks: Sequence[int],
    sabacc_pot: int,
    used: int,
    pots: list[dict[str, Any]],
) -> dict[str, Any]:
    """The answer to a case, read off the events of its settlement."""
    players = [
        {"name": name, "hand_name": None, "total": None, "bombed_out": False, "penalty": 0, "won": 0} for name in names
    ]
    for event in told:
        if isinstance(event, Shown):
            player = players[event.seat]
            if player["hand_name"] is None:  # as called, before a sudden demise
                player["bombed_out"] = event.bombed_out
                player["hand_name"] = event.name
                player["total"] = event.total
        elif isinstance(event, Paid):
            players[event.seat]["penalty"] += event.amount  # type: ignore[operator]  # a number from the start
        elif isinstance(event, Won):
            players[event.seat]["won"] += event.amount  # type: ignore[operator]  # as above
    explanation = [sentence for event in told if (sentence := explain(event, names))]
    return {
        "stacks": list(stacks),
        "sabacc_pot": sabacc_pot,
        "sudden_demise_used": used,
        "players": players,
        "pots": pots,
        "explanation": explanation,
    }


def _pots(given: CaseInput, told: Sequence[Event]) -> list[dict[str, Any]]:
    """The pots as they were contested, with their winners."""
    paid = [player.paid for player in given.players]
    for event in told:
        if isinstance(event, Refunded):
            paid[event.seat] -= event.amount
    pots = make_pots(paid, [not player.folded for player in given.players], given.fees)
    winners: dict[int, list[int]] = {}
    for event in told:
        if isinstance(event, Won):
            winners.setdefault(event.pot, []).append(event.seat)
    return [
        {"amount": pot.amount, "contested_by": list(pot.contested_by), "winners": sorted(winners.get(number, []))}
        for number, pot in enumerate(pots)
    ]


def case_of_hand(hand: Hand) -> dict[str, Any] | None:
    """A showdown as a case with its result; None of a hand that had none."""
    if not hand.over:
        return None
    events = hand.events
    settlement = settlement_of(events)
    if not any(isinstance(event, Shown) for event in settlement):
        return None
    first = next(at for at, event in enumerate(events) if event is settlement[0])
    view = View(hand.seating.rules, hand.seating.names, None)
    for event in events[:first]:
        view.see(event)
    seats = sorted(hand.seating.dealt_in)
    place = {seat: at for at, seat in enumerate(seats)}
    shown = {event.seat: event for event in reversed(settlement) if isinstance(event, Shown)}
    demise = [str(event.card) for event in settlement if isinstance(event, Dealt)]
    rules = hand.seating.rules
    case: dict[str, Any] = {
        "rules": write_rules(rules),
        "dealer": place[hand.seating.button],
        "caller": place[view.caller] if view.caller is not None else None,
        "sabacc_pot": view.sabacc_pot,
        "fees": view.fees,
        "players": [_player(view, seat, shown.get(seat)) for seat in seats],
        "sudden_demise": demise,
    }
    case["result"] = settle_case(case)
    stacks = case["result"]["stacks"]
    if stacks != [hand.stacks[seat] for seat in seats] or case["result"]["sabacc_pot"] != hand.sabacc_pot:
        raise SabaccError(f"hand {hand.seating.number} was settled one way at the table and another way as a case.")
    return case


def _player(view: View, seat: int, shown: Shown | None) -> dict[str, Any]:
    player: dict[str, Any] = {
        "name": view.names[seat],
        "stack": view.stacks[seat],
        "paid": view.paid[seat],
        "hand": list(shown.cards) if shown is not None else [],
        "folded": not view.live[seat],
        "side": view.sides[seat],
    }
    if view.rules.community_field:
        player["field"] = list(view.fields[seat])
    return player


def _expect(true: bool, sentence: str) -> None:
    if not true:
        raise CaseError(sentence)
