"""What things cost and what words mean in Corellian House."""

from __future__ import annotations

from sabacc.rules import Rules, ante_due
from sabacc.variants.guide import BETTING_TERMS, HAND_POT, SABACC_POT, Price, Term


def prices(rules: Rules) -> list[Price]:
    """Blinds, antes, and cards of the board."""
    small, big = rules.blinds
    found = [Price("Small blind", str(small), SABACC_POT), Price("Big blind", str(big), HAND_POT)]
    if ante := ante_due(rules):
        found += [Price("Ante", str(ante), HAND_POT), Price("Ante", str(ante), SABACC_POT)]
    limit = "no limit" if rules.max_bet is None else f"up to {rules.max_bet}"
    return [
        *found,
        Price("Bet", f"{big} at the least, {limit}", HAND_POT),
        Price("A board card", str(rules.board_price), SABACC_POT),
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
