"""Finding a decision in a record again: every one of the golden records' can be asked about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sabacc.game.actions import read_action
from sabacc.odds import chances
from sabacc.records import read
from sabacc.records.decisions import Decision, PlayedHand, decisions_of, hands_in, view_at
from tests.strategies import SOAK

RECORDS = sorted((Path(__file__).parent.parent / "golden" / "records").glob("*.sabacc"))
STEP = 1 if SOAK else 25


def moments(file: Path) -> Iterator[tuple[PlayedHand, int, Decision]]:
    """Every decision of every seat that the record can speak for."""
    record = read(file.read_text(encoding="utf-8"))
    for hand in hands_in(record):
        for seat, name in enumerate(hand.names):
            if name and record.kind == "full":
                yield from ((hand, seat, decision) for decision in decisions_of(hand, seat))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_what_a_seat_did_is_among_what_it_might_have_done(file: Path) -> None:
    for hand, seat, decision in list(moments(file))[::STEP]:
        view = view_at(hand, seat, decision)
        assert view.question is not None
        assert (view.question.number, view.question.kind) == (decision.at, decision.kind)
        if decision.answer is not None:
            action = read_action(decision.answer)
            assert action in view.options
            assert chances(view, "random", actions=[action], samples=1, processes=1).samples == 1
