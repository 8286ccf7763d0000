"""What the cards and hands of a 76-card game are worth, explained."""

from __future__ import annotations

from sabacc.cards import CLASSIC
from sabacc.hands.classic import Scale
from sabacc.hands.sides import DARK, LIGHT
from sabacc.rules import Rules
from sabacc.variants.examples import HandExample
from sabacc.variants.family76.examples import examples_of

ARCANA = {
    "ST": "Star",
    "EO": "Evil One",
    "MO": "Moderation",
    "DE": "Demise",
    "BA": "Balance",
    "EN": "Endurance",
    "QA": "Queen of Air and Darkness",
    "ID": "Idiot",
}


def explain_cards(rules: Rules) -> list[str]:
    """The goal, the deck, the sides if there are any, and every rank with an example."""
    return [_goal(rules), _deck(rules), *([_sides(rules)] if rules.sides else []), *_ranks(rules)]


def _goal(rules: Rules) -> str:
    best = "the highest total up to 23"
    if rules.sides:
        best = "the total that comes nearest to its player's own goal, +23 or −23, without going beyond it,"
    return (
        f"Goal. A hand is worth its total, the sum of its cards. When cards are shown, {best} wins the hand pot: the credits "
        "that were paid and bet in this hand. A total over 23, under −23 or of exactly 0 is a bomb-out, which can't win. "
        "A few special hands beat all others, and also win the sabacc pot, which stays on the table until then."
    )


def _deck(rules: Rules) -> str:
    values = Scale(rules).values(LIGHT if rules.sides else None)
    arcana = ", ".join(f"{name} ({card}) {signed(values[card])}" for card, name in ARCANA.items())
    count = "they count their number"
    if rules.sides:
        count = "sabers and coins count their number, flasks and staves minus their number"
        arcana = f"{arcana}, as the next paragraph explains"
    deck = (
        "Cards. The deck has 76 cards. Each of four suits, sabers (S), flasks (F), coins (C) and staves (T), has the numbers "
        f"1 to 11, a Commander (12), a Mistress (13), a Master (14) and an Ace (15); {count}. S7 is the seven "
        f"of sabers, T15 the Ace of staves. Besides, there are two each of eight arcana: {arcana}."
    )
    if rules.deck:
        deck += f" This table plays with only {len(rules.deck)} of them: {' '.join(CLASSIC.in_order(rules.deck))}."
    return deck


def _sides(rules: Rules) -> str:
    scale = Scale(rules)
    star = scale.values(LIGHT)["ST"]
    return (
        "Sides. Each player is Light or Dark. All who have no side yet declare one, at the same time and in public, after "
        "they have paid for the hand and before any card is dealt. A side holds until the sabacc pot is won; then all declare "
        "anew. Sabers and coins count up, flasks and staves down: S7 is 7, F7 is −7. The arcana count as listed for a Light "
        f"player, and with a plus for a Dark one: the Star is {signed(star)} for the one, {signed(-star)} for the other. "
        "Light aims at 23, Dark at −23. A Dark −19 is as good as a Light 19, and a Dark 5 as bad as a Light −5. Totals are "
        "always said as they are."
    )


def _ranks(rules: Rules) -> list[str]:
    hands = examples_of(rules).hands
    each = "with an example each from the whole deck" if rules.deck else "with an example each"
    if not rules.sides:
        return ["\n".join([f"Hands, best first, {each}:", *map(_rank_line, hands)])]
    light = [f"Hands of a Light player, best first, {each}:", *_of_side(hands, LIGHT)]
    dark = ["Hands of a Dark player:", *_of_side(hands, DARK)]
    return ["\n".join(light), "\n".join(dark)]


def _of_side(hands: list[HandExample], side: str) -> list[str]:
    return [_rank_line(hand) for hand in hands if hand.side == side]


def _rank_line(hand: HandExample) -> str:
    special = " Special: wins the sabacc pot too." if hand.takes_sabacc_pot else ""
    return f"- {hand.name} ({' '.join(hand.cards)}): {hand.line}.{special}"


def signed(value: int) -> str:
    """A value with a real minus sign."""
    return str(value).replace("-", "−")
