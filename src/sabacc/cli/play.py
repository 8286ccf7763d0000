"""`sabacc play`: a table in the terminal."""

from __future__ import annotations

import secrets
import sys

import msgspec
from rich.console import Console

from sabacc.arena.asking import Seat
from sabacc.bots import Player, read_player
from sabacc.cards import CORUSCANT
from sabacc.cli.output import check_writable, console, read_number, read_options, say, write_text
from sabacc.errors import SabaccError
from sabacc.game.actions import CALL_HAND, PASS, Action, CallHand, Improve, Raise, Select, read_action
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.game.view import View
from sabacc.hands import coruscant
from sabacc.policy import Bot, Onlookers
from sabacc.records import record_game
from sabacc.rules import Rules, find_preset, read_rules, usual_stack
from sabacc.variants import explain_rules, new_game
from sabacc.words import QUESTIONS, Teller, action_label, describe

BOTS = ("Koda", "Mirax", "Tav", "Jorra", "Penn", "Sill", "Vex", "Oda")
ME = 0
HELP = (
    "A number chooses from the list, and an empty line takes the first thing on it. You can also type what it says, "
    'like "raise 9". The players marked with > are being asked. '
    '"skip" passes until you are asked to bet or draw, "rules" explains the game, '
    '"quit" ends it.'
)
SELECTIONS = 10
WINDOWS = ("fold-window", "call-window")
ALIASES = {"draw": "gain", "stay": "stand", "call the bet": "match"}


class Quit(Exception):
    """The player has had enough."""


class Asked(msgspec.Struct):
    """What the command line asks for."""

    preset: str
    players: int
    bots: str
    option: list[str]
    name: str
    seed: str | None
    record: str | None


def play_in_terminal(asked: Asked) -> None:
    """Hand after hand, until the player quits or nobody can ante."""
    least, most = find_preset(asked.preset).players
    if not least <= asked.players <= most:
        raise SabaccError(f"{asked.preset} is for {least} to {most} players, not {asked.players} (T9).")
    names = [asked.name, *[bot for bot in BOTS if bot != asked.name]][: asked.players]
    seed = asked.seed if asked.seed is not None else secrets.token_hex(16)
    rules = read_rules({"preset": asked.preset, **read_options(asked.option)})
    game = new_game(rules, names, stacks=usual_stack(rules), seed=seed)
    seated = _seating(asked)
    if sys.stdin is None:
        raise SabaccError("there is no standard input, so there is nobody to play with.")
    seats = {seat: Seat(_sit_down(player, f"{seed}/bot {seat}", rules)) for seat, player in seated.items()}
    if asked.record is not None:
        check_writable(asked.record)
    out = console()
    against = ", ".join(f"{names[seat]} ({player.text})" for seat, player in seated.items())
    out.print(f"{find_preset(asked.preset).title}, {asked.players} players. {HELP}", markup=False)
    out.print(f"With you at the table: {against}.\n", markup=False)
    table = _Table(game, out, seats)
    try:
        while table.ready():
            table.play_hand()
            table.between_hands()
    except (Quit, EOFError):
        pass
    finally:
        if asked.record is not None:
            _write_record(game, asked.record, out)
    out.print(f"You leave with {_takings(game)}.", markup=False)
    _complain(seats, names)


def _seating(asked: Asked) -> dict[int, Player]:
    """Who sits where: those named, again and again until the table is full."""
    players = [read_player(text) for text in asked.bots.split(",")]
    return {seat: players[(seat - 1) % len(players)] for seat in range(1, asked.players)}


def _sit_down(player: Player, seed: str, rules: Rules) -> Bot:
    bot = player.opponent(seed)
    try:
        bot.ready(rules)
    except Exception as error:  # a bot may be anybody's code
        raise SabaccError(f"the bot {player.text!r} can't get ready for {rules.preset}: {error}") from error
    return bot


def _in_rounds(game: Game) -> bool:
    """Whether rounds are counted, and not credits (CS13)."""
    return game.flow.counts_rounds and not game.rules.ante


def _takings(game: Game) -> str:
    """What one has in the end."""
    if not _in_rounds(game):
        return f"{game.stacks[ME]} credits"
    won = game.match.won[ME] if game.match.won else 0
    return f"{won} round{'s' if won != 1 else ''} won"


def _complain(seats: dict[int, Seat], names: list[str]) -> None:
    """Says which bots had to be helped out."""
    for seat, one in seats.items():
        if one.faults:
            say(f"sabacc: {names[seat]} had no legal answer to {one.faults} of its questions; the clock had one (T10).")


class _Table:
    """A game between a person and bots, on a screen."""

    def __init__(self, game: Game, out: Console, seats: dict[int, Seat]) -> None:
        self.game = game
        self.out = out
        self.seats = seats
        self.teller = Teller(game.names, ME, game.rules)
        self.told = 0  # how many of the table's events were told
        self.skipping = False

    def ready(self) -> bool:
        """Bots that are broke rebuy; the person is asked."""
        stack = usual_stack(self.game.rules)
        for seat in self.game.seated():
            if seat not in self.game.able():
                if seat == ME:
                    self.ask(f"You can't ante any more. Enter to rebuy for {stack}, quit to stop.")
                self.game.rebuy(seat, stack)
        return True

    def play_hand(self) -> None:
        hand = self.game.deal()
        table = Onlookers(hand)
        self.tell()
        while not hand.over:
            seat = hand.waiting[0]
            if seat == ME:
                self.play_mine(table)
            else:
                self.seats[seat].play(table, seat)
            self.tell()

    def play_mine(self, table: Onlookers) -> None:
        """What the person wants, if it can be done."""
        try:
            table.act(ME, self.choose(table.hand))
        except SabaccError as error:
            self.out.print(f"That can't be done: {error}", style="red", markup=False)

    def between_hands(self) -> None:
        """How things stand."""
        self.tell()
        game = self.game
        names = ["You" if seat == ME else name for seat, name in enumerate(game.names)]
        if _in_rounds(game):
            won = game.match.won or [0] * len(names)
            standing = ", ".join(f"{names[seat]} {won[seat]}" for seat in game.seated())
            self.out.print(f"\nRounds won: {standing}.", style="bold", markup=False)
        else:
            stacks = ", ".join(f"{names[seat]} {game.stacks[seat]}" for seat in game.seated())
            self.out.print(f"\n{stacks}; sabacc pot {game.sabacc_pot}.", style="bold", markup=False)
        self.ask("Enter for the next hand, quit to stop.")

    def choose(self, hand: Hand) -> Action:
        """Shows the table and what may be done, and reads an answer."""
        self.skipping = self.skipping and hand.kind in WINDOWS
        if self.skipping:
            return PASS
        view = hand.view(ME)
        self.out.print()
        self.out.print("\n".join(describe(view).splitlines()[:-1]), style="cyan", markup=False)
        self.out.print(f"{QUESTIONS.get(hand.kind, hand.kind).capitalize()}:", markup=False)
        actions: list[Action | None] = self.listed(view)
        if view.options.raise_to:
            actions.insert(1, None)
        for number, action in enumerate(actions, 1):
            self.out.print(f"  {number}. {self.label(view, action)}", markup=False)
        self.tell_of_more(view, actions)
        while True:
            text = self.ask("Your choice:")
            if text == "skip" and hand.kind in WINDOWS:
                self.skipping = True
                return PASS
            try:
                return self.read(text, actions, hand)
            except SabaccError as error:
                self.out.print(str(error), style="red", markup=False)

    def listed(self, view: View) -> list[Action | None]:
        """What may be done; of very many selections only those nearest to the target."""
        actions: list[Action | None] = list(view.options.actions)
        if not isinstance(actions[0], (Select, Improve)):
            return actions

        def merit(action: Action | None) -> int:
            assert isinstance(action, (Select, Improve))
            cards = view.chosen + (action.cards or ())
            return coruscant.worth(cards, view.gold or 0, str(view.silver)).key

        return sorted(actions, key=merit, reverse=True)[:SELECTIONS]

    def tell_of_more(self, view: View, listed: list[Action | None]) -> None:
        """Those that are not listed can be chosen all the same."""
        unlisted = [action for action in view.options.actions if action not in listed]
        if unlisted:
            example = action_label(unlisted[-1], view)
            self.out.print(f"  and {len(unlisted)} more: type any, like “{example}”.", markup=False)

    def label(self, view: View, action: Action | None) -> str:
        options = view.options
        if action is None:
            verb = "raise to" if view.standing else "bet"
            cost = f"pay {options.raise_from - options.bet}–{options.raise_to - options.bet}"
            return f"{verb} {options.raise_from}–{options.raise_to} ({cost})"
        price = options.price(action)
        said = action_label(action, view)
        if isinstance(action, (Select, Improve)):
            total = sum(CORUSCANT.values[card] for card in view.chosen + (action.cards or ()))
            return f"{said} ({total} in all)".replace("(-", "(−")
        if isinstance(action, CallHand) and view.rules.caller_penalty:
            penalty = view.rules.bomb_out_penalty
            more = f"{view.hand_pot + price if penalty == 'pot' else penalty} more if you do not win"
            return f"{said} (pay {price}, and {more})" if price else f"{said} ({more})"
        return f"{said} (pay {price})" if price else said

    def read(self, text: str, actions: list[Action | None], hand: Hand) -> Action:
        if not text:
            text = "1"
        number = read_number(text)
        if number is None:
            action = self.read_words(text, actions, hand)
        else:
            if not 1 <= number <= len(actions):
                raise SabaccError(f"Choose a number from 1 to {len(actions)}.")
            chosen = actions[number - 1]
            action = chosen if chosen is not None else self.read_raise(hand)
        if action not in hand.options(ME):
            raise SabaccError(self.refusal(text, actions, hand))
        return action

    def refusal(self, text: str, listed: list[Action | None], hand: Hand) -> str:
        """Why not, in the words of the list."""
        view = hand.view(ME)
        example = next(action_label(action, view) for action in listed if action is not None)
        return (
            f"“{text}” is nothing you can do now: choose a number from 1 to {len(listed)}, "
            f"or type what the list says, like “{example}”."
        )

    def read_words(self, text: str, listed: list[Action | None], hand: Hand) -> Action:
        """An action as it is written or as it stands in the list; cards may be named in any order."""
        view = hand.view(ME)
        for action in view.options.actions:
            if text == action_label(action, view).lower():
                return action
        text = ALIASES.get(text, text)
        if text == "call":
            text = "call-hand" if CALL_HAND in view.options else "match"
        try:
            wanted = read_action("raise" + text[3:] if text.startswith("bet ") else text)
        except SabaccError as error:
            raise SabaccError(self.refusal(text, listed, hand)) from error
        if isinstance(wanted, Raise) and view.options.raise_to and wanted not in view.options:
            raise SabaccError(f"You can {self.label(view, None)}, not {wanted.to}.")
        same = (action for action in view.options.actions if _sorted(action) == _sorted(wanted))
        return next(same, wanted)

    def read_raise(self, hand: Hand) -> Action:
        """Asks for the amount until it is one: what is typed next must not be read as a choice from the list."""
        options = hand.options(ME)
        amounts = f"{options.raise_from}–{options.raise_to}"
        while True:
            text = self.ask(f"To how much ({amounts})?")
            amount = read_number(text)
            if amount is not None and Raise(amount) in options:
                return Raise(amount)
            self.out.print(f"“{text}” is no amount you can bet: type a number, {amounts}.", markup=False)

    def tell(self) -> None:
        """What is new, as the person sees it."""
        events = self.game.events
        for event in events[self.told :]:
            sentence = self.teller.tell(event.seen_by(ME))
            if sentence:
                self.out.print(sentence, markup=False)
        self.told = len(events)

    def ask(self, prompt: str) -> str:
        while True:
            try:
                text = self.out.input(f"[bold]{prompt}[/bold] ").strip().lower()
            except UnicodeDecodeError:
                self.out.print("That is no text.", style="red")
                continue
            if text in ("q", "quit", "exit"):
                raise Quit
            if text == "rules":
                self.out.print("\n\n".join(explain_rules(self.game.rules)), markup=False)
            elif text in ("?", "help"):
                self.out.print(HELP, markup=False)
            else:
                return text


def _sorted(action: Action) -> Action:
    """The action with its cards in order."""
    cards = getattr(action, "cards", None)
    return msgspec.structs.replace(action, cards=tuple(sorted(cards))) if cards else action


def _write_record(game: Game, path: str, out: Console) -> None:
    write_text(path, record_game(game))
    out.print(f"The record is in {path}.", markup=False)
