"""corellian-house explained to somebody who has never played, from the options that a table plays by.

Paragraphs, in the order in which one would tell them; what a word means is said where it comes first.
"""

from __future__ import annotations

from sabacc.rules import Rules, ante_due
from sabacc.variants.corellian.examples import examples_of
from sabacc.variants.worked_hands import is_played_alike

WORKED_HAND = (
    "Ana has the button, Ben to her left is the small blind, Cy the big blind; each has 10,000. The antes are 25 "
    "and 25: hand "
    "pot 175 and sabacc pot 125 with the blinds. Ben has +4 −6 0 in his pocket and +2 face up, Cy −3 +8 −5 and −3, "
    "Ana +7 −7 "
    "+1 and −9. The petals are +10 −1 +3 +2 +6 −8, the centre is +9. Ana matches the 100, Ben pays 100 too, Cy checks: hand "
    "pot 375. Ben looks at −10 and pushes it back. Cy buys +3 for 25 and keeps it: a Banthas Wild. Ana looks at +9, "
    "drops +1 "
    "and takes it: +7 −7 +9 −9, a Rule of Two. Cy turns −3 and +8 face up; Ana rolls 2 and 5, nothing happens. Ben "
    "checks, Cy "
    "bets 200, Ana matches, Ben folds: hand pot 775. Both stay. Ana turns +7 and −7 face up and rolls 4 and 4: Cy's "
    "−5 becomes "
    "+1, Ana's +9 becomes +6. Both check. Cy buys +2 for 25 and swaps it for +8: −3 −3 +3 +2 +1, a Banthas Wild again. Ana "
    "looks at +3 and adds it: +7 −7 −9 +6 +3, a Sabacc with a pair. Ana rolls 1 and 6. Cy bets 400, Ana matches: hand pot "
    "1,575. Cy's rank is better: Cy takes 1,575 and, with a Banthas Wild, the sabacc pot of 175. Stacks: Ben 9,800, Cy "
    "10,950, Ana 9,250."
)

RANKS = (
    "Ranks, best first, with an example each. All but the last add up to zero. Cards of one number are of a kind whatever "
    "their sign: +5 and −5 are a pair. One integer is one number with one sign. Balanced means that the hand's other card "
    "brings the sum to zero. Against means with the other sign. Cards in a row have numbers that follow one "
    "another, like 5, 6, 7 and 8, "
    "whatever their signs; a sylop is no part of a row. A hand that fits several ranks has the best of them."
)


def explain_corellian_house(rules: Rules) -> list[str]:
    """The game from its goal to a worked hand."""
    worked = [f"A hand from start to end. {WORKED_HAND}"] if is_played_alike(rules) else []
    return [*_cards(rules), *_opening(rules), *_rounds(rules), *_showdown(rules), *worked]


def _cards(rules: Rules) -> list[str]:
    ranks = [
        f"{number}. {hand.name} ({' '.join(hand.cards).replace('-', '−')}): {hand.line}"
        for number, hand in enumerate(examples_of(rules).hands, 1)
    ]
    return [
        "Goal. A hand has four or five cards. The best hands add up to zero, and among those the rarer patterns are better: "
        "there are twenty ranks. When cards are shown, the best hand wins the hand pot: the credits "
        "that were paid and bet in this hand. A hand of the upper fifteen ranks also wins the sabacc pot, which "
        "stays on the "
        "table from hand to hand until then.",
        "Cards. The deck has 62 cards: +1 to +10 and −1 to −10, three of each, and two sylops, which are 0.",
        "\n".join(
            [
                RANKS,
                *ranks,
            ]
        ),
    ]


def _opening(rules: Rules) -> list[str]:
    small, big = rules.blinds
    dealer = "The house deals, and a button lies before one of the players, at first one chosen by chance"
    if not rules.house_dealer:
        dealer = "A button lies before the player who deals, at first one chosen by chance"
    return [
        f"Blinds. {dealer}; it moves to the next player on the left after each hand. {_ante(rules)} The player left of the "
        f"button pays {small or 'nothing'} more, to the sabacc pot; this is the small blind, and so is the player called. "
        f"The next one pays the big blind, {big} to the hand pot, which is the first bet. With two players the one with "
        f"the button is the small blind. {_short_of(rules)}{_missed(rules)}{_cap(rules)}",
        "Deal. You get three cards face down, your pocket, and one face up. Seven cards lie face up on the table, "
        "the board: "
        "six petals, and in the centre the discard pile, of one card at first. What is left of the deck is the stub.",
    ]


def _ante(rules: Rules) -> str:
    ante = ante_due(rules)
    if not ante:
        return "There is no ante."
    return f"An ante is a payment before the deal. Everybody antes {ante} to the hand pot and {ante} to the sabacc pot."


def _short_of(rules: Rules) -> str:
    """What is paid by who can't pay all of it (CH3)."""
    order = "the ante to the hand pot, the big blind, the ante to the sabacc pot, the small blind"
    if not ante_due(rules):
        order = "the big blind, the small blind; who would then have paid nothing to the hand pot pays it there"
    return (
        f"A player who can't pay all of this pays as far as it goes, in this order: {order}. Such a player can win as much "
        "from each other player as they paid into the hand pot."
    )


def _missed(rules: Rules) -> str:
    if not rules.missed_payments:
        return ""
    return (
        " A player who sits out when a blind is due pays it on coming back, each blind once; one who comes back as the big "
        "blind pays only that."
    )


def _cap(rules: Rules) -> str:
    if rules.sabacc_pot_cap is None:
        return ""
    return f" If the sabacc pot then holds more than {rules.sabacc_pot_cap}, what is above that goes into the hand pot."


def _rounds(rules: Rules) -> list[str]:
    return [
        "Rounds. There are three rounds, each with three steps, which are explained one by one: betting, draw and "
        "spike. Then "
        "there is betting a fourth time, and cards are shown.",
        *_betting(rules),
        "Draw. From the button's left, everybody does one of three things. Stay: do nothing. "
        f"Buy: {_price(rules)} a petal or the top of the discard pile, which lies before you "
        "face up; keep it, or swap one of your cards for it, but not your last pocket card; yours then lies in its "
        "place, for all to "
        "see and buy. Or draw: look at a card of the stub for nothing; add it to your pocket, or drop one of your "
        "cards on the "
        "discard pile and take it into your pocket, or push it back: it is out of play for this hand. You never "
        "have more than five cards. The top "
        "of the discard pile takes the place of a petal that was kept; when the pile is empty, a card of the stub starts it "
        f"anew.{_free_board(rules)}",
        "Spike. From the button's left, you may turn pocket cards face up; at least one must stay down. Then the "
        "player with "
        "the button rolls two dice. Doubles (two equal dice): all pocket cards go into the stub, it is shuffled, and "
        "everybody is dealt as many as they gave. Cards face up are safe. Double spikes (two ones): the same, and besides "
        "everybody who has a face-up card picks one; those are shuffled and dealt back, one each, face up.",
    ]


def _price(rules: Rules) -> str:
    price = rules.board_price
    return f"pay {price} to the sabacc pot, if you have as much, for" if price else "take, for nothing,"


def _free_board(rules: Rules) -> str:
    return " When the stub is gone, board cards cost nothing." if rules.board_price else ""


def _betting(rules: Rules) -> list[str]:
    big = rules.blinds[1]
    limit = "There is no limit." if rules.max_bet is None else f"A bet or raise is at most {rules.max_bet}."
    cap = ""
    if rules.max_raises is not None:
        times = "once" if rules.max_raises == 1 else f"{rules.max_raises} times"
        cap = (
            f" In a betting round a bet may be raised only {times}." if rules.max_raises else " Bets may not be raised."
        )
    return [
        "Betting. The first time it begins to the left of the big blind, later to the left of the button. If nothing is to "
        f"be paid you check (bet nothing), bet at least {big}, or fold. Otherwise you match (pay what is missing), raise by "
        "at least as much as the last bet or raise, or fold: give up the hand and all that you paid into it. Folding costs "
        "nothing more. It goes round until all who are left have paid the same. The big blind was a bet, the small blind "
        f"none: its player has the whole {big} to match. The big blind is asked even if nobody raises. {limit}{cap}",
        "All-in and side pots. If you can't match, you may put in all you have. You are then all-in: you stay in the hand "
        "and still draw and turn cards, but are not asked to bet again. "
        "From each other player you can win only as much as you put in; what they paid "
        "beyond that is a side pot, for which only those who paid into it play. With 25, 50 and 100 put in, all three play "
        "for 75, the second and third for another 50, and the third gets 50 back. An all-in raise that is too small to be a "
        "full raise lets nobody raise again who has acted already.",
    ]


def _showdown(rules: Rules) -> list[str]:
    items = (
        "Items. Between hands, or when you are asked to bet, you may stake an item. The host sets its value, and you get "
        "that many credits. The winner of the hand may take the item for the same sum; if the winner won't, you may."
    )
    return [
        "Showdown. All who have not folded show their cards, first the one who bet or raised last in the fourth betting "
        "round, or, if nobody did, the first from the button's left. "
        "The best hand takes the hand pot, and with Banthas Wild or better the sabacc pot too; each side pot goes to "
        "the best hand of its players. If all but one fold, that one takes the hand pot without showing, but not the sabacc "
        "pot.",
        "Ties. Two hands of one rank are compared by these points, in order. Two Sabaccs: one with a pair beats one "
        "with a sylop, and that beats one with neither. Two Nuhlreks: the sum nearer to zero. Then: more cards; the "
        "larger sum "
        "when all signs are left out; "
        "the largest card when signs are left out; the highest positive card. Still equal: each gets one more card, which "
        "counts, and the hand whose sum is then nearest to zero wins, a positive one before a negative. If that is "
        "equal too, "
        "they split the hand pot, and the sabacc pot if their rank wins it; odd credits go to the first from the "
        "button's left.",
        *([items] if rules.items else []),
        *([_levels(rules)] if rules.schedule else []),
    ]


def _levels(rules: Rules) -> str:
    """How the blinds go up."""
    levels = ", ".join(f"{small}/{big}/{price}" for small, big, price in rules.schedule)
    hands, minutes = rules.level_hands, rules.level_minutes
    lasts = f"{hands} hand{'s' if hands != 1 else ''}" if hands else f"{minutes} minute{'s' if minutes != 1 else ''}"
    when = (
        f"Each lasts {lasts}, and the last goes on" if hands or minutes else "The host decides when the next one comes"
    )
    ante = (
        "The ante is always the board price, and the smallest bet"
        if rules.ante is None
        else "The smallest bet is always"
    )
    return (
        f"Levels. Small blind, big blind and board price go up level by level: {levels}. {when}; a new level begins with "
        f"the next hand. {ante} the big blind."
    )
