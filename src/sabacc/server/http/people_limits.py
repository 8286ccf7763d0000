"""How often people may do what is expensive, or helps somebody guess."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from sabacc.server.http.rate_limit import RateLimiter


class PeopleLimits:
    """The limits of everything that people do to their accounts."""

    def __init__(self, guest_rate: float = 0.2) -> None:
        self.guests = RateLimiter(guest_rate, max(60.0, 60 * guest_rate))  # by address, which a whole class may share
        self.logins_from = RateLimiter(rate=0.2, burst=60)  # by address
        self.failed_logins = RateLimiter(rate=1 / 30, burst=10)  # by name and address, or by name and known device
        self.codes = RateLimiter(
            rate=1 / 30, burst=10
        )  # wrong ones after the right password, by person or known device
        self.passwords = RateLimiter(rate=1 / 30, burst=5)  # by person
        self.changes = RateLimiter(rate=0.2, burst=20)  # of names and tokens, by person

    @property
    def by_name(self) -> dict[str, RateLimiter]:
        """All of them."""
        return dict(vars(self))

    @contextlib.contextmanager
    def login(self, name: str, address: str, device: str | None) -> Iterator[None]:
        """Counts a try to sign in; a known device has tries of its own, which nobody else can use up."""
        if device is not None:
            with self.failed_logins.charge_failures(f"{name} on {device}"):
                yield
        else:
            with self.failed_logins.charge_failures(f"{name} from {address}"), self.logins_from.charge(address):
                yield

    @contextlib.contextmanager
    def code(self, person: str, device: str | None) -> Iterator[None]:
        """Counts a try at the second factor from wherever: codes are short."""
        with self.codes.charge_failures(f"{person} on {device}" if device is not None else person):
            yield
