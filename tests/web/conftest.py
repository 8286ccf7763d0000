"""The pages are the same with the compiled engine, so they are tested once."""

from __future__ import annotations

import os

collect_ignore_glob = ["*.py"] if os.environ.get("SABACC_COMPILED") else []
