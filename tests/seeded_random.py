"""Random choices for tests: always the same in CI, and others in each soak, which says its seed."""

from __future__ import annotations

import os
import random
import secrets


def seeded_random() -> random.Random:
    """`SABACC_SEED` brings back the choices of a soak that failed."""
    fresh = secrets.token_hex(4) if os.environ.get("SABACC_SOAK") else "ci"
    seed = os.environ.get("SABACC_SEED", fresh)
    print(f"SABACC_SEED={seed}")  # noqa: T201 - pytest shows it with a failure
    return random.Random(seed)
