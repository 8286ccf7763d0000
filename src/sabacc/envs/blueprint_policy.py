"""A blueprint as a policy in a tree: its odds in each information set."""

from __future__ import annotations

from sabacc.blueprint import Blueprint
from sabacc.envs.extensive_form import InfoSet, Tree
from sabacc.envs.solver import Policy


def blueprint_policy(tree: Tree, blueprint: Blueprint) -> Policy:
    """Its whole policy; where training never came, every action is as likely as any other."""
    return {infoset.key: _odds(infoset, blueprint) for infoset in tree.infosets.values()}


def _odds(infoset: InfoSet, blueprint: Blueprint) -> list[float]:
    odds = blueprint.odds(infoset.node.last_hand().view(infoset.seat))
    if odds is None:
        return [1 / len(infoset.actions)] * len(infoset.actions)
    return [odds.get(action, 0.0) for action in infoset.actions]
