"""Sabacc: the card game of the Star Wars galaxy, in every variant. An unofficial fan project.

>>> import sabacc
>>> game = sabacc.new_game({"preset": "classic", "ante": 5}, ["Ana", "Ben", "Cy"], stacks=200, seed="00ff")
>>> hand = game.deal()
>>> hand.pending
{1: Question(number=1, kind='bet', default=Check())}
>>> events = hand.act(1, sabacc.Raise(to=9))
"""

import importlib
from typing import TYPE_CHECKING

from sabacc.cards import CLASSIC, CORELLIAN, CORUSCANT, Deck
from sabacc.chance import Chance, ChanceNeeded, ScriptedChance
from sabacc.errors import CardError, CaseError, IllegalAction, RecordError, RulesError, SabaccError
from sabacc.game.actions import (
    Action,
    Buy,
    CallHand,
    Check,
    ChooseSide,
    Done,
    Fold,
    Gain,
    GoOn,
    Improve,
    Keep,
    Match,
    Offer,
    Pass,
    Peek,
    Place,
    Protect,
    PushBack,
    Raise,
    Select,
    Stand,
    TakeBack,
    TakeDiscard,
    Trade,
    read_action,
    write_action,
)
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.question import Question
from sabacc.game.result import Result
from sabacc.game.table import Game
from sabacc.game.view import View
from sabacc.policy import Bot
from sabacc.records import record_game, record_hand, replay, verify
from sabacc.records.settlement import settle_case
from sabacc.rules import PRESETS, Rules, read_rules, rules_schema, write_rules
from sabacc.sampling import Guess, sample
from sabacc.variants import new_game
from sabacc.version import __version__
from sabacc.words import describe, tell

if TYPE_CHECKING:
    from sabacc import arena as arena
    from sabacc import bots as bots
    from sabacc import odds as odds

__all__ = [
    "CLASSIC",
    "CORELLIAN",
    "CORUSCANT",
    "PRESETS",
    "Action",
    "Bot",
    "Buy",
    "CallHand",
    "CardError",
    "CaseError",
    "Chance",
    "ChanceNeeded",
    "Check",
    "ChooseSide",
    "Deck",
    "Done",
    "Fold",
    "Gain",
    "Game",
    "GoOn",
    "Guess",
    "Hand",
    "IllegalAction",
    "Improve",
    "Keep",
    "Match",
    "Offer",
    "Options",
    "Pass",
    "Peek",
    "Place",
    "Protect",
    "PushBack",
    "Question",
    "Raise",
    "RecordError",
    "Result",
    "Rules",
    "RulesError",
    "SabaccError",
    "ScriptedChance",
    "Select",
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
    "settle_case",
    "tell",
    "verify",
    "write_action",
    "write_rules",
]


def __getattr__(name: str) -> object:
    """These are loaded when somebody wants them, since they take longer: `sabacc.odds` needs numpy."""
    if name in ("arena", "bots", "odds"):
        return importlib.import_module(f"sabacc.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
