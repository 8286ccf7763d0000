"""Where the server keeps its things."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

FILE = "sabacc.sqlite3"
VARIABLE = "SABACC_DATA"


def database_path(data: Path | None = None) -> Path:
    """The database in a folder: the one named, or that of the environment variable, or the usual one of this system."""
    folder = data or os.environ.get(VARIABLE) or platformdirs.user_data_path("sabacc")
    return Path(folder) / FILE
