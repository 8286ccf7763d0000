"""The actions whose chances are worth asking for."""

from __future__ import annotations

from collections.abc import Sequence

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import Action, ActionBase, Raise, read_action, write_action
from sabacc.game.view import View

MAX_LISTED_RAISES = 10  # of more amounts than these, four stand for all


def moves_of(view: View, wanted: Sequence[Action | str] = ()) -> tuple[Action, ...]:
    """What a view's seat may do now, or only what is wanted of it, in actions or in words.

    Of raises all are there if they are few; of a long range the least, half the pot, the pot and the most.
    """
    if view.seat is None:
        raise SabaccError("a spectator has no chances: ask for the view of a seat.")
    if not len(view.options):
        raise SabaccError(f"seat {view.seat} may do nothing now: ask when it has something to decide.")
    chosen = [read_action(action) if isinstance(action, str) else action for action in wanted]
    for action in chosen:
        if not isinstance(action, ActionBase):
            raise SabaccError(f"{action!r} is no action: give one of sabacc's, or its words, like 'raise 5'.")
        if action not in view.options:
            raise IllegalAction(
                f"seat {view.seat} can't {write_action(action)} now. It may: {view.options.in_words()}."
            )
    return tuple(dict.fromkeys(chosen)) or view.options.actions + _raises(view)


def _raises(view: View) -> tuple[Action, ...]:
    options = view.options
    if not options.raise_to:
        return ()
    ways = (False, True) if options.may_call else (False,)
    return tuple(Raise(to, and_call) for and_call in ways for to in _amounts(view))


def _amounts(view: View) -> list[int]:
    least, most = view.options.raise_from, view.options.raise_to
    if most - least < MAX_LISTED_RAISES:
        return list(range(least, most + 1))
    standing = view.options.bet + view.options.owed
    pot = view.hand_pot + view.options.owed  # as it lies there when the seat has matched
    return sorted({least, most, *(min(max(standing + part, least), most) for part in (pot // 2, pot))})
