"""The traversal of the 76-card family."""

from __future__ import annotations

from sabacc.batch.family76.legal import legal
from sabacc.batch.family76.play import act
from sabacc.blueprint.traversal import make_traversal

TRAVERSE = make_traversal("family76", legal, act)
