"""What all tests stand on."""

from __future__ import annotations

import signal

# A job in a shell's background ignores Ctrl-C, and so would every command that the tests start and stop.
signal.signal(signal.SIGINT, signal.default_int_handler)
