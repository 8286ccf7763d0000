"""The lessons of Corellian House, a file for each preset."""

from __future__ import annotations

from sabacc.variants.lessons import read_lessons

LESSONS = read_lessons(__package__)
