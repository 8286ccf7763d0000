"""Refusals with an HTTP status; the text of each says what was wrong and what would be right."""

from __future__ import annotations

from sabacc.errors import SabaccError
from sabacc.messages import Message


class Refused(SabaccError):
    """The base of refusals; a plain `SabaccError` is refused with status 400, too."""

    status = 400
    is_try = True  # counts where tries are limited


class NotAuthenticated(Refused):
    """Only somebody with a name may do this."""

    status = 401


class SecondFactorNeeded(NotAuthenticated):
    """The password is right, and a code is needed too."""

    is_try = False
    option = "code"


class Forbidden(Refused):
    """One may not do this."""

    status = 403


class NotFound(Refused):
    """There is no such thing, or none that one may know of."""

    status = 404


class Conflict(Refused):
    """It conflicts with the present state."""

    status = 409


class PayloadTooLarge(Refused):
    """The body is too large."""

    status = 413


class TooManyRequests(Refused):
    """It is done too often; `wait` says after how many seconds to try again."""

    status = 429
    is_try = False

    def __init__(self, said: str | Message, wait: float = 1.0) -> None:
        super().__init__(said)
        self.wait = wait


class Unavailable(Refused):
    """It is not to be had just now, and will be in a moment."""

    status = 503
