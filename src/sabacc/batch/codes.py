"""Where the parts of larger actions stand in what goes with them (CH11, CH13)."""

from __future__ import annotations

BUY_UP = 1 << 3  # above the place: the card that is swapped lies face up
BUY_CARD_BITS = 4  # above it: the card that is swapped, counted from 1
KEEP_UP = 1 << 8  # the card that is dropped lies face up; below it: that card, counted from 1
