"""What players of a 76-card game do before cards are shown, explained: antes, bets, shifts, the static field, draws."""

from __future__ import annotations

from sabacc.rules import NO_SHIFT, Rules, ante_due, find_preset, fold_fee_due
from sabacc.variants.family76.shifts import PULSE_ODDS, RANDOMISER

TRIGGERS = {
    "doubles": "rolls two dice. Doubles (two equal dice) bring a Sabacc shift",
    "double-spikes": "rolls two dice. Double spikes (two ones) bring a Sabacc shift",
    "d6-low": "rolls a six-sided die. A 1, 2 or 3 brings a Sabacc shift",
}
KINDS = {  # what each does to everybody who has not folded; {cards} are those that no static field protects
    "core": "the core shift: everybody throws away all {cards} and is dealt as many new ones",
    "rim": "the rim shift: everybody loses one of their {cards} by chance; those are shuffled and dealt back, one each",
    "wild": "the wild shift: everybody's {cards} and everything thrown away go into the deck, it is shuffled, and everybody "
    "is dealt as many as they gave",
    "one-card": "the one-card shift: everybody loses one of their {cards} by chance, and gets a new one from the deck",
    "pulse": "the pulse shift: everybody's {cards} go into the deck, it is shuffled, and everybody is dealt as many as they "
    "gave",
    NO_SHIFT: "no shift",
}
OUT = "A player who has folded has no more turns, and is not asked again."
EMPTY_DECK = "Once the deck is empty, players can't draw from it."


def has_dice(rules: Rules) -> bool:
    """Whether players roll for shifts."""
    return rules.shift_trigger in TRIGGERS or ":" in rules.shift_trigger


def has_shifts(rules: Rules) -> bool:
    """Whether a Sabacc shift can strike at all."""
    return rules.shift_trigger != "none" and _kinds(rules) != [NO_SHIFT]


def explain_opening(rules: Rules) -> list[str]:
    """Who deals, what is paid, and what is dealt."""
    return [_dealer(rules), _antes(rules), _deal(rules)]


def _dealer(rules: Rules) -> str:
    if rules.house_dealer:
        return (
            "Dealer. The house deals. A token lies before one player, the first player of this hand, who is dealt to first "
            "and acts first. After each hand it moves to the next player on the left."
        )
    return (
        "Dealer. One of the players deals, at first one chosen by chance. The first player, who is dealt to first and acts "
        "first, is the one to the dealer's left. After each hand the deal moves to the left."
    )


def _antes(rules: Rules) -> str:
    ante = ante_due(rules)
    if rules.preset == "cloud-city":
        antes = f"{ante} to the hand pot, and {ante} to the sabacc pot if that is empty."
    else:
        antes = f"{ante} to the hand pot and {ante} to the sabacc pot."
    cap = ""
    if rules.sabacc_pot_cap is not None:
        cap = (
            f" If the sabacc pot then holds more than {rules.sabacc_pot_cap}, what is above that goes into the hand pot; "
            "penalties are measured without it."
        )
    missed = ""
    if rules.missed_payments:
        missed = f" A player who sat out when the sabacc pot was empty pays it {ante} on coming back."
    return (
        f"Ante. An ante is a payment before the deal. Everybody antes {antes} A player who can't pay that is not dealt "
        f"in.{missed}{cap}"
    )


def _deal(rules: Rules) -> str:
    declared = " Everybody says truly what their two cards add up to." if rules.declare_totals else ""
    return (
        "Deal. Everybody gets two cards, face down. You may come to hold any number of cards, but never fewer than "
        f"two.{declared}"
    )


def explain_bet_of_turn(rules: Rules) -> list[str]:
    """The bet step of a turn: an opening that all answer, or a standing bet."""
    standing = find_preset(rules.preset).standing_bet
    return [_standing_bet(rules) if standing else _open_bet(rules), _fold_window(rules, standing)]


def _open_bet(rules: Rules) -> str:
    return (
        f"Bet. The player on turn checks (bets nothing), bets {_bounds(rules)}, or folds: gives up the hand and all that was "
        f"paid into it. A bet goes round to the left: each of the others matches it (pays as much), raises it by "
        f"{_bounds(rules)}, or folds, until all who are left have paid the same.{_raise_cap(rules, 'one turn')}"
    )


def _standing_bet(rules: Rules) -> str:
    return (
        "Bet. One standing bet counts for the whole hand: the most that anybody has bet so far. Only the player on turn "
        f"bets. If you have bet as much, you check (pay nothing), raise the bet by {_bounds(rules)} (the first raise is "
        "simply called a bet), or fold: give up the hand and all that you paid into it. If you have bet less, you match the "
        "bet (pay what is missing), raise it, or fold. A player who has bet less pays the rest on their own turn, or when "
        f"the hand ends.{_raise_cap(rules, 'one round of turns')}"
    )


def _fold_window(rules: Rules, standing: bool) -> str:
    who = (
        "everybody but the player on turn is asked, all at the same time, and"
        if standing
        else "everybody, the player on turn too, is asked once more, all at the same time, and"
    )
    all_in = "A player who has no credits left is not asked, and stays in."
    return (
        f"Fold. This still belongs to the bet: when the betting of a turn is done, {who} passes or folds. {_fold_fee(rules)} "
        f"{OUT} {all_in}"
    )


def explain_betting_round(rules: Rules) -> list[str]:
    """The betting round of a game in rounds."""
    return [
        f"Betting. In order from the first player, you check (bet nothing), bet {_bounds(rules)} or fold. After a bet each of "
        f"the others matches it (pays as much), raises it by {_bounds(rules)}, or folds: gives up the hand and all that was paid "
        f"into it. It goes round until all who are left have paid the same.{_raise_cap(rules, 'a betting round')} "
        f"{_fold_fee(rules)} {OUT}"
    ]


def _bounds(rules: Rules) -> str:
    return "any amount" if rules.max_bet is None else "1" if rules.max_bet == 1 else f"1 to {rules.max_bet}"


def _raise_cap(rules: Rules, span: str) -> str:
    if rules.max_raises is None:
        return ""
    if not rules.max_raises:
        return " Once there is a bet, it may not be raised."
    times = "once" if rules.max_raises == 1 else f"{rules.max_raises} times"
    return f" A bet may be raised only {times} in {span}; the first bet is no raise."


def _fold_fee(rules: Rules) -> str:
    fee = fold_fee_due(rules)
    if not fee:
        return "Folding costs nothing more."
    much = ", as much as the ante" if rules.fold_fee == "ante" else ""
    return f"Every fold costs {fee}{much}, to the {rules.fold_fee_to} pot."


def explain_shift(rules: Rules) -> list[str]:
    """What makes a shift strike, and what it does."""
    if rules.shift_trigger == "none":
        return ["There are no Sabacc shifts."]
    cards = "cards" if rules.static_field == "none" else "cards outside the static field"
    after = " Players who are out of the hand give and get nothing."
    kinds = _kinds(rules)
    if not has_shifts(rules):
        return ["Roll. The player on turn rolls two dice, but no double brings a shift at this table."]
    if len(kinds) == 1:
        return [f"{_trigger(rules)}, {KINDS[kinds[0]].format(cards=cards)}.{after}"]
    trigger = _trigger(rules).replace("bring a", "may bring a")
    return [f"{trigger}: what they bring depends on the number. {_kinds_by_dice(rules, kinds, cards)}{after}"]


def _kinds(rules: Rules) -> list[str]:
    """The kinds of shift that may come, each once."""
    if rules.shift_kind != "by-dice":
        return [rules.shift_kind]
    doubles = rules.shift_by_dice[:1] if rules.shift_trigger == "double-spikes" else rules.shift_by_dice
    return list(dict.fromkeys(doubles))


def _kinds_by_dice(rules: Rules, kinds: list[str], cards: str) -> str:
    doubles = {kind: [str(face) for face, one in enumerate(rules.shift_by_dice, 1) if one == kind] for kind in kinds}
    return " ".join(f"Double {' or '.join(doubles[kind])} is {KINDS[kind].format(cards=cards)}." for kind in kinds)


def _trigger(rules: Rules) -> str:
    trigger = rules.shift_trigger
    if trigger == "pulse":
        first, second, later = PULSE_ODDS
        return (
            "Pulse. Nobody rolls. At the start of each round it is drawn in secret whether a pulse strikes in it, and "
            f"after which action: 1 time in {first} until there has been one in this hand, then 1 in {second}, and 1 in "
            f"{later} after two. It may come while you play or bet, in the last betting round too. A pulse is a Sabacc shift"
        )
    if trigger == "randomiser":
        return (
            "Shift. Nobody rolls. A randomiser may go off after anything that a player does "
            f"(1 time in {RANDOMISER}; at a table with a clock, at random times). It brings a Sabacc shift"
        )
    if trigger in TRIGGERS:
        roll = TRIGGERS[trigger]
    else:
        die, number = trigger.split(":")
        roll = f"rolls a {die}, a die with {die[1:]} sides. A {number} brings a Sabacc shift"
    if find_preset(rules.preset).alternates_play_and_betting:
        return f"Roll. After playing, the player on turn {roll}"
    return f"Roll. The player on turn, even one who has just folded, {roll}"


def explain_static_field(rules: Rules, until: str) -> list[str]:
    """How cards are protected, where they can be."""
    kind = rules.static_field
    if kind == "none":
        return []
    when = "before or after you draw" if find_preset(rules.preset).alternates_play_and_betting else "before you draw"
    late = " Once the dice are rolled, it is too late for that roll." if has_dice(rules) and has_shifts(rules) else ""
    ways = {
        "free": f"At any time until {until}, on your turn or not, you may lay a card face up before you, into your static "
        f"field. It stays there for the hand.{late}",
        "retrievable": f"At any time until {until}, on your turn or not, you may lay a card face up before you, into your "
        "static field. On your own turn you may take cards back. A card moves only once in a turn.",
        "one-a-turn": "On your own turn you may lay one card face up before you, into your static field, and take one back, "
        f"{when}. A card moves only once in a turn.",
    }
    safe = " It is protected there, as the next paragraph tells." if has_shifts(rules) else ""
    shared = (
        " When cards are shown, you may also count cards that lie in the static fields of the others who have not folded. What "
        "makes your hand best is counted. An Idiot's Array may use such cards, but no other card of your own may be left over."
        if rules.community_field
        else ""
    )
    return [
        f"Static field. {ways[kind]}{safe} Everybody sees a card in the field; it counts in your hand, and can't be "
        f"traded.{shared}"
    ]


def draw_ways(rules: Rules) -> str:
    """What the player on turn may do about cards."""
    few = ", if they have more than two cards," if rules.preset == "cloud-city" else ", with two cards too,"
    down = " face down" if rules.discard_pile == "off" else ""
    ways = (
        f"stands (takes nothing), draws a card from the deck (a gain), or{few} trades one: throws it away{down}, then draws "
        "another"
    )
    if rules.discard_pile == "off":
        return ways
    price = "free of charge" if rules.discard_pile == "free" else f"for {rules.discard_pile} to the hand pot"
    pile = f"Dropped cards lie on a face-up pile, and you may trade for its top card instead, {price}"
    return f"{ways}. {pile}; the card given for it becomes the new top"
