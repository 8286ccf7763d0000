"""Guessing the cards one can't see: a whole past that shows a seat exactly what it saw, with a fresh future."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sabacc.cards import Card
from sabacc.chance import Chance, ScriptedChance
from sabacc.errors import SabaccError
from sabacc.game.actions import Action, ActionBase, ChooseSide, Improve, Offer, Select, Trade
from sabacc.game.combinations import without
from sabacc.game.events import (
    Acted,
    ClockStruck,
    Dealt,
    Event,
    HandStarted,
    ItemStaked,
    Offered,
    Rolled,
    SideDeclared,
    WalkedAway,
)
from sabacc.game.hand import Hand
from sabacc.game.state import Seating
from sabacc.game.view import View
from sabacc.hands.weigh import side_values
from sabacc.rules import Part, Rules, dealing_order, deck_of, family_of, find_preset, most_players
from sabacc.sampling.ledger import Ledger
from sabacc.sampling.token_matching import assign_declared_totals, resolve
from sabacc.sampling.weighted_chance import Impossible, WeightedChance
from sabacc.variants import flow_of

TRIES = 2000
SELECT_FROM = 5  # cards (CS3)


class GaveUp(SabaccError):
    """No hand was found that looks like this, though there may be one."""


class Guess(NamedTuple):
    """A hand as it may have been. `log_weight` tells how likely beside other guesses of the same view (only differences
    matter); it is the same for all where nothing but the deal is hidden."""

    hand: Hand
    log_weight: float


class Witness:
    """Watches a guess being played up to where the view is: told of every action of a player just before it happens."""

    def begin(self) -> None:
        """A guess begins; if an earlier one did not work out, it is forgotten."""

    def selects(self, view: View, cards: tuple[Card, ...], count: int) -> tuple[Card, ...] | None:
        """Which of these cards somebody laid down (CS5), if the witness has an opinion; otherwise any is as likely."""
        return None

    def sees(self, hand: Hand, seat: int, action: Action) -> None:
        """A seat is about to do this."""


def sample(view: View, chance: Chance, witness: Witness | None = None, tries: int = TRIES) -> Guess:
    """A past that fits the view: the deal, the draws, the hidden halves of others' actions; then a fresh future.

    Replayed, it shows the view's seat exactly its events. It gives up after so many `tries`.
    """
    for attempt in range(tries):
        try:
            return _guess(view, chance.derive(f"sample {attempt}"), witness)
        except (Impossible, LookupError, ValueError):  # the latter two where the events make no sense at all
            continue
    if tries < TRIES:
        raise SabaccError(f"no hand that would look like this was found in {tries} tries.")
    if may_give_up(view.rules):
        raise SabaccError(
            "no hand was found that would look like this; with declared totals and cards that change hands unseen, "
            "the search may give up on a true one."
        )
    raise SabaccError("no hand could be found that would look like this: these events were not dealt by these rules.")


def guess_at(view: View, chance: Chance) -> Guess:
    """A guess; where the search may have given up on a true view, it says so."""
    try:
        return sample(view, chance)
    except SabaccError as error:
        if may_give_up(view.rules):
            raise GaveUp(str(error)) from error
        raise


def may_give_up(rules: Rules) -> bool:
    """Whether a view can be too much of a puzzle: first totals are told (PG1), and shifts pass single cards on unseen, or
    few cards come round again and again by way of the junk (HR12, D4)."""
    kinds = rules.shift_by_dice if rules.shift_kind == "by-dice" else (rules.shift_kind,)
    passed_on = rules.shift_trigger != "none" and not {"rim", "one-card"}.isdisjoint(kinds)
    return rules.declare_totals and (passed_on or bool(rules.deck))


def _guess(view: View, chance: Chance, witness: Witness | None) -> Guess:
    draws = WeightedChance(chance)
    values: list[dict[str, int]] = []
    if view.rules.declare_totals:
        values = [dict(side_values(view.rules, side)) for side in view.sides]
    ledger = Ledger(deck_of(view.rules), len(view.names), view.events, view.seat, draws, values)
    assign_declared_totals(ledger)
    resolve(ledger)
    if witness is not None:
        witness.begin()
        _arrange_selections(view, ledger, witness)
    answers = _answers(view, ledger, draws)
    hand = start_hand(view, ScriptedChance(answers, chance.derive("future")))
    for seat, action, by in _actions(view.events, ledger, answers):
        if witness is not None and isinstance(action, ActionBase) and by == "player":
            witness.sees(hand, seat, action)
        _redo(hand, seat, action, by)
    if [event.seen_by(view.seat) for event in hand.events] != view.events:
        raise Impossible
    return Guess(hand, draws.log_weight)


def _arrange_selections(view: View, ledger: Ledger, witness: Witness) -> None:
    """Lets the witness say which of somebody's five cards lie in a selection that nobody has seen."""
    for seat, turns in enumerate(ledger.selected):
        if seat != view.seat and turns and view.live[seat] and seat not in view.shown:
            dealt = [event for event in view.events if isinstance(event, Dealt) and event.seat == seat]
            tokens = [ledger.outputs[event.shuffle][event.position] for event in dealt[:SELECT_FROM]]
            cards = tuple(str(ledger.faces[token]) for token in tokens)
            chosen = witness.selects(view, cards, len(turns[0]))
            if chosen is not None:
                rest = cards
                for card in chosen:
                    rest = without(rest, card)
                others = [token for token in tokens if token not in turns[0]]
                for token, card in zip(turns[0] + others, chosen + rest, strict=True):
                    ledger.faces[token] = card


def start_hand(view: View, chance: Chance) -> Hand:
    """The hand of a view at its very beginning, by another chance."""
    started = view.events[0]
    if not isinstance(started, HandStarted):
        raise SabaccError(f"a hand's events begin with hand-started, not with {started!r}.")
    return hand_from(view.rules, view.names, started, chance)


def hand_from(rules: Rules, names: tuple[str, ...], started: HandStarted, chance: Chance) -> Hand:
    """A hand dealt from what its first event says."""
    check_start(rules, names, started)
    seating = Seating(
        rules,
        names,
        started.number,
        started.button,
        started.dealt_in,
        chance,
        started.commitment,
        started.clock,
        started.owes,
    )
    sides = started.sides or (None,) * len(started.stacks)
    hand = Hand(flow_of(rules), seating, list(started.stacks), started.sabacc_pot, sides)
    hand.start()
    return hand


def check_start(rules: Rules, names: tuple[str, ...], started: HandStarted) -> None:
    """Refuses a beginning that no hand has."""
    n = len(started.stacks)
    least, most = find_preset(rules.preset).players[0], most_players(rules)
    seats = started.dealt_in
    entry = flow_of(rules).entry(rules, started.sabacc_pot)
    taken = [name for name in names if name]
    problems = {
        f"{n} stacks don't go with {len(names)} names": n != len(names) or n > find_preset(rules.preset).players[1],
        "two players have the same name": len(set(taken)) != len(taken),
        f"{len(seats)} players can't be dealt in": not least <= len(seats) <= most,
        "there are no such seats": not all(0 <= seat < n and names[seat] for seat in seats),
        "nobody has credits below nothing": min((*started.stacks, started.sabacc_pot)) < 0,
        "sides are light or dark": bool(started.sides)
        and (len(started.sides) != n or not set(started.sides) <= {None, "light", "dark"}),
    }
    for problem, is_so in problems.items():
        if is_so:
            raise SabaccError(problem)
    order = tuple(seat for seat in dealing_order(rules, started.button, n) if seat in seats)
    if order != seats or started.button not in seats:
        raise SabaccError("players are dealt in from the dealer's left, or from the token where the house deals (T8)")
    if min(started.stacks[seat] for seat in seats) < entry:
        raise SabaccError("who can't ante is not dealt in (T4)")
    _check_owed(rules, started)


def _check_owed(rules: Rules, started: HandStarted) -> None:
    """Refuses what nobody can owe (T12)."""
    dues, owed = flow_of(rules).dues, list(started.owes)
    kinds = dues.kinds if rules.missed_payments else ()
    if len(set(owed)) != len(owed) or any(kind not in kinds for _, kind in owed):
        raise SabaccError("nobody owes twice, or what is never due (T12)")
    for seat, kind in owed:
        due = dues.due(rules, started.sabacc_pot, started.dealt_in, seat) if seat in started.dealt_in else (kind,)
        if kind in dues.settled_by(due):
            raise SabaccError("only who is dealt in owes, and not what is due from them anyway (T12)")


def _no_pulses(view: View, draws: WeightedChance) -> dict[Any, Any]:
    return {}


PULSE_ANSWERS: Part[Callable[[View, WeightedChance], dict[Any, Any]]] = Part("pulse_answers", _no_pulses)


def _answers(view: View, ledger: Ledger, draws: WeightedChance) -> dict[Any, Any]:
    """What chance must have said."""
    events = view.events
    answers: dict[Any, Any] = {}
    for number, outputs in ledger.outputs.items():
        dealt = range(ledger.dealt[number])
        answers["shuffle", number] = [ledger.faces[outputs[position]] for position in dealt]
    for number, order in ledger.orders.items():
        answers["shuffle", number] = [ledger.faces[token] for token in order]
    rolls = [event.dice for event in events if isinstance(event, Rolled)]
    answers |= {("roll", number): dice for number, dice in enumerate(rolls, 1)}
    answers |= {("pick", number): ledger.faces[token] for number, token in enumerate(ledger.taken, 1)}
    declared = {event.seat: event.side for event in events if isinstance(event, SideDeclared)}
    for event in events:
        if isinstance(event, Acted) and isinstance(event.action, ChooseSide):
            side = declared.get(event.seat) or ("light", "dark")[draws.below(2)]
            answers["side", event.seat] = 0 if side == "light" else 1
    return answers | PULSE_ANSWERS.of(family_of(view.rules))(view, draws)


def _actions(
    events: list[Event], ledger: Ledger, answers: dict[Any, Any]
) -> Iterator[tuple[int, Action | ItemStaked | None, str]]:
    """What everybody did, the hidden halves filled in; None for walking away."""
    for at, event in enumerate(events):
        if isinstance(event, WalkedAway):
            yield event.seat, None, "player"
        elif isinstance(event, ClockStruck):
            yield -1, None, "clock"
        elif isinstance(event, ItemStaked):
            yield event.seat, event, "player"
        elif isinstance(event, Acted) and event.by != "table":
            action: Action = event.action
            if isinstance(action, Trade) and action.card is None:
                action = Trade(ledger.faces[ledger.dropped[at + 1]])
            elif isinstance(action, ChooseSide) and action.side is None:
                action = ChooseSide(("light", "dark")[answers["side", event.seat]])
            elif isinstance(action, Offer) and action.card is None:
                action = Offer(_offered(events[at:], event.seat, ledger))
            elif isinstance(action, (Select, Improve)) and action.cards is None:
                action = type(action)(_selected(event.seat, ledger, 0 if isinstance(action, Select) else 1))
            yield event.seat, action, event.by


def _offered(later: list[Event], seat: int, ledger: Ledger) -> str:
    """The card a seat picked, if it was shown; else any that lies face up in front of it."""
    for event in later:
        if isinstance(event, Offered) and event.seat == seat:
            return event.card
    tokens = ledger.fields[seat]
    return str(ledger.faces[tokens[ledger.chance.below(len(tokens))]])


def _selected(seat: int, ledger: Ledger, turn: int) -> tuple[str, ...]:
    """What a seat laid down, as guessed; while the others still choose, anything it may have laid down."""
    if turn < len(ledger.selected[seat]):
        tokens = ledger.selected[seat][turn]
    else:
        held = ledger.hands[seat]
        least = 1 if turn == 0 else 0
        mask = ledger.chance.below(2 ** len(held) - least) + least
        tokens = [token for at, token in enumerate(held) if mask >> at & 1]
    return tuple(str(ledger.faces[token]) for token in tokens)


def _redo(hand: Hand, seat: int, action: Action | ItemStaked | None, by: str) -> None:
    try:
        if isinstance(action, ItemStaked):
            hand.stake(seat, action.item, action.value)
            return
        if action is None and by == "clock":
            hand.clock_strikes()
        elif action is None:
            hand.leave(seat)
        elif by == "clock":
            hand.time_out(seat)
        else:
            hand.act(seat, action)
    except SabaccError as error:
        raise Impossible from error
