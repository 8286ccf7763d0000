"""Bots with a character: who they are, and how to seat them.

>>> from sabacc.bots import find_character
>>> find_character("droid").line
'Plays anything that is legal. Good company for the first hand.'
"""

from sabacc.bots.character import Character, Player, characters, find_character, read_player
from sabacc.policy import RandomBot

OWN: dict[str, Character] = {
    one.name: one
    for one in (
        Character("droid", "Plays anything that is legal. Good company for the first hand.", 1, RandomBot),
    )
}

__all__ = ["OWN", "Character", "Player", "characters", "find_character", "read_player"]
