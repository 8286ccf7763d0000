"""The seven presets: a title, a line for people, and the rules as their document prints them."""

from __future__ import annotations

import msgspec

from sabacc.rules.model import SCHEDULE, Rules


class Preset(msgspec.Struct, frozen=True):
    """A named set of rules with which a table can start."""

    key: str
    title: str
    line: str
    family: str  # the 76-card family, or one of the two 62-card games
    in_rounds: bool  # played in rounds of play and betting, not in turns
    deck: str
    players: tuple[int, int]
    stack: int  # what a player usually sits down with
    rules: Rules
    standing_bet: bool = False  # a bet stands until the hand is over (CL3), not for one turn or round


def _preset(
    title: str,
    line: str,
    rules: Rules,
    *,
    family: str = "76",
    in_rounds: bool = False,
    stack: int = 100,
    standing_bet: bool = False,
) -> Preset:
    deck = {"76": "classic"}.get(family, family)
    players = (2, 4) if family == "coruscant" else (2, 8)  # T9
    return Preset(rules.preset, title, line, family, in_rounds, deck, players, stack, rules, standing_bet)


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        _preset(
            "Cloud City",
            "Quick and cheap: bet, shift, call, draw; one card in each hand may change on any turn.",
            Rules(
                preset="cloud-city",
                ante=1,
                max_bet=3,
                fold_fee=1,
                caller_penalty=True,
                shift_trigger="d6-low",
                shift_kind="one-card",
            ),
        ),
        _preset(
            "Classic",
            "The full game: sabacc dice, a static field for your best cards, a standing bet and side pots.",
            Rules(
                preset="classic",
                ante=5,
                max_bet=10,
                fold_fee=1,
                caller_penalty=True,
                negative_pure=True,
                shift_trigger="doubles",
                static_field="free",
            ),
            stack=200,
            standing_bet=True,
        ),
        _preset(
            "Force",
            "Classic with a side to choose: Light plays for +23, Dark for −23.",
            Rules(
                preset="force",
                ante=5,
                max_bet=10,
                fold_fee=1,
                caller_penalty=True,
                shift_trigger="doubles",
                static_field="free",
                sides=True,
            ),
            stack=200,
            standing_bet=True,
        ),
        _preset(
            "Pagat",
            "Rounds of play and rounds of betting; everybody's first total is known.",
            Rules(
                preset="pagat",
                ante=5,
                max_bet=10,
                fold_fee=1,
                fold_fee_to="hand",
                negative_pure=True,
                pot_building_rounds=3,
                shift_trigger="doubles",
                static_field="one-a-turn",
                declare_totals=True,
            ),
            in_rounds=True,
            stack=200,
        ),
        _preset(
            "Galactic",
            "The casino game: a droid deals, and a shift pulse may strike at any time.",
            Rules(
                preset="galactic",
                ante=5,
                max_bet=10,
                negative_pure=True,
                pot_building_rounds=4,
                shift_trigger="pulse",
                shift_kind="pulse",
                static_field="retrievable",
                house_dealer=True,
            ),
            in_rounds=True,
            stack=200,
        ),
        _preset(
            "Corellian House",
            "Blinds, a board of seven cards to buy from, spike dice and twenty ranks of hands.",
            Rules(preset="corellian-house", ante=None, blinds=(50, 100), board_price=25, schedule=SCHEDULE),
            family="corellian",
            stack=10_000,
        ),
        _preset(
            "Coruscant Shift",
            "Two dice set a number and a suit; choose your cards, shift the rest, and come closest.",
            Rules(preset="coruscant-shift", ante=0),
            family="coruscant",
        ),
    )
}
