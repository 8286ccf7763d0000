"""Refusals that have a status of their own over HTTP. Each is a sentence that says what was wrong and what would be right."""

from __future__ import annotations

from sabacc.errors import SabaccError


class Refused(SabaccError):
    """Something that is not done, and why; plain `SabaccError`s are refused in the same way, with status 400."""

    status = 400


class NotSignedIn(Refused):
    """Only somebody with a name may do this."""

    status = 401


class NotYours(Refused):
    """Somebody else's affair."""

    status = 403


class NotThere(Refused):
    """There is no such thing, or none that one may know of."""

    status = 404


class Clash(Refused):
    """It doesn't go together with how things stand."""

    status = 409


class TooLarge(Refused):
    """More than anybody needs to send."""

    status = 413


class TooMany(Refused):
    """Too often; `wait` says after how many seconds to try again."""

    status = 429

    def __init__(self, message: str, wait: float = 1.0) -> None:
        super().__init__(message)
        self.wait = wait
