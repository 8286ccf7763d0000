"""Sabacc: the card game of the Star Wars galaxy, in every variant. An unofficial fan project.

>>> import sabacc
>>> game = sabacc.new_game({"preset": "classic", "ante": 5}, ["Ana", "Ben", "Cy"], stacks=200, seed="00ff")
>>> hand = game.deal()
>>> hand.pending
{1: Question(number=1, kind='bet', default=Check())}
>>> events = hand.act(1, sabacc.Raise(to=9))
"""

from sabacc.cards import CLASSIC, CORELLIAN, CORUSCANT, Deck
from sabacc.chance import Chance, ChanceNeeded, ScriptedChance
from sabacc.errors import CardError, CaseError, IllegalAction, RecordError, RulesError, SabaccError
from sabacc.game.actions import (
    Action,
    CallHand,
    Check,
    ChooseSide,
    Fold,
    Gain,
    Match,
    Pass,
    Place,
    Raise,
    Stand,
    TakeBack,
    TakeDiscard,
    Trade,
    read_action,
)
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.result import Result
from sabacc.game.table import Game
from sabacc.game.view import Question, View
from sabacc.policy import Bot
from sabacc.records import record_game, record_hand, replay, verify
from sabacc.rules import PRESETS, Rules, read_rules, rules_schema, write_rules
from sabacc.sampling import Guess, sample
from sabacc.variants import new_game
from sabacc.version import __version__
from sabacc.words import describe, tell

__all__ = [
    "CLASSIC",
    "CORELLIAN",
    "CORUSCANT",
    "PRESETS",
    "Action",
    "Bot",
    "CallHand",
    "CardError",
    "CaseError",
    "Chance",
    "ChanceNeeded",
    "Check",
    "ChooseSide",
    "Deck",
    "Fold",
    "Gain",
    "Game",
    "Guess",
    "Hand",
    "IllegalAction",
    "Match",
    "Options",
    "Pass",
    "Place",
    "Question",
    "Raise",
    "RecordError",
    "Result",
    "Rules",
    "RulesError",
    "SabaccError",
    "ScriptedChance",
    "Stand",
    "TakeBack",
    "TakeDiscard",
    "Trade",
    "View",
    "__version__",
    "describe",
    "new_game",
    "read_action",
    "read_rules",
    "record_game",
    "record_hand",
    "replay",
    "rules_schema",
    "sample",
    "tell",
    "verify",
    "write_rules",
]
