"""The lessons of the 76-card family, by preset."""

from __future__ import annotations

from sabacc.variants.family76.round_lessons import ROUND_LESSONS
from sabacc.variants.family76.turn_lessons import TURN_LESSONS

LESSONS = {**TURN_LESSONS, **ROUND_LESSONS}
