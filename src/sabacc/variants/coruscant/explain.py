"""coruscant-shift explained to somebody who has never played, from the options that a table plays by.

Paragraphs, in the order in which one would tell them; what a word means is said where it comes first.
"""

from __future__ import annotations

from sabacc.rules import Rules, ante_due, plays_for_rounds
from sabacc.variants.coruscant.examples import examples_of
from sabacc.variants.worked_hands import is_played_alike

WORKED_HAND = (
    "Ana deals, Ben sits to her left, then Cy. The dice show +5 and triangles. Ben has +9c −4t 0 +2s −7c and selects +9c −4t "
    "0: 5, with two triangles, since the zero counts. Cy has +10s −3c +6t −8t +1c and selects all but +1c: 5, with two. Ana "
    "has +8s +7s +10c −2c +5s and selects +5s: 5, with none. All go on. In the shift Ben draws +3t −3t, Cy 0, Ana −1t +1t +6c "
    "−9s. All go on again. Ben adds both new cards: still 5, with four triangles. Cy adds 0, for three. Ana adds −1t +1t, for "
    "two. All three are on the number; Ben has the most triangles and wins the round."
)


def explain_coruscant_shift(rules: Rules) -> list[str]:
    """The game from its goal to a worked round."""
    worked = [f"A round from start to end. {WORKED_HAND}"] if is_played_alike(rules) else []
    return [*_cards(rules), *_round(rules), *_reveal(rules), *worked]


def _cards(rules: Rules) -> list[str]:
    examples = examples_of(rules)
    ranks = [
        f"- {' '.join(hand.cards).replace('-', '−')}, together {str(hand.total).replace('-', '−')}: "
        f"{hand.name.lower()}, {hand.line}"
        for hand in examples.hands
    ]
    stakes = (
        "You play for rounds, without credits. A game has as many rounds as there are players; the player who wins most of "
        "them wins the game. If some tie for the most, they play one more round among them."
        if plays_for_rounds(rules)
        else "You play for credits: the winner of the round takes the pot, into which everybody has paid and bet."
    )
    return [
        f"Goal. You choose some of your cards, your selection. It should add up to a number that a die sets, or come as near "
        f"to it as it can. {stakes}",
        "Cards. The deck has 62 cards: circles (c), triangles (t) and squares (s), +1 to +10 and −1 to −10 in each, and two "
        "zeros, which count as every suit. The gold die shows 0, 0, +5, −5, +10 or −10; the silver die shows a suit.",
        "\n".join([f"Selections, best first, if the dice show {examples.gold:+d} and triangles:", *ranks]),
    ]


def _round(rules: Rules) -> list[str]:
    for_rounds = plays_for_rounds(rules)
    ante = ""
    if not for_rounds:
        due = ante_due(rules)
        ante = f"An ante is a payment before the deal. Everybody antes {due} to the pot; a player who can't is not dealt in. "
    decide = "Go on or fold" if for_rounds else "Betting"
    return [
        f"Deal. {_dealer(rules)} {ante}Everybody gets five cards, face down; the rest is the pile. "
        f"{'The player with the token' if rules.house_dealer else 'The dealer'} rolls both dice, which set the number and the "
        "suit for this round.",
        "Select. Everybody lays at least one card face down as their selection, all at the same time.",
        f"{decide}. {_go_on() if for_rounds else _betting(rules)}",
        f"Shift. You throw away the cards that you did not select, and draw as many new ones. Then once more: "
        f"{'go on or fold' if for_rounds else 'a betting round'}.",
        "Improve. You may add any of the new cards to your selection, but never take one out. All do so at the same time; "
        "what you don't add is thrown away.",
    ]


def _dealer(rules: Rules) -> str:
    if rules.house_dealer:
        return (
            "The house deals. A token lies before the first player, who is dealt to first and acts first; after each round "
            "it moves to the left."
        )
    return (
        "One of the players deals, at first one chosen by chance. The first player is the one to the dealer's left. After "
        "each round the deal moves to the left."
    )


def _go_on() -> str:
    return (
        "In order from the first player, everybody goes on or folds. A player who folds is out of the round. If all "
        "but one fold, that one has won the round, without showing."
    )


def _betting(rules: Rules) -> str:
    bounds = "any amount" if rules.max_bet is None else f"1 to {rules.max_bet}"
    cap = ""
    if rules.max_raises is not None:
        times = "once" if rules.max_raises == 1 else f"{rules.max_raises} times"
        cap = f" A bet may be raised only {times}." if rules.max_raises else " Bets may not be raised."
    return (
        f"In order from the first player, you check (bet nothing), bet {bounds} or fold. After a bet each of the others matches "
        f"it (pays as much), raises it by {bounds}, or folds: gives up the round and what was paid. It goes round until all who "
        f"are left have paid the same.{cap} If all but one fold, that one takes the pot, without showing. If you can't match, "
        "you may put in all you have. You are then all-in: from each other player you can win only as much as you put in. "
        "What the others paid beyond that is a side pot, for which those who paid into it play."
    )


def _reveal(rules: Rules) -> list[str]:
    items = (
        "Items. Between rounds, or when you are asked to bet, you may stake an item. The host sets its value, and you get "
        "that many credits. The winner of the round may take the item for the same sum; if the winner won't, you may."
    )
    return [
        "Reveal. All who have not folded show their selections. The total nearest to the number wins. If some are equally "
        "near, the one with the most cards of the suit wins; zeros count. If that is equal too, a card is drawn off the pile "
        "for each of them, and the highest wins (+10 is highest, −10 lowest); equal ones draw again.",
        *([items] if rules.items else []),
    ]
