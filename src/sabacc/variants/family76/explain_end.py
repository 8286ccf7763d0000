"""How a hand of a 76-card game ends, explained: the table's call, the showdown, ties and side pots."""

from __future__ import annotations

from sabacc.rules import Rules, find_preset
from sabacc.variants.family76.explain_play import has_dice, has_shifts


def explain_table_call(rules: Rules) -> str:
    """When the table itself calls the hand (E1)."""
    alternates = find_preset(rules.preset).alternates_play_and_betting
    turns = "1 turn" if rules.max_rounds == 1 else f"{rules.max_rounds} turns"
    most = f"when everybody has had {turns}"
    if has_quiet_rounds(rules):
        quiet = "1 quiet round" if rules.quiet_rounds == 1 else f"{rules.quiet_rounds} quiet rounds in a row"
        moves = "drew or traded" if rules.static_field == "none" else "drew, traded or moved a card of the static field"
        shift = (
            " If a shift came, the table waits until everybody has had another chance to call."
            if has_shifts(rules)
            else ""
        )
        when = (
            f"after {quiet}, or {most}. A round is quiet if everybody could call and did not, and nobody bet, raised, "
            f"folded, {moves}.{shift}"
        )
    else:
        when = f"{most}."
    return (
        "The table calls. No player has to call. If nobody does, the table itself calls the hand: "
        f"{when} {_how_the_table_calls(rules, alternates)}"
    )


def has_quiet_rounds(rules: Rules) -> bool:
    """Whether quiet rounds can end a hand before it has had all its rounds (E1)."""
    return 0 < rules.quiet_rounds < rules.max_rounds - rules.pot_building_rounds


def _how_the_table_calls(rules: Rules, alternates: bool) -> str:
    penalty = " There is no caller then." if rules.caller_penalty else ""
    if not alternates:
        return f"{_table_call_of_turn(rules)}{penalty}"
    if rules.preset == "pagat":
        play = (
            "; after quiet rounds there is play before it, which must be quiet, too" if has_quiet_rounds(rules) else ""
        )
        return f"The next betting round is then the last, as if somebody had called in it{play}.{penalty}"
    return f"The call comes when a round would begin; a last betting round starts with the first player.{penalty}"


def _table_call_of_turn(rules: Rules) -> str:
    steps = "bets and rolls" if has_dice(rules) else "bets"
    quiet = " (after quiet rounds only if this was quiet, too)" if has_quiet_rounds(rules) else ""
    called = f"The next player still {steps}; then, instead of asking the others, the table calls{quiet}."
    if not find_preset(rules.preset).standing_bet:
        return called
    return f"{called} From that player's left, those who are behind the standing bet match it or fold."


def explain_showdown(rules: Rules) -> list[str]:
    """What is paid and won, ties, side pots, and what else the table allows."""
    return [_payout(rules), _tie(rules), _side_pots(rules), *([ITEMS] if rules.items else [])]


def _payout(rules: Rules) -> str:
    return (
        f"Showdown. All who have not folded show their cards. {_penalties(rules)}The best hand takes the hand pot, "
        "and with a "
        "special hand the sabacc pot too. If everybody has bombed out, the hand pot goes into the sabacc pot and "
        "stays there. "
        "If all but one "
        "fold, that one takes the hand pot at once, without showing, but not the sabacc pot."
    )


def _penalties(rules: Rules) -> str:
    if not rules.bomb_out_penalty:
        return "A bomb-out costs nothing but the hand. "
    penalty = "as much as the hand pot holds" if rules.bomb_out_penalty == "pot" else str(rules.bomb_out_penalty)
    caller = ""
    if rules.caller_penalty:
        caller = "So does a caller who does not win; a caller who has bombed out pays once. "
    return (
        f"First everybody who has bombed out pays {penalty} to the sabacc pot, or what they have left. {caller}Only "
        "then are "
        "pots won. "
    )


def _tie(rules: Rules) -> str:
    equal = "Tie. If the best hands are equal"
    if rules.sides:
        equal = "Tie. A Light 23 beats a Dark −23. If the best hands are equal in any other way"
    goal = "their own 23" if rules.sides else "23"
    what = "this or for a shift" if has_shifts(rules) else "this"
    out = (
        f"the one nearest to {goal} wins, and equally near ones split"
        if rules.preset == "cloud-city"
        else "none of them wins or pays: the best of the other hands takes the pot, or, if there is none, the pot goes into "
        "the sabacc pot"
    )
    caller = " A caller who loses it pays; one who splits has won." if rules.caller_penalty else ""
    return (
        f"{equal}, there is a sudden demise: each of their players gets one more card, and it counts. The best of these "
        "hands wins; the sabacc pot goes with it if the hands were special before that card, or if the winner's is "
        "after it. "
        "If they are equal again, they split; odd credits go one each, from the first player on. All this is settled before "
        f"anybody pays, and nobody pays for bombing out by that card.{caller} If all of them bomb out by it, {out}. "
        f"If the deck is too small for {what}, "
        "the cards thrown away are shuffled into a new one."
    )


def _side_pots(rules: Rules) -> str:
    return (
        "All-in and side pots. If you can't match a bet, you may put in all you have. You are then all-in: you stay in the "
        "hand, still have your turns, and may call the hand, but are not asked to bet again. "
        "From each other player you can win only as much as you put in yourself; what "
        "they paid beyond that is a side pot, for which only those who paid into it play. With 25, 50 and 100 put in, all "
        "three players play for 75, the second and third for another 50, and the third gets 50 back. Each pot goes to the "
        "best hand of its players; only a special hand that wins the first pot takes the sabacc pot. A pot whose "
        "players have "
        f"all bombed out goes into the sabacc pot.{_penalties_of_side_pots(rules)}"
    )


def _penalties_of_side_pots(rules: Rules) -> str:
    measure = " What a bomb-out costs is measured by all pots together." if rules.bomb_out_penalty == "pot" else ""
    caller = " A caller who wins any of them has won." if rules.caller_penalty else ""
    return measure + caller


ITEMS = (
    "Items. Between hands, or when you are asked to bet, you may stake an item. The host sets its value, and you get that "
    "many credits. The winner of the hand may take the item for the same sum; if the winner won't, you may."
)
