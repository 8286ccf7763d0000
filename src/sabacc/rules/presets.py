"""Presets that something starts with when nobody has said which."""

from __future__ import annotations

FOR_NEWCOMERS = "classic"  # the full game, which every explanation begins with
FOR_RANKING = "corellian-house"  # the game whose hands `rank_many` takes when it is told nothing
