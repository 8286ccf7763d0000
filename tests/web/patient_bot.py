"""A bot without whims: it stays in every hand, and never raises, calls or draws. So no test depends on what a bot likes."""

from __future__ import annotations

from pathlib import Path

from tests.foreign_packages import write_package

SOURCE = '''
    """A bot for tests."""

    import sabacc


    class Patient(sabacc.Bot):
        """Stays in, and does nothing else."""

        def act(self, view):
            quiet = (sabacc.Check, sabacc.Match, sabacc.Pass, sabacc.GoOn, sabacc.Stand, sabacc.Done)
            found = [one for kind in quiet for one in view.options.actions if type(one) is kind]
            return next(iter(found), view.question.default)
'''


def install_patient_bot(folder: Path) -> Path:
    """A package that brings it along, as `patient`. The folder belongs on the path."""
    return write_package(folder, "patient", SOURCE, "sabacc.bots", {"patient": "patient:Patient"})
