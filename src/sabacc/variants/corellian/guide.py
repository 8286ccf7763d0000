"""What things cost and what words mean in Corellian House."""

from __future__ import annotations

from sabacc.messages import Message
from sabacc.rules import Rules, ante_due
from sabacc.variants.guide import (
    BETTING_TERMS,
    HAND_POT,
    SUDDEN_DEMISE,
    PriceEntry,
    TermEntry,
    term,
    to_hand_pot,
    to_nobody,
    to_sabacc_pot,
)


def prices(rules: Rules) -> list[PriceEntry]:
    """Blinds, antes, and cards of the board."""
    small, big = rules.blinds
    found = [to_sabacc_pot("small-blind", small), to_hand_pot("big-blind", big)]
    if ante := ante_due(rules):
        found += [to_hand_pot("ante", ante), to_sabacc_pot("ante", ante)]
    return [
        *found,
        to_hand_pot("bet", Message("guide.amount.bet", least=big, most=rules.max_bet or 0)),
        to_sabacc_pot("board-card", rules.board_price),
        to_nobody("look", Message("guide.amount.nothing")),
        to_nobody("fold", Message("guide.amount.nothing-more")),
    ]


def terms(rules: Rules) -> list[TermEntry]:
    """The words of the board and of the dice."""
    return [
        HAND_POT,
        term("sabacc-pot", Message("guide.sabacc-pot-ranked")),
        term("nuhlrek", Message("guide.nuhlrek")),
        term("petal", Message("guide.petal")),
        term("discard", Message("guide.discard")),
        term("stub", Message("guide.stub")),
        term("pocket", Message("guide.pocket")),
        term("face-up", Message("guide.face-up")),
        term("spike", Message("guide.spike")),
        term("double-spikes", Message("guide.double-spikes")),
        term("sylop", Message("guide.sylop")),
        term("blinds", Message("guide.blinds")),
        term("button", Message("guide.button")),
        term(SUDDEN_DEMISE, Message("guide.sudden-demise-nearest")),
        *BETTING_TERMS,
    ]
