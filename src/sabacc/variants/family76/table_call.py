"""When the table itself calls the hand (E1).

It does after so many quiet rounds that every player has let the chance pass, or after `max_rounds` turns. A round is quiet
if calls were allowed in it and nobody bet, raised, folded, drew or moved a field card.
"""

from __future__ import annotations

from sabacc.game.events import QuietRounds
from sabacc.game.hand import Hand


def decline(hand: Hand, seat: int) -> None:
    """A seat was offered a call and did something else, or let the time run out."""
    if seat not in hand.declined:
        hand.declined += (seat,)


def count_quiet(hand: Hand, turns: int, calls_allowed: bool) -> None:
    """So many turns are complete: they count if calls were allowed and nothing stirred; who watches sees what is left."""
    hand.quiet_turns = hand.quiet_turns + turns if calls_allowed and hand.quiet_turns >= 0 else 0
    most = hand.seating.rules.quiet_rounds
    left = max(most - hand.quiet_turns // hand.live_count(), 0)
    if most and calls_allowed and left != hand.quiet_left:
        hand.quiet_left = left
        hand.news.append(QuietRounds(left))


def table_calls(hand: Hand) -> bool:
    """Whether it has been quiet for too long, or long enough altogether."""
    rules = hand.seating.rules
    if all_have_played(hand, rules.max_rounds):
        return True
    if not rules.quiet_rounds or hand.quiet_turns < rules.quiet_rounds * hand.live_count():
        return False
    return all(seat in hand.declined for seat in hand.from_dealers_left())


def all_have_played(hand: Hand, turns: int) -> bool:
    """Whether every live player has completed so many turns."""
    for seat, completed in enumerate(hand.turns):  # noqa: SIM110 - quicker than all()
        if completed < turns and hand.live[seat]:
            return False
    return True
