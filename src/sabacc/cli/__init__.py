"""The `sabacc` command."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

HAND_WITH_MINUS = re.compile(r"^-\d")


def main(argv: Sequence[str] | None = None) -> None:
    """Runs a command: exit 0 done, 1 a check failed, 2 bad input."""
    from sabacc.cli.app import app
    from sabacc.cli.output import say
    from sabacc.errors import SabaccError

    given = list(sys.argv[1:] if argv is None else argv)
    arguments = [given[at] if at and given[at - 1] == "--gold" else _positional(given[at]) for at in range(len(given))]
    try:
        app(arguments, prog_name="sabacc")
    except SabaccError as error:
        say(f"sabacc: {error}")
        sys.exit(2)
    except KeyboardInterrupt:
        say("sabacc: stopped.")
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us has read enough
        sys.exit(0)


def _positional(argument: str) -> str:
    """A hand that begins with a minus sign is no option: "-7 +3" is read with a true minus instead."""
    return "−" + argument[1:] if HAND_WITH_MINUS.match(argument) else argument


if __name__ == "__main__":
    main()
