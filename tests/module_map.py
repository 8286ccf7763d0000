"""The map of all modules in docs/how-it-is-built.md, made from the first sentence of each: `make map` writes it anew."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "how-it-is-built.md"
SOURCE = ROOT / "src" / "sabacc"
WEB = ROOT / "web" / "src"
BEGIN, END = "<!-- map: written by `make map` -->", "<!-- end of the map -->"
GENERATED = {"protocol.ts"}
WIDTH = 100


def first_sentence(path: Path) -> str:
    """What a module says that it is: the first line of its docstring or of its opening comment."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        said = ast.get_docstring(ast.parse(text)) or ""
    else:
        found = re.match(r"\s*(?:/\*\*?|<!--)[\s*]*(.*?)\s*(?:\*/|-->)", text, re.DOTALL)
        said = re.sub(r"\n\s*\*?\s?", "\n", found[1]) if found else ""
    paragraph = " ".join(said.split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", paragraph)[0].replace("|", "\\|")


def modules() -> dict[str, list[Path]]:
    """All modules by their folder."""
    python = [path for path in SOURCE.rglob("*.py") if path.name != "__main__.py" and "pages" not in path.parts]
    web = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte", ".css") and path.name not in GENERATED]
    folders: dict[str, list[Path]] = {}
    for path in sorted(python) + sorted(web):
        folders.setdefault(path.parent.relative_to(ROOT).as_posix(), []).append(path)
    return dict(sorted(folders.items()))


def lines() -> list[str]:
    """The map: a heading for each folder, a line for each module."""
    found: list[str] = []
    for folder, paths in modules().items():
        inside = [path for path in paths if path.name != "__init__.py"]
        package = [first_sentence(path) for path in paths if path.name == "__init__.py"]
        found += [f"### `{folder}`", "", *([*textwrap.wrap(package[0], WIDTH), ""] if package else [])]
        if inside:
            rows = [f"| `{path.name}` | {first_sentence(path)} |" for path in inside]
            found += ["| module | what it is |", "|---|---|", *rows, ""]
    return found


def main() -> None:
    """Writes the map into the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text("\n".join([before + BEGIN, "", *lines(), END]) + after, encoding="utf-8")


if __name__ == "__main__":
    main()
