"""Who is told, in which language, and how one says who did what."""

from __future__ import annotations

from collections.abc import Sequence

from sabacc.messages import ENGLISH, Argument, Message, message

TO_THE_READER = ".you"


class Voice:
    """Speaks to a listener, who is called "you"."""

    def __init__(self, names: Sequence[str], me: int | None = None, language: str = ENGLISH) -> None:
        self.names = names
        self.me = me
        self.language = language

    def says(self, key: str, /, **arguments: Argument) -> str:
        """A sentence about the table."""
        return message(key, self.language, **arguments)

    def tells(self, seat: int, key: str, /, **arguments: Argument) -> str:
        """A sentence about a seat: "Ana wins", "You win"."""
        if seat == self.me:
            return message(f"{key}{TO_THE_READER}", self.language, **arguments)
        return message(key, self.language, name=self.names[seat], **arguments)

    def all_of(self, seats: Sequence[int]) -> list[Argument]:
        """Several seats: "Ana, Ben and you"."""
        said: list[Argument] = [Message("event.you") if seat == self.me else self.names[seat] for seat in seats]
        if seats[0] == self.me:
            said[0] = Message("event.you-first")
        return said
