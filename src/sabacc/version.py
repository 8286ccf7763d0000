"""The version, and how the engine runs."""

import importlib.util

__version__ = "0.1.0"


def build() -> str:
    """`compiled`, or `plain Python` where the engine was installed without a C compiler or is being worked on."""
    spec = importlib.util.find_spec("sabacc.chance")
    return "plain Python" if spec is None or str(spec.origin).endswith(".py") else "compiled"
