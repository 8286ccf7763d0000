"""The languages there are, how one is chosen, and how each counts.

>>> known_language("de_AT.UTF-8")
'de'
>>> accepted_language("it, fr-CH;q=0.9, en;q=0.8")
'fr'
"""

from __future__ import annotations

ENGLISH = "en"
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}  # as each calls itself
LARGEST_ACCEPTED = 200  # characters of a header


def is_one(language: str, number: int) -> bool:
    """Whether a number goes with the singular (CLDR's category "one")."""
    return number in (0, 1) if language == "fr" else number == 1


def known_language(name: str) -> str:
    """The language of a name as systems have it, like de, de-AT or de_AT.UTF-8; nothing for one that isn't known."""
    language = name.strip().lower().replace("_", "-").partition("-")[0].partition(".")[0]
    return language if language in LANGUAGES else ""


def accepted_language(header: str) -> str:
    """The language that an Accept-Language header likes best; English if we have none of its languages."""
    liked = []
    for choice in header[:LARGEST_ACCEPTED].split(","):
        name, _, weight = choice.partition(";q=")
        if language := known_language(name):
            liked.append((_weight(weight), language))
    return max(liked, key=lambda pair: pair[0])[1] if liked else ENGLISH


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0
