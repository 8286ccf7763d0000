"""What a node of a cluster does, and what it needs for that."""

from __future__ import annotations

from typing import Literal

from sabacc.errors import SabaccError

Role = Literal["gateway", "worker", "both"]
NO_DRIVER = "a node of a cluster needs two more packages: pip install 'sabacc[cluster]'."


def require_nats() -> None:
    """Says what is missing if there is no way to speak to NATS."""
    try:
        import nats  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise SabaccError(NO_DRIVER) from error
