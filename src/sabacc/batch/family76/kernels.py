"""The 76-card family as a batch game."""

from __future__ import annotations

from sabacc.batch.family76.legal import legal
from sabacc.batch.family76.play import act
from sabacc.batch.family76.rule_row import rule_row
from sabacc.batch.game import BatchGame
from sabacc.batch.kernels import make_kernels

GAME = BatchGame(rule_row, *make_kernels("family76", legal, act))
