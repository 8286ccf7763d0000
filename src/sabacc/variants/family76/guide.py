"""What things cost and what words mean in the 76-card family."""

from __future__ import annotations

from sabacc.messages import Message, Said
from sabacc.rules import Rules, ante_due
from sabacc.variants.family76.explain_play import has_dice, kind_of_shift
from sabacc.variants.guide import (
    BETTING_TERMS,
    HAND_POT,
    SUDDEN_DEMISE,
    PriceEntry,
    TermEntry,
    plain_prices,
    term,
    to_hand_pot,
    to_sabacc_pot,
)


def prices(rules: Rules) -> list[PriceEntry]:
    """Antes, bets and fees, and what the showdown may cost."""
    first, *rest = plain_prices(rules)
    found = [first, to_sabacc_pot("ante", ante_due(rules), only_if_empty=rules.missed_payments), *rest]
    if rules.discard_pile not in ("off", "free"):
        found.append(to_hand_pot("discard", rules.discard_pile))
    penalty: Said | int = rules.bomb_out_penalty
    if penalty == "pot":
        penalty = Message("guide.amount.hand-pot")
    found.append(to_sabacc_pot("bomb-out", penalty))
    if rules.caller_penalty:
        found.append(to_sabacc_pot("lost-call", penalty))
    return found


def terms(rules: Rules) -> list[TermEntry]:
    """The words that stand on this table, and no others."""
    found = [
        HAND_POT,
        term("sabacc-pot", Message("guide.sabacc-pot-special")),
        term("bomb-out", Message("guide.bomb-out")),
        term("pure-sabacc", Message("guide.pure-sabacc", sides=rules.sides)),
        term("idiots-array", Message("guide.idiots-array")),
        term("call", Message("guide.call")),
        term(SUDDEN_DEMISE, Message("guide.sudden-demise")),
    ]
    if rules.shift_trigger != "none":
        found.append(term("sabacc-shift", _shift(rules)))
    if rules.static_field != "none":
        found.append(term("static-field", Message("guide.static-field")))
    if rules.sides:
        found.append(term("sides", Message("guide.sides")))
    if rules.declare_totals:
        found.append(term("declared", Message("guide.declared")))
    if has_dice(rules):
        found.append(term("roll", Message("guide.roll")))
    gain, trade = term("gain", Message("guide.gain")), term("trade", Message("guide.trade"))
    return [*found, gain, trade, *BETTING_TERMS]


def _shift(rules: Rules) -> Message:
    if rules.shift_kind == "by-dice":
        return Message("guide.sabacc-shift-by-dice")
    return Message("guide.sabacc-shift", kind=kind_of_shift(rules, rules.shift_kind))
