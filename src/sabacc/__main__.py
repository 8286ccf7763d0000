"""`python -m sabacc` is the `sabacc` command."""

from sabacc.cli import main

main()
