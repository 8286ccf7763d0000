"""Bots with a character: who they are, and how to seat them.

>>> from sabacc.bots import find_character
>>> find_character("droid").line
'Plays anything that is legal. Good company for the first hand.'
"""

from sabacc.bots.counter import CounterBot
from sabacc.bots.roster import Character, Player, characters, find_character, read_player
from sabacc.bots.search.master import MATCH_BUDGET, PEOPLE_BUDGET, MasterBot
from sabacc.bots.temper import GamblerBot, MinerBot
from sabacc.policy import RandomBot

OWN: dict[str, Character] = {
    one.name: one
    for one in (
        Character("droid", "Plays anything that is legal. Good company for the first hand.", 1, RandomBot),
        Character(
            "gambler", "Loose and aggressive: would rather raise than match, and rather match than fold.", 2, GamblerBot
        ),
        Character("miner", "Tight and cautious: bets on good hands only, and folds rather than pay.", 2, MinerBot),
        Character("counter", "Counts the cards, prices everything, and does what is worth most.", 4, CounterBot),
        Character(
            "master",
            "Guesses what you hold from how you bet, plays every way out in its head, and picks the best.",
            5,
            MasterBot,
            MATCH_BUDGET,
            PEOPLE_BUDGET,
        ),
    )
}

__all__ = ["OWN", "Character", "Player", "characters", "find_character", "read_player"]
