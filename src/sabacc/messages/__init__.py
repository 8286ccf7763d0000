"""The message catalogue: every sentence of the server, the terminal and the pages, in all languages.

>>> message("list.pair", "de", first="Ana", last="Ben")
'Ana und Ben'
"""

from sabacc.messages.catalogue import Argument, Message, Said, either, message, read_part, text_in
from sabacc.messages.languages import ENGLISH, LANGUAGES, accepted_language, known_language

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Argument",
    "Message",
    "Said",
    "accepted_language",
    "either",
    "known_language",
    "message",
    "read_part",
    "text_in",
]
