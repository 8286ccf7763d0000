"""The `sabacc` command."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

HAND_WITH_MINUS = re.compile(r"^-\d")
WITH_A_VALUE = ("--gold", "--silver", "--side", "--option", "-o")
INTERRUPTED = 130  # the exit code after Ctrl-C


def main(argv: Sequence[str] | None = None) -> None:
    """Runs a command: exit 0 done, 1 a check failed, 2 bad input."""
    try:
        _run(argv)
    except KeyboardInterrupt:
        sys.stderr.write("sabacc: stopped.\n")
        sys.exit(INTERRUPTED)


def _run(argv: Sequence[str] | None) -> None:
    import typer

    from sabacc.cli.app import app
    from sabacc.cli.mistakes import Mistake, explain_mistake, is_help
    from sabacc.cli.output import Outlet, say
    from sabacc.errors import SabaccError

    given = list(sys.argv[1:] if argv is None else argv)
    sys.stdout = Outlet.around(sys.stdout)
    try:
        code = app(_hands_with_a_minus(given), prog_name="sabacc", standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        sys.exit(code or 0)
    except SabaccError as error:
        say(f"sabacc: {error}")
        sys.exit(2)
    except Mistake as error:
        if not is_help(error):
            say(f"sabacc: {explain_mistake(error)}")
        sys.exit(2)
    except typer.Abort:
        say("sabacc: the input has ended too soon.")
        sys.exit(2)
    finally:
        sys.stdout.flush()


def _hands_with_a_minus(given: list[str]) -> list[str]:
    """A hand that begins with a minus sign is no option: "-7 +3" is read with a true minus instead."""
    if given[:1] != ["rank"]:
        return given
    return [
        "−" + word[1:] if HAND_WITH_MINUS.match(word) and given[at - 1] not in WITH_A_VALUE else word
        for at, word in enumerate(given)
    ]


if __name__ == "__main__":
    main()
