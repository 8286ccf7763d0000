"""The language of the terminal: the one that `--lang` or SABACC_LANG asks for."""

from __future__ import annotations

import os

from sabacc.errors import SabaccError
from sabacc.messages import ENGLISH, LANGUAGES, Argument, Message, known_language, message

VARIABLE = "SABACC_LANG"


class TerminalLanguage:
    """In which language this command speaks."""

    def __init__(self) -> None:
        self.code = ENGLISH

    def choose(self, name: str | None) -> None:
        """Takes the language of `--lang`; without it the environment's counts."""
        self.code = ENGLISH
        asked = name or os.environ.get(VARIABLE)
        if not asked:
            return
        if not (language := known_language(asked)):
            where = "--lang" if name else VARIABLE
            raise SabaccError(Message("refusal.no-language", where=where, name=asked, languages=", ".join(LANGUAGES)))
        self.code = language


terminal_language = TerminalLanguage()


def say(key: str, /, **arguments: Argument) -> str:
    """A message in the language of the terminal."""
    return message(key, terminal_language.code, **arguments)
