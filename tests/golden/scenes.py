"""All golden scenes: importing a module of them registers them."""

from __future__ import annotations

from tests.golden import (
    classic,
    cloud_city,
    corellian_house,
    coruscant_shift,
    force,
    galactic,
    house_rules,
    pagat,
)
from tests.golden.registry import SCENES

MODULES = (cloud_city, classic, force, pagat, galactic, corellian_house, coruscant_shift, house_rules)

__all__ = ["MODULES", "SCENES"]
