"""What things cost and what words mean in the 76-card family."""

from __future__ import annotations

from sabacc.rules import Rules, ante_due
from sabacc.variants.family76.explain_play import KINDS, has_dice
from sabacc.variants.guide import BETTING_TERMS, Price, Term, plain_prices, to_hand_pot, to_sabacc_pot


def prices(rules: Rules) -> list[Price]:
    """Antes, bets and fees, and what the showdown may cost."""
    first, *rest = plain_prices(rules)
    sabacc = "when it is empty" if rules.missed_payments else ""
    found = [first, to_sabacc_pot("Ante", ante_due(rules), sabacc), *rest]
    if rules.discard_pile not in ("off", "free"):
        found.append(to_hand_pot("The discard", rules.discard_pile))
    penalty = "as much as the hand pot" if rules.bomb_out_penalty == "pot" else str(rules.bomb_out_penalty)
    found.append(to_sabacc_pot("Bombing out", penalty))
    if rules.caller_penalty:
        found.append(to_sabacc_pot("A call that does not win", penalty))
    return found


def terms(rules: Rules) -> list[Term]:
    """The words that stand on this table, and no others."""
    goal = "your own 23" if rules.sides else "23"
    found = [
        Term("Hand pot", "What is paid and bet in this hand. The best hand takes it."),
        Term("Sabacc pot", "Stays on the table from hand to hand, until a special hand wins and takes it."),
        Term("Bomb-out", "A total over 23, under −23 or of exactly 0. It can't win, and pays a penalty."),
        Term("Pure Sabacc", f"A total of exactly {goal}. It takes the sabacc pot too."),
        Term("Idiot's Array", "An Idiot, a 2 and a 3, and nothing else: the best hand. It takes the sabacc pot too."),
        Term("Call the hand", "To end it: everybody who has not folded shows their cards."),
        Term("Sudden demise", "Equal best hands get one more card each, and it counts."),
    ]
    if rules.shift_trigger != "none":
        found.append(Term("Sabacc shift", f"Cards change. Here it is {_shift(rules)}."))
    if rules.static_field != "none":
        field = "Cards that lie face up before you. No shift touches them, everybody sees them, and they count."
        found.append(Term("Static field", field))
    if rules.sides:
        found.append(Term("Light side, Dark side", "Light plays for 23, Dark for −23; flasks and staves count down."))
    if rules.declare_totals:
        found.append(Term("Declared", "The total of somebody's first cards. A stroke through it: cards have changed."))
    if has_dice(rules):
        found.append(Term("Roll", "The player on turn rolls the dice; they say whether a shift comes."))
    return [*found, Term("Gain", "To draw a card."), Term("Trade", "To drop a card and draw another."), *BETTING_TERMS]


def _shift(rules: Rules) -> str:
    cards = "cards" if rules.static_field == "none" else "cards outside the static field"
    kind = KINDS.get(rules.shift_kind)
    return kind.format(cards=cards) if kind is not None else "of a kind that the dice decide"
