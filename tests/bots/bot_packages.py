"""Packages of other people that bring bots along."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.foreign_packages import write_package


def bring(folder: Path, package: str, source: str, bots: Mapping[str, str]) -> Path:
    """A package with one module of its own name, and the entry points of these bots. The folder belongs on the path."""
    return write_package(folder, package, source, "sabacc.bots", bots)


WAITER = '''
    """Bots that wait."""

    import sabacc
    from sabacc.bots import Character


    class Waiter(sabacc.Bot):
        """Waits for the clock.

        And for better days.
        """

        level = 2

        def act(self, view):
            return view.question.default


    class Nameless(sabacc.Bot):
        def act(self, view):
            return view.question.default


    class Thinker(Waiter):
        def __init__(self, seed="", budget=1):
            super().__init__(seed)
            self.budget = budget


    class Clumsy(Waiter):
        def __init__(self, seed=""):
            raise RuntimeError("the chair is broken")


    class Unready(Waiter):
        def ready(self, rules):
            raise RuntimeError("no time for rules")


    class Cheat(Waiter):
        def act(self, view):
            return sabacc.Raise(10**9)


    class Proud(Waiter):
        level = 11


    thinker = Character("whatever", "Thinks it over.", 4, Thinker, 10, 90)
    number = 7
'''
