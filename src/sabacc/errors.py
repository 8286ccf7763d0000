"""What goes wrong, in words a player can use."""

from __future__ import annotations


class SabaccError(ValueError):
    """The base of all errors of this package; its text says what was wrong and what would be right."""


class CardError(SabaccError):
    """A card that doesn't exist, or stands twice where it can stand once."""


class RulesError(SabaccError):
    """An option that doesn't exist, has a value it can't have, or makes no sense beside another."""


class IllegalAction(SabaccError):
    """An action that the rules don't allow now. Nothing was changed."""


class RecordError(SabaccError):
    """A record that can't be read, or doesn't say the truth. Names the line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line is not None else message)
        self.line = line
        self.problem = message  # without the line


class CaseError(SabaccError):
    """A hand to be settled that can't have been played so."""
