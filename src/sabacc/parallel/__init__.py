"""Work on all cores, or on a Ray cluster: tasks are done side by side, and their results come back in order."""

from sabacc.parallel.processes import exit_with_parent
from sabacc.parallel.tasks import last_result, map_in_order, on_ray, slots

__all__ = ["exit_with_parent", "last_result", "map_in_order", "on_ray", "slots"]
