"""Writes the golden records anew: `python -m tests.golden.make`. Read the diff before you commit it."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.golden.registry import full_record
from tests.golden.scenes import SCENES

RECORDS = Path(__file__).parent / "records"
SUFFIX = ".sabacc"


def make(folder: Path) -> list[str]:
    """Plays every scene, writes the records that changed, removes those without a scene; a line for each."""
    folder.mkdir(exist_ok=True)
    said: list[str] = []
    for name, scene in SCENES.items():
        path = folder / f"{name}{SUFFIX}"
        text = full_record(scene()).encode()
        if not path.exists():
            said.append(f"new: {path.name}")
        elif path.read_bytes() != text:
            said.append(f"changed: {path.name}")
        else:
            continue
        path.write_bytes(text)
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if path.stem not in SCENES:
            path.unlink()
            said.append(f"removed: {path.name}")
    return said


if __name__ == "__main__":
    lines = make(RECORDS)
    sys.stdout.write("\n".join([*lines, f"{len(SCENES)} records, {len(lines)} changes."]) + "\n")
