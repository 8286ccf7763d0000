"""A view as a person would look at it: who sits where, what lies on the table, what one may do and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from sabacc.cards import DECKS, Card
from sabacc.game.actions import Action, ChooseSide, Place, Raise, TakeBack, TakeDiscard, Trade, kind_of
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.hands.classic import Scale, Worth
from sabacc.rules import Rules, find_preset

QUESTIONS = {
    "bet": "bet",
    "fold-window": "fold or stay in",
    "call-window": "call the hand or let it go on",
    "draw": "draw, trade or stand",
    "side": "choose a side",
}


def hand_name(rules: Rules, cards: Sequence[Card], side: str | None = None) -> str:
    """What a hand is called at the table."""
    return classic_worth(rules, tuple(cards), side).name.replace("-", "−")


def classic_worth(rules: Rules, cards: tuple[Card, ...], side: str | None = None) -> Worth:
    """The worth of a hand of the 76-card family."""
    return Scale(rules).worth(cards, side)


def describe(view: View) -> str:
    """The view in sentences, a line each."""
    lines = [_headline(view), *(_seat_line(view, seat) for seat in _clockwise(view))]
    if view.pile:
        lines.append(f"On the discard pile: {view.pile[-1]}.")
    if view.seat is not None and view.my_cards:
        lines.append(_own_line(view))
    lines.append(_question_line(view))
    return "\n".join(lines)


def _headline(view: View) -> str:
    where = f", round {view.round}" if view.round else ""
    return f"Hand {view.number}{where}. Hand pot {view.hand_pot}, sabacc pot {view.sabacc_pot}."


def _clockwise(view: View) -> list[int]:
    """The seats with somebody in them, from one's own on."""
    first = view.seat or 0
    n = len(view.names)
    return [seat % n for seat in range(first, first + n) if view.names[seat % n]]


def _seat_line(view: View, seat: int) -> str:
    name = "You" if seat == view.seat else view.names[seat]
    parts = [f"{view.stacks[seat]} credits"]
    if seat == view.button:
        parts.append("dealer")
    if view.sides[seat]:
        parts.append(f"{view.sides[seat]} side")
    if not view.live[seat]:
        parts.append("folded" if seat in view.dealt_in else "not in this hand")
    else:
        if view.bets[seat]:
            parts.append(f"bet {view.bets[seat]}")
        if view.totals[seat] is not None:
            parts.append(f"declared {view.totals[seat]}")
        parts.append(f"{view.counts[seat]} face down")
        if view.fields[seat]:
            parts.append(f"field {' '.join(view.fields[seat])}")
        if not view.stacks[seat] and not view.over:
            parts.append("all-in")
    mark = ">" if seat in view.asked else " "
    return f"{mark} {name}: {', '.join(parts)}."


def _own_line(view: View) -> str:
    deck = DECKS[find_preset(view.rules.preset).deck]
    cards = ", ".join(f"{card} ({deck.name(card)})" for card in view.cards)
    field = f" In the field: {' '.join(view.fields[view.seat or 0])}." if view.fields[view.seat or 0] else ""
    side = view.sides[view.seat or 0]
    return f"Your cards: {cards or 'none face down'}.{field} {hand_name(view.rules, view.my_cards, side)}."


def _question_line(view: View) -> str:
    if view.over:
        return "The hand is over."
    if view.question is not None:
        actions = ", ".join(_with_price(action, view.options) for action in view.options.actions)
        raises = f", raise to {view.options.raise_from}–{view.options.raise_to}" if view.options.raise_to else ""
        return f"You may: {actions}{raises}."
    waiting = ", ".join(view.names[seat] for seat in view.asked)
    return (
        f"{waiting} must {QUESTIONS.get(view.asked_kind, view.asked_kind)}." if waiting else "Nobody is asked anything."
    )


def _with_price(action: Action, options: Options) -> str:
    price = options.price(action)
    return f"{action_label(action)} ({price})" if price else action_label(action)


def action_label(action: Action) -> str:
    """An action as it stands on a button, without its price."""
    if isinstance(action, Raise):
        return f"raise to {action.to}"
    if isinstance(action, Trade):
        return f"trade {action.card}"
    if isinstance(action, TakeDiscard):
        return f"trade {action.card} for the discard"
    if isinstance(action, Place):
        return f"put {action.card} into the field"
    if isinstance(action, TakeBack):
        return f"take {action.card} back"
    if isinstance(action, ChooseSide):
        return {"light": "Light side", "dark": "Dark side"}.get(str(action.side), "leave it to chance")
    return {"call-hand": "call the hand", "gain": "draw a card", "pass": "pass"}.get(kind_of(action), kind_of(action))
