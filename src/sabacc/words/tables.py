"""A view as a person would look at it: who sits where, what lies on the table, what one may do and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabacc.cards import CORUSCANT, DECKS, SHAPES, Card, Deck
from sabacc.game.actions import (
    Action,
    Buy,
    CallHand,
    Check,
    ChooseSide,
    Done,
    Gain,
    Improve,
    Keep,
    Match,
    Offer,
    Peek,
    Place,
    Protect,
    PushBack,
    Raise,
    Select,
    Stand,
    TakeBack,
    TakeDiscard,
    Trade,
    kind_of,
)
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.hands import corellian
from sabacc.hands.classic import scale_of
from sabacc.rules import Rules, find_preset

QUESTIONS = {
    "bet": "bet",
    "fold-window": "fold or stay in",
    "call-window": "call the hand or let it go on",
    "draw": "draw, trade or stand",
    "field": "make field moves or be done",
    "side": "choose a side",
    "board": "buy a board card, draw or stay",
    "peeked": "keep the card or push it back",
    "protect": "turn cards up or not",
    "offer": "give up a face-up card",
    "select": "select cards",
    "decide": "go on or fold",
    "improve": "improve the selection",
}


def hand_name(view: View) -> str:
    """What one's own hand is called at the table."""
    return held_as(view.rules, view.my_cards, view.sides[view.seat or 0], view.chosen)[0]


def held_as(
    rules: Rules, cards: tuple[Card, ...], side: str | None = None, chosen: tuple[Card, ...] = ()
) -> tuple[str, int | None]:
    """What the cards in a hand are called and add up to; `chosen` are those of them that are selected (CS5)."""
    family = find_preset(rules.preset).family
    if family == "76":
        worth = scale_of(rules).worth(cards, side)
        return worth.name.replace("-", "−"), worth.total
    if family == "corellian":
        held = corellian.worth(cards)
        return held.name if not held.total else f"{held.name}, {held.total:+d}".replace("-", "−"), held.total
    if not chosen:
        return "Nothing selected yet", None
    total = sum(CORUSCANT.values[card] for card in chosen)
    return f"{total:+d} so far".replace("-", "−").replace("+0", "0"), total


def describe(view: View) -> str:
    """The view in sentences, a line each."""
    lines = [_headline(view), *(_seat_line(view, seat) for seat in _clockwise(view))]
    lines += _board_lines(view)
    if view.seat is not None and view.my_cards:
        lines.append(_own_line(view))
    lines.append(_question_line(view))
    return "\n".join(lines)


def _headline(view: View) -> str:
    where = f", round {view.round}" if view.round else ""
    if _for_rounds(view):
        return f"Round {view.number}."
    return f"Hand {view.number}{where}. Hand pot {view.hand_pot}, sabacc pot {view.sabacc_pot}."


def _for_rounds(view: View) -> bool:
    """Whether no credits are played for (CS13)."""
    return find_preset(view.rules.preset).family == "coruscant" and not view.rules.ante


def _clockwise(view: View) -> list[int]:
    """The seats with somebody in them, from one's own on."""
    first = view.seat or 0
    n = len(view.names)
    return [seat % n for seat in range(first, first + n) if view.names[seat % n]]


def _seat_line(view: View, seat: int) -> str:
    name = "You" if seat == view.seat else view.names[seat]
    parts = [] if _for_rounds(view) else [f"{view.stacks[seat]} credits"]
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
            parts.append(f"face up {' '.join(view.fields[seat])}")
        if view.chosen_counts[seat]:
            parts.append(f"{view.chosen_counts[seat]} selected")
        if not view.stacks[seat] and not view.over and not _for_rounds(view):
            parts.append("all-in")
    mark = ">" if seat in view.asked else " "
    return f"{mark} {name}: {', '.join(parts)}."


def _own_line(view: View) -> str:
    deck = DECKS[find_preset(view.rules.preset).deck]
    mine = view.seat or 0
    cards = ", ".join(_card(view, deck, card) for card in view.cards)
    up = f" Face up: {' '.join(view.fields[mine])}." if view.fields[mine] else ""
    chosen = f" Selected: {' '.join(view.chosen)}." if view.chosen else ""
    peeked = f" You look at {view.peeked}." if view.peeked else ""
    return f"Your cards: {cards or 'none face down'}.{up}{chosen}{peeked} {hand_name(view)}."


def _card(view: View, deck: Deck, card: Card) -> str:
    """A card with its name and, where those don't say it, what it is worth to its holder."""
    if find_preset(view.rules.preset).family != "76":
        return card
    worth = scale_of(view.rules).values(view.sides[view.seat or 0])[card]
    name = deck.name(card)
    return f"{card} ({name})" if name.split()[0] == str(worth) else f"{card} ({name}, {worth})".replace(", -", ", −")


def _board_lines(view: View) -> list[str]:
    """What lies in the middle of the table besides the pots."""
    lines: list[str] = []
    if any(view.board):
        petals = " ".join(f"{place}:{card or '–'}" for place, card in enumerate(view.board))
        lines.append(f"Board: {petals}  6:{view.pile[-1] if view.pile else '–'} (pile). Stub {view.deck_count}.")
    elif view.pile:
        lines.append(f"On the discard pile: {view.pile[-1]}.")
    if view.gold is not None and view.silver is not None:
        lines.append(f"Target {view.gold:+d}, {SHAPES[view.silver].lower()}.".replace("-", "−").replace("+0", "0"))
    return lines


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


def action_label(action: Action, view: View | None = None) -> str:
    """An action as it stands on a button, without its price; with a view, board cards are called by their faces."""
    if isinstance(action, Buy) and view is not None:
        card = view.pile[-1] if action.place == len(view.board) else view.board[action.place]
        return _buy(action).replace("take ", f"take {card} from ", 1)
    if isinstance(action, Stand) and view is not None and any(view.board):
        return "stay"
    label = _LABELS.get(type(action))
    return label(action) if label is not None else kind_of(action).replace("-", " ")


def _bet(said: str) -> Callable[[Any], str]:
    return lambda action: said.format(a=action) + (" and call the hand" if action.and_call else "")


def _cards(said: str, none: str) -> Callable[[Any], str]:
    return lambda action: f"{said} {' '.join(action.cards)}" if action.cards else none


def _buy(action: Buy) -> str:
    where = "the discard" if action.place == 6 else f"petal {action.place}"
    up = " (face up)" if action.up else ""
    return f"take {where} for {action.swap}{up}" if action.swap else f"take {where} and keep it"


def _keep(action: Keep) -> str:
    return f"take it for {action.drop}{' (face up)' if action.up else ''}" if action.drop else "add it to your cards"


_LABELS: dict[type[Action], Callable[[Any], str]] = {
    Check: _bet("check"),
    Match: _bet("match"),
    Raise: _bet("raise to {a.to}"),
    CallHand: lambda _: "call the hand",
    Gain: lambda _: "draw a card",
    Done: lambda _: "no field move",
    Trade: lambda action: f"trade {action.card}",
    TakeDiscard: lambda action: f"trade {action.card} for the discard",
    Place: lambda action: f"put {action.card} into the field",
    TakeBack: lambda action: f"take {action.card} back",
    ChooseSide: lambda action: {"light": "Light side", "dark": "Dark side"}.get(action.side, "leave it to chance"),
    Peek: lambda _: "look at a stub card",
    PushBack: lambda _: "push it back",
    Buy: _buy,
    Keep: _keep,
    Protect: _cards("turn up", "turn nothing up"),
    Offer: lambda action: f"give up {action.card}",
    Select: _cards("select", "select nothing"),
    Improve: _cards("add", "add nothing"),
}
