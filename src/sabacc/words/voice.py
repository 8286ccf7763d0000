"""Who is told, and how one says who did what."""

from __future__ import annotations

from collections.abc import Sequence

from sabacc.rules import Rules, find_preset


class Voice:
    """Speaks to a listener, who is called "you"."""

    def __init__(self, names: Sequence[str], me: int | None = None, rules: Rules | None = None) -> None:
        self.names = names
        self.me = me
        self.rules = rules
        self.family = find_preset(rules.preset).family if rules is not None else "76"
        self.for_credits = self.family != "coruscant" or rules is None or bool(rules.ante)  # or for rounds alone (CS13)
        self.stacks: list[int] = []
        self.standing = 0
        self.bets: dict[int, int] = {}
        self.deed = ""  # the last action
        self.in_rounds = False
        self.shown_any = False

    def says(self, seat: int, verb: str) -> str:
        """A seat and what it does, the verb in the third person: "Ana wins", "You win"."""
        if seat != self.me:
            return f"{self.names[seat]} {verb}"
        first, _, rest = verb.partition(" ")
        return f"You {_you(first)} {rest}".rstrip()

    def all_of(self, seats: Sequence[int]) -> str:
        """Several seats: "Ana, Ben and you"."""
        said = ["you" if seat == self.me else self.names[seat] for seat in seats]
        text = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
        return text[0].upper() + text[1:]

    def pot(self, name: str) -> str:
        """What a pot is called in this game."""
        if name == "sabacc":
            return "sabacc pot"
        return "main pot" if self.family == "corellian" else "pot" if self.family == "coruscant" else "hand pot"


def said(value: object) -> str:
    """A number or another value as people write it."""
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def _you(verb: str) -> str:
    """The verb as one says it to "you"."""
    irregular = {"is": "are", "passes": "pass", "pushes": "push", "goes": "go", "matches": "match", "bombed": "bombed"}
    if verb in irregular:
        return irregular[verb]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
