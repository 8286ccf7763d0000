"""How a simple player plays coruscant-shift: by the distance from the gold number."""

from __future__ import annotations

from sabacc.game.actions import Action, Improve, Select
from sabacc.game.view import View
from sabacc.hands import coruscant


def strength(view: View) -> float:
    """By how far the selection is from the number."""
    if not view.chosen or view.gold is None:
        return 0.5
    return max(0.0, 1 - coruscant.worth(view.chosen, view.gold, str(view.silver)).distance / 6)


def select(view: View) -> Action:
    """The selection nearest to the gold number, with few cards, so that there is something left to improve with."""

    def merit(action: Action) -> tuple[int, int]:
        assert isinstance(action, (Select, Improve))
        cards = view.chosen + (action.cards or ())
        return coruscant.worth(cards, view.gold or 0, str(view.silver)).key, -len(cards)

    return max(view.options.actions, key=merit)


CHOICES = {"select": select, "improve": select}
