"""What players of a 76-card game do before cards are shown, explained: antes, bets, shifts, the static field, draws."""

from __future__ import annotations

from sabacc.messages import Message, either
from sabacc.rules import NO_SHIFT, Rules, ante_due, find_preset, fold_fee_due
from sabacc.variants.family76.shifts import PULSE_ODDS, RANDOMISER
from sabacc.variants.passages import Passage, passage, unlabelled

ROLLED = ("doubles", "double-spikes", "d6-low")  # triggers of dice, besides a die with a number, like d12:1
OUT = Message("rules-76.out")
EMPTY_DECK = Message("rules-76.empty-deck")


def has_dice(rules: Rules) -> bool:
    """Whether players roll for shifts."""
    return rules.shift_trigger in ROLLED or ":" in rules.shift_trigger


def has_shifts(rules: Rules) -> bool:
    """Whether a Sabacc shift can strike at all."""
    return rules.shift_trigger != "none" and _kinds(rules) != [NO_SHIFT]


def kind_of_shift(rules: Rules, kind: str) -> Message:
    """What a kind of shift does to everybody who has not folded."""
    return Message(f"rules-76.kind.{kind}", field=rules.static_field != "none")


def explain_opening(rules: Rules) -> list[Passage]:
    """Who deals, what is paid, and what is dealt."""
    dealer = Message("rules-76.house-deals" if rules.house_dealer else "rules-76.dealer")
    declared = Message("rules-76.declare") if rules.declare_totals else None
    return [
        passage("dealer", dealer),
        _antes(rules),
        passage("deal", Message("rules-76.deal"), declared),
    ]


def _antes(rules: Rules) -> Passage:
    ante, cap = ante_due(rules), rules.sabacc_pot_cap
    return passage(
        "ante",
        Message(
            "rules-76.ante",
            ante=ante,
            when="empty" if rules.preset == "cloud-city" else "always",
            short=rules.short_antes,
        ),
        Message("rules-76.missed-ante", ante=ante) if rules.missed_payments else None,
        Message("rules-76.cap", cap=cap) if cap is not None else None,
    )


def explain_bet_of_turn(rules: Rules) -> list[Passage]:
    """The bet step of a turn: an opening that all answer, or a standing bet."""
    standing = find_preset(rules.preset).standing_bet
    bet = Message("rules-76.bet-standing" if standing else "rules-76.bet-open", most=rules.max_bet or 0)
    window, order = Message("rules-76.fold-window", standing=standing), Message("rules-76.fold-order")
    return [
        passage("bet", bet, _raise_cap(rules, "turns" if standing else "turn")),
        passage("fold", window, order, _fold_fee(rules), OUT, Message("rules-76.broke")),
    ]


def explain_betting_round(rules: Rules) -> list[Passage]:
    """The betting round of a game in rounds."""
    bet = Message("rules-76.betting-round", most=rules.max_bet or 0)
    return [passage("betting", bet, _raise_cap(rules, "betting"), _fold_fee(rules), OUT)]


def _raise_cap(rules: Rules, span: str) -> Message | None:
    if rules.max_raises is None:
        return None
    if not rules.max_raises:
        return Message("rules-76.no-raise")
    return Message("rules-76.most-raises", times=rules.max_raises, span=span)


def _fold_fee(rules: Rules) -> Message:
    fee = fold_fee_due(rules)
    if not fee:
        return Message("rules-76.fold-free")
    return Message("rules-76.fold-fee", fee=fee, as_ante=rules.fold_fee == "ante", pot=rules.fold_fee_to)


def explain_shift(rules: Rules) -> list[Passage]:
    """What makes a shift strike, and what it does."""
    if rules.shift_trigger == "none":
        return [unlabelled(Message("rules-76.no-shifts"))]
    if not has_shifts(rules):
        return [passage("roll", Message("rules-76.no-double-shifts"))]
    label, how = _trigger(rules)
    return [passage(label, how, *_strikes(rules), Message("rules-76.gone"))]


def _kinds(rules: Rules) -> list[str]:
    """The kinds of shift that may come, each once."""
    if rules.shift_kind != "by-dice":
        return [rules.shift_kind]
    doubles = rules.shift_by_dice[:1] if rules.shift_trigger == "double-spikes" else rules.shift_by_dice
    return list(dict.fromkeys(doubles))


def _trigger(rules: Rules) -> tuple[str, Message]:
    """What a shift is waited for with, and by which word that is known."""
    trigger = rules.shift_trigger
    if trigger == "pulse":
        first, second, later = PULSE_ODDS
        odds = {"first": first, "second": second, "later": later}
        return "pulse", Message("rules-76.pulse", field=rules.static_field != "none", **odds)
    if trigger == "randomiser":
        return "shift", Message("rules-76.randomiser", odds=RANDOMISER)
    die = trigger.partition(":")[0]
    dice = {"doubles": "two", "double-spikes": "two", "d6-low": "d6"}.get(trigger, die)
    rounds = find_preset(rules.preset).alternates_play_and_betting
    return "roll", Message("rules-76.rolls", rounds=rounds, die=dice, sides=die[1:])


def _strikes(rules: Rules) -> list[Message]:
    """What brings a shift, and what it does then."""
    kinds = _kinds(rules)
    if len(kinds) > 1:
        return [Message("rules-76.doubles-differ"), *(_double(rules, kind) for kind in kinds)]
    trigger, _, number = rules.shift_trigger.partition(":")
    return [Message("rules-76.strikes", trigger=trigger, number=number, kind=kind_of_shift(rules, kinds[0]))]


def _double(rules: Rules, kind: str) -> Message:
    """What the doubles bring that have a kind of shift in common."""
    doubles = [str(face) for face, one in enumerate(rules.shift_by_dice, 1) if one == kind]
    faces = either(doubles)
    if kind == NO_SHIFT:
        return Message("rules-76.double-no-shift", faces=faces)
    return Message("rules-76.double", faces=faces, kind=kind_of_shift(rules, kind))


def explain_static_field(rules: Rules, until_called: bool) -> list[Passage]:
    """How cards are protected, where they can be: until the hand is called, or until cards are shown."""
    kind = rules.static_field
    if kind == "none":
        return []
    rounds = find_preset(rules.preset).alternates_play_and_betting
    way = Message(f"rules-76.field.{kind}", called=until_called, rounds=rounds, dice=has_dice(rules))
    late = kind == "free" and has_dice(rules) and has_shifts(rules)
    return [
        passage(
            "static-field",
            way,
            Message("rules-76.field-too-late") if late else None,
            Message("rules-76.field-safe") if has_shifts(rules) else None,
            Message("rules-76.field-seen"),
            Message("rules-76.community-field") if rules.community_field else None,
        )
    ]


def draw_ways(rules: Rules, may_be_called: bool) -> list[Message]:
    """What the player on turn may do about cards, perhaps only if nobody calls before."""
    few, pile = rules.preset == "cloud-city", rules.discard_pile
    ways = Message("rules-76.draw", uncalled=may_be_called, few=few, pile=pile != "off")
    if pile == "off":
        return [ways]
    return [ways, Message("rules-76.discard-pile", price=0 if isinstance(pile, str) else pile)]
