"""Settling a hand that was played with real cards, with a module for each family."""

from __future__ import annotations

from sabacc.records.settlement.case import settle_case

__all__ = ["settle_case"]
