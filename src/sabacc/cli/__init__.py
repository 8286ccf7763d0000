"""The `sabacc` command."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Sequence
from types import FrameType

STARTS_WITH_MINUS = re.compile(r"^-\d")
FLAGS_WITH_VALUE = ("--gold", "--silver", "--side", "--option", "-o")
INTERRUPTED = 130  # the exit code after Ctrl-C
IMPATIENCE = 10.0  # seconds in which another Ctrl-C means the same as the one before


def main(argv: Sequence[str] | None = None) -> None:
    """Runs a command: exit 0 done, 1 a check failed, 2 bad input."""
    if argv is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _listen()
    try:
        try:
            _run(argv)
        except KeyboardInterrupt:
            sys.stderr.write("sabacc: stopped.\n")
            sys.exit(INTERRUPTED)
        finally:
            if argv is None:
                _stop_listening()
    except KeyboardInterrupt:  # one more, while it ends
        sys.exit(INTERRUPTED)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Ctrl-C stops the command; one more right after, while it ends and perhaps writes a record, changes nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # should it have come at a moment that swallows it, it can be pressed again
        signal.signal(signal.SIGALRM, _listen)
        signal.setitimer(signal.ITIMER_REAL, IMPATIENCE)
    raise KeyboardInterrupt


def _listen(*_: object) -> None:
    signal.signal(signal.SIGINT, _interrupt)


def _stop_listening() -> None:
    """Nothing is left to stop."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run(argv: Sequence[str] | None) -> None:
    import typer

    from sabacc.cli.app import app
    from sabacc.cli.language import terminal_language
    from sabacc.cli.output import SafeOutput, print_notice
    from sabacc.cli.ray_flag import with_address
    from sabacc.cli.usage_errors import UsageError, explain_usage_error, is_help
    from sabacc.errors import SabaccError

    given = list(sys.argv[1:] if argv is None else argv)
    sys.stdout = SafeOutput.wrap(sys.stdout)
    try:
        code = app(with_address(_escape_minus(given)), prog_name="sabacc", standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        sys.exit(code or 0)
    except SabaccError as error:
        print_notice(f"sabacc: {error.text(terminal_language.code)}")
        sys.exit(2)
    except UsageError as error:
        if not is_help(error):
            print_notice(f"sabacc: {explain_usage_error(error)}")
        sys.exit(2)
    except typer.Abort:
        print_notice("sabacc: the input has ended too soon.")
        sys.exit(2)
    finally:
        sys.stdout.flush()


def _escape_minus(given: list[str]) -> list[str]:
    """A hand that begins with a minus sign is no option: "-7 +3" is read with a true minus instead."""
    if given[:1] != ["rank"]:
        return given
    return [
        "−" + word[1:] if STARTS_WITH_MINUS.match(word) and given[at - 1] not in FLAGS_WITH_VALUE else word
        for at, word in enumerate(given)
    ]


if __name__ == "__main__":
    main()
