"""All golden scenes: importing a module of them registers them."""

from __future__ import annotations

from tests.golden import classic, cloud_city, corellian_house, coruscant_shift, force, galactic, house_rules, pagat
from tests.golden.registry import SCENES, Played

__all__ = ["SCENES", "Played", "classic", "cloud_city", "corellian_house", "coruscant_shift", "force", "galactic", "house_rules", "pagat"]
