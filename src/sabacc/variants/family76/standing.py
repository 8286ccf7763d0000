"""What a hand of the 76-card family would bring if it were called now (H1–H7)."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.hands.classic import PURE, Worth, scale_of
from sabacc.hands.sides import DARK
from sabacc.rules import Rules
from sabacc.variants.family76.examples import rung_of
from sabacc.variants.standing import Standing, Strength, stake_of

STRONG, FAIR = 3, 8  # how far below one's 23 a total may be to be called so
STRIKES_LATE = ("pulse", "randomiser")  # a shift may come even after the call


def standing(hand: Hand, seat: int) -> Standing:
    """Own cards, others' face-up cards where those may be borrowed (HR8), and the pots."""
    rules, side = hand.seating.rules, hand.sides[seat]
    cards = hand.hands[seat] + hand.fields[seat]
    others = tuple(
        card for other in hand.seating.dealt_in if other != seat and hand.live[other] for card in hand.fields[other]
    )
    worth = scale_of(rules).worth(cards, side, others)
    stake = stake_of(hand, seat)
    full = stake.pot if rules.bomb_out_penalty == "pot" else int(rules.bomb_out_penalty)
    due = min(full, stake.stack)
    aim, off, beyond = _distance(worth, side)
    return Standing(
        aim=aim,
        off=off,
        beyond=beyond,
        strength=_strength(worth),
        rung=rung_of(rules, worth, side),
        settled=_is_settled(hand, rules),
        wins=0 if worth.bombed_out else stake.wins,
        wins_sabacc=hand.sabacc_pot if worth.special else 0,
        penalty=due if worth.bombed_out else 0,
        caller_penalty=due if rules.caller_penalty and not worth.bombed_out and _may_be_caller(hand, seat) else 0,
    )


def _distance(worth: Worth, side: str | None) -> tuple[int, int, bool]:
    """The nearer end of the scale for who is beyond it, and one's own 23 for all others."""
    sign = -1 if side == DARK else 1
    if worth.towards < -PURE:
        return -sign * PURE, -worth.towards - PURE, True
    return sign * PURE, abs(PURE - worth.towards), worth.towards > PURE


def _strength(worth: Worth) -> Strength:
    if worth.bombed_out or worth.towards < 0:
        return "top" if worth.special else "weak"
    if worth.special:
        return "top"
    short = PURE - worth.towards
    return "strong" if short <= STRONG else "fair" if short <= FAIR else "weak"


def _is_settled(hand: Hand, rules: Rules) -> bool:
    return hand.called and rules.shift_trigger not in STRIKES_LATE


def _may_be_caller(hand: Hand, seat: int) -> bool:
    return not hand.called or hand.caller == seat
