"""A view as a person would look at it: who sits where, what lies on the table, what one may do and what it costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sabacc.cards import Card
from sabacc.game import actions as ac
from sabacc.game.board import card_at
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.messages import ENGLISH, Message, message
from sabacc.rules import Rules, family_of, find_preset, plays_for_rounds
from sabacc.words.card_sentences import UNSEEN, place_key
from sabacc.words.family_words import Held, shape_message, signed, words_of

QUESTIONS = {
    "bet": Message("question.bet"),
    "fold-window": Message("question.fold-window"),
    "call-window": Message("question.call-window"),
    "draw": Message("question.draw"),
    "field": Message("question.field"),
    "side": Message("question.side"),
    "board": Message("question.board"),
    "peeked": Message("question.peeked"),
    "protect": Message("question.protect"),
    "offer": Message("question.offer"),
    "select": Message("question.select"),
    "decide": Message("question.decide"),
    "improve": Message("question.improve"),
}


def question_text(kind: str, language: str = ENGLISH) -> str:
    """What somebody is asked, as one says what they must do."""
    return QUESTIONS[kind].text(language) if kind in QUESTIONS else kind


def held_as(
    rules: Rules,
    cards: tuple[Card, ...],
    side: str | None = None,
    chosen: tuple[Card, ...] = (),
    language: str = ENGLISH,
) -> Held:
    """What the cards in a hand are called and worth; `chosen` are those of them that are selected (CS5)."""
    return words_of(rules).held(rules, cards, side, chosen, language)


def hand_name(view: View, language: str = ENGLISH) -> str:
    """What one's own hand is called at the table."""
    return held_as(view.rules, view.my_cards, view.sides[view.seat or 0], view.chosen, language).name


def describe(view: View, language: str = ENGLISH) -> str:
    """The view in sentences, a line each."""
    return "\n".join([*describe_table(view, language), _question_line(view, language).text(language)])


def describe_table(view: View, language: str = ENGLISH) -> list[str]:
    """The same without what is asked."""
    lines = [_headline(view, language), *(_seat_line(view, seat, language) for seat in _clockwise(view))]
    lines += [line.text(language) for line in _board_lines(view, language)]
    if view.seat is not None and view.my_cards:
        lines.append(_own_line(view, language))
    return lines


def _headline(view: View, language: str) -> str:
    if plays_for_rounds(view.rules):
        return message("view.round", language, number=view.number)
    has_sabacc_pot = family_of(view.rules).has_sabacc_pot
    pots = Message(
        "view.hand-and-sabacc" if has_sabacc_pot else "view.hand",
        number=view.number,
        round=view.round,
        pot=words_of(view.rules).hand_pot,
        amount=view.hand_pot,
        **({"sabacc": view.sabacc_pot} if has_sabacc_pot else {}),
    )
    quiet = _quiet(view)
    return " ".join(line.text(language) for line in ([pots, quiet] if quiet is not None else [pots]))


def _quiet(view: View) -> Message | None:
    """How long it may stay quiet until the table itself calls the hand (E1)."""
    left = view.quiet_left
    if left is None or view.called or view.over:
        return None
    return Message("view.table-calls-after", left=left) if left else Message("view.table-calls-next")


def _clockwise(view: View) -> list[int]:
    """The seats with somebody in them, from one's own on."""
    first = view.seat or 0
    n = len(view.names)
    return [seat % n for seat in range(first, first + n) if view.names[seat % n]]


def _seat_line(view: View, seat: int, language: str) -> str:
    name = message("view.you", language) if seat == view.seat else view.names[seat]
    facts = ", ".join(fact.text(language) for fact in [*_standing(view, seat), *_play(view, seat)])
    mark = ">" if seat in view.asked else " "
    return f"{mark} {message('view.seat', language, name=name, facts=facts)}"


def _standing(view: View, seat: int) -> list[Message]:
    """What a seat has and is."""
    facts = [] if plays_for_rounds(view.rules) else [Message("view.credits", amount=view.stacks[seat])]
    if seat == view.button:
        facts.append(Message("view.first" if view.dealt_in[:1] == (seat,) else "view.dealer"))
    if side := view.sides[seat]:
        facts.append(Message("view.side", side=side))
    return facts


def _play(view: View, seat: int) -> list[Message]:
    """What a seat has done, and what lies before it."""
    if not view.live[seat]:
        return [Message("view.folded" if seat in view.dealt_in else "view.not-in-hand")]
    facts = []
    if view.bets[seat] and not _betting_is_done(view):
        facts.append(Message("view.bet", amount=view.bets[seat]))
    if view.totals[seat] is not None:
        facts.append(Message("view.declared", total=view.totals[seat]))
    facts.append(Message("view.face-down", n=view.counts[seat]))
    if view.fields[seat]:
        facts.append(Message("view.face-up", cards=" ".join(view.fields[seat])))
    if view.chosen_counts[seat]:
        facts.append(Message("view.selected", n=view.chosen_counts[seat]))
    if not view.stacks[seat] and not view.over and not plays_for_rounds(view.rules):
        facts.append(Message("view.all-in"))
    return facts


def _betting_is_done(view: View) -> bool:
    """Bets lie in the pot, and no others will be measured by them."""
    return view.asked_kind != "bet" and not find_preset(view.rules.preset).standing_bet


def _own_line(view: View, language: str) -> str:
    mine = view.seat or 0
    words = words_of(view.rules)
    cards = ", ".join(words.card(view.rules, card, view.sides[mine], language) for card in view.cards)
    lines = [Message("view.your-cards", cards=cards) if cards else Message("view.no-cards")]
    if view.fields[mine]:
        lines.append(Message("view.your-face-up", cards=" ".join(view.fields[mine])))
    if view.chosen:
        lines.append(Message("view.your-selected", cards=" ".join(view.chosen)))
    if view.peeked:
        lines.append(Message("view.you-look-at", card=view.peeked))
    return " ".join([*(line.text(language) for line in lines), f"{hand_name(view, language)}."])


def _board_lines(view: View, language: str) -> list[Message]:
    """What lies in the middle of the table besides the pots."""
    lines: list[Message] = []
    if any(view.board):
        petals = ", ".join(card or message("view.no-petal", language) for card in view.board)
        pile = view.pile[-1] if view.pile else Message("view.no-pile")
        lines.append(Message("view.petals", petals=petals, pile=pile, stub=view.deck_count))
    elif view.pile:
        lines.append(Message("view.pile", card=view.pile[-1]))
    if view.gold is not None and view.silver is not None:
        lines.append(Message("view.target", gold=signed(view.gold), shape=shape_message(view.silver)))
    return lines


def _question_line(view: View, language: str) -> Message:
    if view.over:
        return Message("view.over")
    if view.question is not None:
        return Message("view.you-may", actions=_priced(view.options, language))
    if not view.asked:
        return Message("view.nobody-asked")
    waiting = ", ".join(view.names[seat] for seat in view.asked)
    return Message("view.must", names=waiting, question=QUESTIONS.get(view.asked_kind, view.asked_kind))


def _priced(options: Options, language: str) -> str:
    """All that one may do, with what it costs."""
    actions = [_with_price(action, options) for action in options.actions]
    if options.raise_to:
        actions.append(Message("view.raise-range", least=options.raise_from, most=options.raise_to))
    return ", ".join(action.text(language) for action in actions)


def _with_price(action: ac.Action, options: Options) -> Message:
    price = options.price(action)
    label = label_of(action)
    return Message("view.with-price", action=label, price=price) if price else label


def action_label(action: ac.Action, view: View | None = None, language: str = ENGLISH) -> str:
    """An action as it stands on a button, without its price; with a view, board cards are called by their faces."""
    return label_of(action, view).text(language)


def label_of(action: ac.Action, view: View | None = None) -> Message:
    """The same, for who says it later."""
    if isinstance(action, ac.Buy):
        return _buy(action, view)
    if isinstance(action, ac.Stand) and view is not None and any(view.board):
        return Message("choice.stay")
    label = _LABELS.get(type(action))
    return label(action) if label is not None else Message(_PLAIN_LABELS[type(action)])


def _cards(key: str, none: str) -> Callable[[Any], Message]:
    return lambda action: Message(key, cards=" ".join(action.cards)) if action.cards else Message(none)


def _buy(action: ac.Buy, view: View | None) -> Message:
    card = card_at(view.board, view.pile, action.place) if view is not None else None
    face, place = card or UNSEEN, place_key(action.place)
    if action.swap:
        return Message("choice.swap", card=face, place=place, swap=action.swap, up=action.up)
    return Message("choice.buy", card=face, place=place)


def _keep(action: ac.Keep) -> Message:
    if action.drop:
        return Message("choice.keep-for", drop=action.drop, up=action.up)
    return Message("choice.add-it")


_PLAIN_LABELS: dict[type[ac.Action], str] = {
    ac.Fold: "choice.fold",
    ac.Pass: "choice.pass",
    ac.CallHand: "choice.call-hand",
    ac.Gain: "choice.gain",
    ac.Stand: "choice.stand",
    ac.Done: "choice.done",
    ac.Peek: "choice.peek",
    ac.PushBack: "choice.push-back",
    ac.GoOn: "choice.go-on",
}
_LABELS: dict[type[ac.Action], Callable[[Any], Message]] = {
    ac.Check: lambda action: Message("choice.check", called=action.and_call),
    ac.Match: lambda action: Message("choice.match", called=action.and_call),
    ac.Raise: lambda action: Message("choice.raise", to=action.to, called=action.and_call),
    ac.Trade: lambda action: Message("choice.trade", card=action.card),
    ac.TakeDiscard: lambda action: Message("choice.trade-for-discard", card=action.card),
    ac.Place: lambda action: Message("choice.place", card=action.card),
    ac.TakeBack: lambda action: Message("choice.take-back", card=action.card),
    ac.ChooseSide: lambda action: Message("choice.side", side=action.side),
    ac.Keep: _keep,
    ac.Protect: _cards("choice.protect", "choice.protect-none"),
    ac.Offer: lambda action: Message("choice.offer", card=action.card),
    ac.Select: _cards("choice.select", "choice.select-none"),
    ac.Improve: _cards("choice.improve", "choice.improve-none"),
}
