"""What things cost and what words mean in Corellian House."""

from __future__ import annotations

from sabacc.rules import Rules, ante_due
from sabacc.variants.guide import BETTING_TERMS, Price, Term, to_hand_pot, to_sabacc_pot


def prices(rules: Rules) -> list[Price]:
    """Blinds, antes, and cards of the board."""
    small, big = rules.blinds
    found = [to_sabacc_pot("Small blind", small), to_hand_pot("Big blind", big)]
    if ante := ante_due(rules):
        found += [to_hand_pot("Ante", ante), to_sabacc_pot("Ante", ante)]
    limit = "no limit" if rules.max_bet is None else f"up to {rules.max_bet}"
    return [
        *found,
        to_hand_pot("Bet", f"{big} at the least, {limit}"),
        to_sabacc_pot("A board card", rules.board_price),
        Price("A look at the stub", "nothing"),
        Price("Fold", "nothing more"),
    ]


def terms(rules: Rules) -> list[Term]:
    """The words of the board and of the dice."""
    return [
        Term("Hand pot", "What is paid and bet in this hand. The best hand takes it."),
        Term("Sabacc pot", "Stays on the table from hand to hand, until Banthas Wild or better wins and takes it."),
        Term("Nuhlrek", "A hand that does not add up to zero, the lowest rank. The nearer to zero, the better."),
        Term("Petal", "One of the six cards of the flower. You can buy it, and keep it or swap one of yours for it."),
        Term("Discard", "The pile in the middle of the flower. Its top card can be bought like a petal."),
        Term("Stub", "What is left of the deck. You may look at its top card for nothing."),
        Term("Pocket", "Your cards that lie face down. A spike may change them."),
        Term("Face up", "Cards that everybody sees. A spike leaves them alone."),
        Term("Spike", "Two dice after each draw. Doubles: everybody gets new pocket cards."),
        Term("Double spikes", "Two ones: new pocket cards, and everybody gives up a face-up card to be dealt back."),
        Term("Sylop", "A zero."),
        Term("Blinds", "What two players pay before the deal. They go up from level to level."),
        Term("Button", "Marks the dealer. It moves to the left after each hand."),
        Term("Sudden demise", "Equal best hands get one more card each, unseen; the sum nearest to zero wins."),
        *BETTING_TERMS,
    ]
