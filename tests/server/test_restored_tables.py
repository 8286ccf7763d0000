"""A hand that is taken back, because a backup was put back, leaves the table as it was before the deal."""

from __future__ import annotations

import contextlib
from pathlib import Path

from sabacc.game.events import HandVoided
from sabacc.policy import random_step
from sabacc.server.storage.verify import verify_database
from sabacc.server.table import entries as en
from tests.server.played_tables import HOUSE_RULES, PlayedTable, new_database


def void(table: PlayedTable) -> None:
    """The table is put back; what comes of that is stored."""
    entry = en.HandVoided("restored", table.state.version + 7)
    table.state.apply(entry)
    table.write(entry, table.state.version)
    table.keep_snapshot()


def test_a_hand_in_play_is_taken_back_whatever_is_played(tmp_path: Path) -> None:
    path = tmp_path / "sabacc.sqlite3"
    taken_back = 0
    with contextlib.closing(new_database(path)) as connection:
        for number, rules in enumerate(HOUSE_RULES):
            table = PlayedTable(connection, f"t{number}", rules)
            table.play(2)
            state = table.state
            table.before_a_hand()
            before = (state.game.stacks, state.game.sabacc_pot, state.game.button, state.game.number)
            table.deal()
            for _ in range(3):
                if state.in_hand and state.hand is not None:
                    table.stake_item(state.hand.waiting[0])
                    seat, action = random_step(state.hand, table.luck)
                    table.do(en.ActionTaken(seat, action, 0 if action.free else state.hand.question))
            if state.in_hand:
                taken_back += 1
                void(table)
                assert (state.game.stacks, state.game.sabacc_pot, state.game.button, state.game.number - 1) == before
                assert isinstance(state.voided, HandVoided)
            void(table)  # between hands, it is only said
            assert not state.in_hand
            table.play(1)
    assert taken_back
    assert verify_database(path, processes=1).faults == []
