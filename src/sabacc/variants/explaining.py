"""The rules of a table as a person would explain them, from the options it plays by.

Paragraphs, in the order in which one would tell them to a newcomer.
"""

from __future__ import annotations

from sabacc.hands.corellian import RANKS
from sabacc.rules import Rules

TRIGGERS = {
    "doubles": "rolls two dice; doubles bring a Sabacc shift",
    "double-spikes": "rolls two dice; only double spikes (two ones) bring a Sabacc shift",
    "d6-low": "rolls a die; 1, 2 or 3 brings a Sabacc shift",
}
KINDS = {
    "core": "every unprotected card is thrown away and replaced",
    "rim": "each player loses one unprotected card by chance; those are shuffled and dealt back, one each",
    "wild": "all unprotected cards, the deck and the junk are shuffled together and dealt anew",
    "one-card": "each player loses one unprotected card by chance and gets a new one",
    "pulse": "all unprotected cards and the deck are shuffled and dealt anew",
}
FIELDS = {
    "free": "At any time before the hand is called you may lay a card face up into the static field. No shift touches it "
    "there, everybody sees it, and it stays for the hand.",
    "retrievable": "At any time you may lay a card face up into the static field, where no shift touches it. On your own "
    "turn you may take one back; a card moves at most once in a turn.",
    "one-a-turn": "On your own turn you may lay one card face up into the static field, where no shift touches it, and "
    "take one out.",
}


def in_turns(rules: Rules) -> list[str]:
    """cloud-city, classic and force."""
    return [
        *_aim(rules),
        _deal(rules),
        "Turns go round from the dealer's left. A turn has four steps: bet, roll, call, draw.",
        _bet_in_turns(rules),
        _roll(rules),
        *([FIELDS[rules.static_field]] if rules.static_field != "none" else []),
        f"Call. Once everybody has had {_turns_word(rules.pot_building_rounds)}, any player but the one on turn may call the "
        "hand. Then cards are shown. If nobody calls for two quiet rounds, or after "
        f"{rules.max_rounds} rounds, the table does.",
        _draw(rules),
        *_payout(rules),
    ]


def _aim(rules: Rules) -> list[str]:
    pure = " Exactly −23 is one too, just under it." if rules.negative_pure else ""
    aim = (
        "The aim: cards that add up to 23 or as near below it as you can. Exactly 23 is a Pure Sabacc."
        f"{pure} An Idiot with a 2 and a 3 is the Idiot's Array, and beats everything. Over 23, under −23 or exactly 0 is "
        "a bomb-out, and costs you."
    )
    deck = (
        "The deck has 76 cards: sabers, flasks, coins and staves from 1 to 15, and two each of eight arcana worth "
        f"{rules.star} (Star), −15 (Evil One), {rules.moderation} (Moderation), −13 (Demise), −11 (Balance), "
        "−8 (Endurance), −2 (Queen of Air and Darkness) and 0 (Idiot)."
    ).replace(" -", " −")
    if rules.deck:
        deck += f" This table plays with {len(rules.deck)} of them: {' '.join(rules.deck)}."
    sides = (
        "Each player stands on a side. Sabers and coins count up, flasks and staves down. Light players aim at +23; Dark "
        "players at −23, and for them the arcana count as positives. An exact Light 23 beats an exact Dark 23."
    )
    return [aim, deck, *([sides] if rules.sides else [])]


def _deal(rules: Rules) -> str:
    if rules.preset == "cloud-city":
        ante = (
            f"Everybody antes {rules.ante} to the hand pot, and {rules.ante} more to the sabacc pot when that is empty."
        )
    else:
        ante = f"Everybody antes {rules.ante} to the hand pot and {rules.ante} to the sabacc pot."
    declared = " Everybody says what their two cards add up to." if rules.declare_totals else ""
    return f"{ante} Then two cards each, face down.{declared}"


def _bet_in_turns(rules: Rules) -> str:
    most = f"by at most {rules.max_bet}" if rules.max_bet is not None else "by any amount"
    if rules.preset == "cloud-city":
        how = f"The player on turn may check, or bet {most}; the others then match, raise {most} or fold."
    else:
        how = (
            f"Only the player on turn bets. There is a standing bet: match it, raise it {most}, or fold. Level with it, "
            "you may check. Who is behind may catch up on their own turn or when the hand is called."
        )
    return f"Bet. {how} After the betting everybody else may still fold. {_fold_fee(rules)}"


def _fold_fee(rules: Rules) -> str:
    if not rules.fold_fee:
        return "Folding is free."
    return f"Folding costs {rules.fold_fee}, to the {'sabacc' if rules.fold_fee_to == 'sabacc' else 'hand'} pot."


def _roll(rules: Rules) -> str:
    trigger = rules.shift_trigger
    if trigger in TRIGGERS:
        start = f"Roll. The player on turn {TRIGGERS[trigger]}"
    elif ":" in trigger:
        die, number = trigger.split(":")
        start = f"Roll. The player on turn rolls a {die}; a {number} brings a Sabacc shift"
    elif trigger == "none":
        return "There are no Sabacc shifts."
    elif trigger == "pulse":
        start = "A droid draws in secret whether a pulse strikes in a round, and when (1 round in 4): a Sabacc shift"
    else:
        start = "A randomiser may go off after any action (1 time in 20): a Sabacc shift"
    if rules.shift_kind == "by-dice":
        kinds = "; ".join(f"double {face}: {kind}" for face, kind in enumerate(rules.shift_by_dice, 1))
        return f"{start}, of a kind that goes by the dice ({kinds})."
    return f"{start}: {KINDS[rules.shift_kind]}."


def _draw(rules: Rules) -> str:
    trade = "with more than two cards you may instead" if rules.preset == "cloud-city" else "or you may"
    pile = ""
    if rules.discard_pile != "off":
        price = "free" if rules.discard_pile == "free" else f"{rules.discard_pile} to the hand pot"
        pile = f" Traded cards lie face up, and you may trade for the top one instead ({price})."
    return f"Draw. The player on turn stands or draws a card; {trade} trade one: drop it, then draw.{pile}"


def _payout(rules: Rules) -> list[str]:
    penalty = "as much as the hand pot holds" if rules.bomb_out_penalty == "pot" else str(rules.bomb_out_penalty)
    caller = " So does a caller who does not win." if rules.caller_penalty else ""
    community = (
        " Cards in the others' static fields may be counted as if they were yours." if rules.community_field else ""
    )
    last = (
        "If all of them bomb out by it, the one nearest to 23 wins."
        if rules.preset == "cloud-city"
        else "If all of them bomb out by it, the best of the others wins."
    )
    return [
        f"The best hand takes the hand pot, and with a Pure Sabacc or the Idiot's Array the sabacc pot too.{community} Whoever "
        f"has bombed out pays {penalty} into the sabacc pot.{caller} If all but one fold, that one takes the hand pot.",
        f"A tie is broken by a sudden demise: one more card each, and it counts. {last}",
        "Who can't match may go all-in, and plays for what they have matched; the rest is a side pot.",
    ]


def in_rounds(rules: Rules) -> list[str]:
    """pagat and galactic."""
    most = f"by at most {rules.max_bet}" if rules.max_bet is not None else "by any amount"
    roll = "" if rules.shift_trigger in ("pulse", "randomiser", "none") else " Then the player rolls."
    building = rules.pot_building_rounds
    after = "a round" if rules.max_rounds == 1 else f"{rules.max_rounds} rounds"
    table = f"If nobody calls for two quiet rounds, or after {after}, the table does."
    if rules.preset == "pagat":
        call = (
            f"Call. From betting round {building + 1} on, you may call the hand together with a check, a match or a raise. The "
            "betting is then played out, the dealer rolls once more, and cards are shown."
        )
    else:
        start = f"After {building} rounds you" if building else "You"
        call = (
            f"Call. {start} may call the hand instead of drawing. A last betting round then starts with you, "
            "and cards are shown."
        )
    return [
        *_aim(rules),
        _deal(rules),
        "A round is a play round and then a betting round, both from the dealer's left.",
        f"Play. On your turn draw a card, trade one (drop it, then draw), or stand.{roll}",
        _roll(rules).removeprefix("Roll. "),
        *([FIELDS[rules.static_field]] if rules.static_field != "none" else []),
        f"Betting. Check, bet or raise ({most}), match or fold, round and round until all have matched. {_fold_fee(rules)}",
        f"{call} {table}",
        *_payout(rules),
    ]


def with_flower(rules: Rules) -> list[str]:
    """corellian-house."""
    small, big = rules.blinds
    ante = rules.board_price if rules.ante is None else rules.ante
    limit = "There is no limit." if rules.max_bet is None else f"A raise is by at most {rules.max_bet}."
    return [
        "The aim: four or five cards that add up to zero, in as rare a pattern as you can. There are twenty ranks, from "
        "Dreadnoughts (two +10, two −10 and a sylop) down to Nuhlrek (anything that is not zero).",
        "The deck has 62 cards: +1 to +10 and −1 to −10, three of each, and two sylops, which are 0.",
        f"Everybody antes {ante} to the main pot and {ante} to the sabacc pot. The small blind pays {small} to the sabacc pot, "
        f"the big blind {big} to the main pot; that is the first bet.",
        "Everybody gets three cards face down, the pocket, and one face up. Seven cards lie face up on the board: six petals "
        "and, in the centre, the discard pile. The rest is the stub.",
        "There are three rounds of betting, draw and spike, then a fourth betting round.",
        f"Betting. {limit} The smallest bet is the big blind, and a raise is at least as large as the last one. An all-in for "
        "less does not reopen the betting.",
        f"Draw. Buy a board card for {rules.board_price} to the sabacc pot, and keep it face up or swap a card for it; or "
        "look at a stub card for nothing, and add it, take it for another, or push it back; or stay. You never have more than "
        "five cards. When the stub is gone, board cards are free.",
        "Spike. You may turn pocket cards face up to protect them, all but one. The dealer rolls two dice: doubles shuffle all "
        "pocket cards with the stub; with double spikes each player also gives up a face-up card, and those are dealt back.",
        f"The ranks, best first: {', '.join(RANKS)}.",
        "The best hand takes the main pot, and the sabacc pot too if it is Banthas Wild or better. A tie that nothing else "
        "breaks is broken by a blind draw.",
    ]


def with_selection(rules: Rules) -> list[str]:
    """coruscant-shift."""
    decide = (
        "Then there is a betting round."
        if rules.ante
        else "Then, in order from the dealer's left, everybody goes on or folds."
    )
    stakes = (
        f"Everybody antes {rules.ante} to the pot, and the winner of the round takes it."
        if rules.ante
        else "You play for rounds: a game has as many as there are players, and who wins most of them wins."
    )
    return [
        "The aim: cards that add up to the number on the gold die, or as near to it as you can.",
        "The deck has 62 cards: circles, triangles and squares, +1 to +10 and −1 to −10 in each, and two zeros, which count as "
        "every suit.",
        stakes,
        "Everybody gets five cards face down. The dealer rolls the gold die (0, 0, +5, −5, +10, −10) and the "
        "silver one (a suit).",
        f"Select. Everybody lays at least one card face down, all at the same time. {decide}",
        f"Shift. What you did not select is discarded, and you draw as many. {decide}",
        "Improve. You may add new cards to your selection, but never take one out.",
        "Reveal. Nearest to the gold number wins; then most cards of the silver suit; then the highest card off the pile.",
    ]


def _turns_word(turns: int) -> str:
    return "a turn" if turns == 1 else f"{turns} turns"
