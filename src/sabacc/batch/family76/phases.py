"""What a hand of the 76-card family goes on with when nobody is waited for."""

from __future__ import annotations

(
    GO_SIDES,
    GO_DEAL,
    GO_NEXT_TURN,
    GO_TURN_BETS,
    GO_FOLD_WINDOW,
    GO_ROLL,
    GO_CALL_WINDOW,
    GO_DRAW,
    GO_TURN_DONE,
    GO_LAST_BETS,
    GO_CATCH_UP,
    GO_START_ROUND,
    GO_NEXT_PLAYER,
    GO_FIELD_MOVES,
    GO_ROLL_AFTER_PLAY,
    GO_START_BETS,
    GO_ROUND_BETS,
    GO_END_ROUND,
    GO_SHOWDOWN,
) = range(19)
