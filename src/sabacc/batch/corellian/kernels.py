"""The Corellian family as a batch game."""

from __future__ import annotations

from sabacc.batch.corellian.play import act, legal
from sabacc.batch.corellian.rule_row import rule_row
from sabacc.batch.game import BatchGame
from sabacc.batch.kernels import make_kernels

GAME = BatchGame(rule_row, *make_kernels("corellian", legal, act))
