"""Blueprints: whole strategies for a game, found by playing it against oneself (MCCFR), as tables of odds."""

from sabacc.blueprint.strategy import Blueprint, read_blueprint
from sabacc.blueprint.training import Training

__all__ = ["Blueprint", "Training", "read_blueprint"]
