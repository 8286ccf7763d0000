"""A view as a person would look at it: who sits where, what lies on the table, what one may do and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabacc.cards import SHAPES, Card
from sabacc.game import actions as ac
from sabacc.game.board import card_at
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.rules import Rules, family_of, find_preset, plays_for_rounds
from sabacc.words.card_sentences import place_name
from sabacc.words.family_words import Held, words_of

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
    return held_as(view.rules, view.my_cards, view.sides[view.seat or 0], view.chosen).name


def held_as(rules: Rules, cards: tuple[Card, ...], side: str | None = None, chosen: tuple[Card, ...] = ()) -> Held:
    """What the cards in a hand are called and worth; `chosen` are those of them that are selected (CS5)."""
    return words_of(rules).held(rules, cards, side, chosen)


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
    if plays_for_rounds(view.rules):
        return f"Round {view.number}."
    pot = words_of(view.rules).hand_pot.capitalize()
    sabacc = f", sabacc pot {view.sabacc_pot}" if family_of(view.rules).has_sabacc_pot else ""
    return f"Hand {view.number}{where}. {pot} {view.hand_pot}{sabacc}.{_quiet(view)}"


def _quiet(view: View) -> str:
    """How long it may stay quiet until the table itself calls the hand (E1)."""
    left = view.quiet_left
    if left is None or view.called or view.over:
        return ""
    if not left:
        return " The table calls the hand next, unless somebody does something."
    return f" The table calls the hand after {left} quiet round{'s' if left > 1 else ''}."


def _clockwise(view: View) -> list[int]:
    """The seats with somebody in them, from one's own on."""
    first = view.seat or 0
    n = len(view.names)
    return [seat % n for seat in range(first, first + n) if view.names[seat % n]]


def _seat_line(view: View, seat: int) -> str:
    name = "You" if seat == view.seat else view.names[seat]
    parts = [] if plays_for_rounds(view.rules) else [f"{view.stacks[seat]} credits"]
    if seat == view.button:
        parts.append("first" if view.dealt_in[:1] == (seat,) else "dealer")
    if view.sides[seat]:
        parts.append(f"{view.sides[seat]} side")
    if not view.live[seat]:
        parts.append("folded" if seat in view.dealt_in else "not in this hand")
    else:
        if view.bets[seat] and not _betting_is_done(view):
            parts.append(f"bet {view.bets[seat]}")
        if view.totals[seat] is not None:
            parts.append(f"declared {view.totals[seat]}".replace("-", "−"))
        parts.append(f"{view.counts[seat]} face down")
        if view.fields[seat]:
            parts.append(f"face up {' '.join(view.fields[seat])}")
        if view.chosen_counts[seat]:
            parts.append(f"{view.chosen_counts[seat]} selected")
        if not view.stacks[seat] and not view.over and not plays_for_rounds(view.rules):
            parts.append("all-in")
    mark = ">" if seat in view.asked else " "
    return f"{mark} {name}: {', '.join(parts)}."


def _betting_is_done(view: View) -> bool:
    """Bets lie in the pot, and no others will be measured by them."""
    return view.asked_kind != "bet" and not find_preset(view.rules.preset).standing_bet


def _own_line(view: View) -> str:
    mine = view.seat or 0
    words = words_of(view.rules)
    cards = ", ".join(words.card(view.rules, card, view.sides[mine]) for card in view.cards)
    up = f" Face up: {' '.join(view.fields[mine])}." if view.fields[mine] else ""
    chosen = f" Selected: {' '.join(view.chosen)}." if view.chosen else ""
    peeked = f" You look at {view.peeked}." if view.peeked else ""
    return f"Your cards: {cards or 'none face down'}.{up}{chosen}{peeked} {hand_name(view)}."


def _board_lines(view: View) -> list[str]:
    """What lies in the middle of the table besides the pots."""
    lines: list[str] = []
    if any(view.board):
        petals = ", ".join(card or "none" for card in view.board)
        pile = view.pile[-1] if view.pile else "empty"
        lines.append(f"Petals, from the first to the sixth: {petals}. Discard pile: {pile}. Stub {view.deck_count}.")
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


def _with_price(action: ac.Action, options: Options) -> str:
    price = options.price(action)
    return f"{action_label(action)} ({price})" if price else action_label(action)


def action_label(action: ac.Action, view: View | None = None) -> str:
    """An action as it stands on a button, without its price; with a view, board cards are called by their faces."""
    if isinstance(action, ac.Buy) and view is not None:
        card = card_at(view.board, view.pile, action.place)
        return _buy(action).replace("take ", f"take {card} from ", 1)
    if isinstance(action, ac.Stand) and view is not None and any(view.board):
        return "stay"
    label = _LABELS.get(type(action))
    return label(action) if label is not None else ac.kind_of(action).replace("-", " ")


def _bet(said: str) -> Callable[[Any], str]:
    return lambda action: said.format(a=action) + (" and call the hand" if action.and_call else "")


def _cards(said: str, none: str) -> Callable[[Any], str]:
    return lambda action: f"{said} {' '.join(action.cards)}" if action.cards else none


def _buy(action: ac.Buy) -> str:
    where = place_name(action.place)
    up = " (face up)" if action.up else ""
    return f"take {where} for {action.swap}{up}" if action.swap else f"take {where} and keep it"


def _keep(action: ac.Keep) -> str:
    return f"take it for {action.drop}{' (face up)' if action.up else ''}" if action.drop else "add it to your cards"


_LABELS: dict[type[ac.Action], Callable[[Any], str]] = {
    ac.Check: _bet("check"),
    ac.Match: _bet("match"),
    ac.Raise: _bet("raise to {a.to}"),
    ac.CallHand: lambda _: "call the hand",
    ac.Gain: lambda _: "draw a card",
    ac.Done: lambda _: "no field move",
    ac.Trade: lambda action: f"trade {action.card}",
    ac.TakeDiscard: lambda action: f"trade {action.card} for the discard",
    ac.Place: lambda action: f"put {action.card} into the field",
    ac.TakeBack: lambda action: f"take {action.card} back",
    ac.ChooseSide: lambda action: {"light": "Light side", "dark": "Dark side"}.get(action.side, "leave it to chance"),
    ac.Peek: lambda _: "look at a stub card",
    ac.PushBack: lambda _: "push it back",
    ac.Buy: _buy,
    ac.Keep: _keep,
    ac.Protect: _cards("turn up", "turn nothing up"),
    ac.Offer: lambda action: f"give up {action.card}",
    ac.Select: _cards("select", "select nothing"),
    ac.Improve: _cards("add", "add nothing"),
}
