"""Who is told, and how one says who did what."""

from __future__ import annotations

from collections.abc import Sequence


class Voice:
    """Speaks to a listener, who is called "you"."""

    def __init__(self, names: Sequence[str], me: int | None = None) -> None:
        self.names = names
        self.me = me

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


def said(value: object) -> str:
    """A number or another value as people write it."""
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def _you(verb: str) -> str:
    """The verb as one says it to "you"."""
    irregular = {"is": "are", "passes": "pass", "pushes": "push", "goes": "go", "matches": "match", "bombed": "bombed"}
    if verb in irregular:
        return irregular[verb]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
