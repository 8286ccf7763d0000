"""`sabacc play`: a table in the terminal."""

from __future__ import annotations

import secrets
import sys

import msgspec
from rich.console import Console

from sabacc.arena.bot_seat import BotSeat
from sabacc.bots import Player, read_player
from sabacc.cli.language import say, terminal_language
from sabacc.cli.output import check_writable, console, print_notice, read_number, read_options, write_text
from sabacc.cli.play_items import TerminalItems
from sabacc.cli.play_levels import CLOCK, SecondsClock, TerminalLevels
from sabacc.errors import SabaccError
from sabacc.game.actions import CALL_HAND, PASS, Action, CallHand, Improve, Raise, Select, read_action
from sabacc.game.hand import Hand
from sabacc.game.items import Item
from sabacc.game.table import Game
from sabacc.game.view import View
from sabacc.hands.weigh import worth_of
from sabacc.messages import ENGLISH, Message
from sabacc.policy import Bot, SeatViews
from sabacc.records import record_game
from sabacc.rules import Rules, at_first_level, deck_of, find_preset, plays_for_rounds, read_rules, usual_stack
from sabacc.variants import explain_rules, new_game
from sabacc.words import Teller, action_label, describe_table, label_of, question_text

BOTS = ("Koda", "Mirax", "Tav", "Jorra", "Penn", "Sill", "Vex", "Oda")
OWN_SEAT = 0
SELECTIONS = 10
WINDOWS = ("fold-window", "call-window")
ALIASES = {"draw": "gain", "stay": "stand", "call the bet": "match"}


class Quit(Exception):
    """The player has had enough."""


class PlayOptions(msgspec.Struct):
    """What the command line asks for."""

    preset: str
    players: int
    bots: str
    option: list[str]
    name: str
    seed: str | None
    record: str | None


def play_in_terminal(options: PlayOptions, clock: SecondsClock = CLOCK) -> None:
    """Hand after hand, until the player quits or nobody can ante. The clock is for the levels of the blinds."""
    least, most = find_preset(options.preset).players
    if not least <= options.players <= most:
        raise SabaccError(f"{options.preset} is for {least} to {most} players, not {options.players} (T9).")
    names = [options.name, *[bot for bot in BOTS if bot != options.name]][: options.players]
    seed = options.seed if options.seed is not None else secrets.token_hex(16)
    rules = at_first_level(read_rules({"preset": options.preset, **read_options(options.option)}))
    game = new_game(rules, names, stacks=usual_stack(rules), seed=seed)
    seated = _seating(options)
    if sys.stdin is None:
        raise SabaccError("there is no standard input, so there is nobody to play with.")
    seats = {seat: BotSeat(_sit_down(player, f"{seed}/bot {seat}", rules)) for seat, player in seated.items()}
    if options.record is not None:
        check_writable(options.record)
    out = console()
    against = ", ".join(f"{names[seat]} ({player.text})" for seat, player in seated.items())
    title = find_preset(options.preset).title
    out.print(say("play.begin", title=title, players=options.players, help=_help(rules)), markup=False)
    out.print(f"{say('play.against', against=against)}\n", markup=False)
    table = _TerminalTable(game, out, seats, clock)
    try:
        while True:
            table.prepare_hand()
            table.play_hand()
            table.end_hand()
    except (Quit, EOFError):
        pass
    finally:
        if options.record is not None:
            _write_record(game, options.record, out)
    out.print(_final_balance(game), markup=False)
    _report_faults(seats, names)


def _help(rules: Rules) -> str:
    """How to play here."""
    example = action_label(Raise(9), language=terminal_language.code)
    known = say("play.help", example=example)
    return f"{known} {say('play.help-items')}" if rules.items else known


def _seating(options: PlayOptions) -> dict[int, Player]:
    """Who sits where: those named, again and again until the table is full."""
    players = [read_player(text) for text in options.bots.split(",")]
    return {seat: players[(seat - 1) % len(players)] for seat in range(1, options.players)}


def _sit_down(player: Player, seed: str, rules: Rules) -> Bot:
    bot = player.opponent(seed)
    try:
        bot.ready(rules)
    except Exception as error:  # a bot may be anybody's code
        raise SabaccError(f"the bot {player.text!r} can't get ready for {rules.preset}: {error}") from error
    return bot


def _final_balance(game: Game) -> str:
    """What one has in the end."""
    if not plays_for_rounds(game.rules):
        return say("play.leave-with-credits", amount=game.stacks[OWN_SEAT])
    return say("play.leave-with-rounds", rounds=game.round_score.won[OWN_SEAT] if game.round_score.won else 0)


def _report_faults(seats: dict[int, BotSeat], names: list[str]) -> None:
    """Says which bots had to be helped out."""
    for seat, one in seats.items():
        if one.faults:
            print_notice(f"sabacc: {say('play.bot-helped', name=names[seat], faults=one.faults)}")


class _TerminalTable:
    """A game between a person and bots, on a screen."""

    def __init__(self, game: Game, out: Console, seats: dict[int, BotSeat], clock: SecondsClock) -> None:
        self.game = game
        self.out = out
        self.seats = seats
        self.teller = Teller(game.names, OWN_SEAT, game.rules, terminal_language.code)
        self.told = 0  # how many of the table's events were told
        self.skipping = False
        self.levels = TerminalLevels(game, clock)
        self.items = TerminalItems(game, OWN_SEAT)

    def prepare_hand(self) -> None:
        """The blinds go up if that is due. Bots that are broke then rebuy; the person is asked."""
        self.levels.go_up_if_due()
        self.print_news()
        stack = usual_stack(self.game.rules)
        for seat in self.game.seated():
            while self.game.stacks[seat] < self.game.price():
                if seat == OWN_SEAT and self.stakes_instead(stack):
                    continue
                self.game.rebuy(seat, stack)
        if line := self.levels.line():
            self.out.print(line, markup=False)

    def stakes_instead(self, stack: int) -> bool:
        """Asks the person who can't ante to rebuy; whether an item was staked instead."""
        return self.ask_between_hands(say("play.broke", stack=stack, items=self.game.rules.items))

    def play_hand(self) -> None:
        self.levels.start_hand()
        hand = self.game.deal()
        table = SeatViews(hand)
        self.print_news()
        while not hand.over:
            seat = hand.waiting[0]
            if seat == OWN_SEAT:
                self.play_own_turn(table)
            else:
                self.seats[seat].play(table, seat)
            self.print_news()

    def play_own_turn(self, table: SeatViews) -> None:
        """What the person wants, if it can be done."""
        try:
            action = self.choose(table.hand)
            if action is not None:
                table.act(OWN_SEAT, action)
            table.catch_up()
        except SabaccError as error:
            why = error.text(terminal_language.code)
            self.out.print(say("play.refused", why=why), style="red", markup=False)

    def end_hand(self) -> None:
        """Items change hands, and the table waits for the person."""
        self.levels.end_hand()
        self.print_news()
        while (item := self.items.next_offer()) is not None:
            self.print_news()
            self.offer(item)
        self.print_standings()
        while self.ask_between_hands(say("play.next-hand")):
            pass

    def offer(self, item: Item) -> None:
        """The person may have an item first."""
        text = self.ask(say("play.item-offer", item=item.name, price=item.price)).lower()
        if text in ("take", f"take {item.name}".lower()):
            try:
                self.items.take(item)
            except SabaccError as error:
                self.print_refusal(error)
        if item in self.game.staked_items.items:
            self.game.decline_item(OWN_SEAT, item.name)

    def ask_between_hands(self, prompt: str) -> bool:
        """Waits for the person; whether they staked or took an item instead of going on."""
        while True:
            text = self.ask(prompt)
            try:
                if self.items.try_stake(text) or self.items.try_take(text):
                    self.print_news()
                    return True
                return False
            except SabaccError as error:
                self.print_refusal(error)

    def print_standings(self) -> None:
        """How things stand."""
        self.print_news()
        game = self.game
        names = [say("view.you") if seat == OWN_SEAT else name for seat, name in enumerate(game.names)]
        if plays_for_rounds(game.rules):
            if won := game.round_score.won:  # none after a game: its winner was told
                standing = ", ".join(f"{names[seat]} {won[seat]}" for seat in game.seated())
                self.out.print(f"\n{say('play.rounds-won', standing=standing)}", style="bold", markup=False)
        else:
            stacks = ", ".join(f"{names[seat]} {game.stacks[seat]}" for seat in game.seated())
            line = say("play.stacks", stacks=stacks, pot=game.sabacc_pot)
            self.out.print(f"\n{line}", style="bold", markup=False)
        if on_offer := self.items.on_offer():
            self.out.print(on_offer, markup=False)

    def choose(self, hand: Hand) -> Action | None:
        """Shows the table and what may be done, and reads an answer; None after an item was staked."""
        self.skipping = self.skipping and hand.kind in WINDOWS
        if self.skipping:
            return PASS
        view = hand.view(OWN_SEAT)
        self.out.print()
        language = terminal_language.code
        self.out.print("\n".join(describe_table(view, language)), style="cyan", markup=False)
        question = question_text(hand.kind, language)
        self.out.print(say("play.question", question=question[:1].upper() + question[1:]), markup=False)
        actions: list[Action | None] = self.listed_actions(view)
        if view.options.raise_to:
            actions.insert(1, None)
        for number, action in enumerate(actions, 1):
            self.out.print(f"  {number}. {self.label(view, action)}", markup=False)
        self.print_unlisted(view, actions)
        while True:
            text = self.ask(say("play.your-choice"))
            if text.lower() == "skip" and hand.kind in WINDOWS:
                self.skipping = True
                return PASS
            try:
                return None if self.items.try_stake(text) else self.read(text.lower(), actions, hand)
            except SabaccError as error:
                self.print_refusal(error)

    def listed_actions(self, view: View) -> list[Action | None]:
        """What may be done; of very many selections only those nearest to the target."""
        actions: list[Action | None] = list(view.options.actions)
        if not isinstance(actions[0], (Select, Improve)):
            return actions

        def merit(action: Action | None) -> int:
            assert isinstance(action, (Select, Improve))
            cards = view.chosen + (action.cards or ())
            return worth_of(view.rules, cards, target=(view.gold, view.silver)).key

        return sorted(actions, key=merit, reverse=True)[:SELECTIONS]

    def print_unlisted(self, view: View, listed_actions: list[Action | None]) -> None:
        """Those that are not listed can be chosen all the same."""
        unlisted = [action for action in view.options.actions if action not in listed_actions]
        if unlisted:
            example = action_label(unlisted[-1], view, terminal_language.code)
            self.out.print(f"  {say('play.and-more', n=len(unlisted), example=example)}", markup=False)

    def label(self, view: View, action: Action | None) -> str:
        options = view.options
        if action is None:
            least, most = options.raise_from, options.raise_to
            cost = {"from": least - options.bet, "to": most - options.bet}
            return say("play.raise", raises=bool(view.standing), least=least, most=most, **cost)
        price = options.price(action)
        said = action_label(action, view, terminal_language.code)
        if isinstance(action, (Select, Improve)):
            total = sum(deck_of(view.rules).values[card] for card in view.chosen + (action.cards or ()))
            return say("play.total-in-all", action=said, total=total)
        if isinstance(action, CallHand) and view.rules.caller_penalty:
            penalty = view.rules.bomb_out_penalty
            more = view.hand_pot + price if penalty == "pot" else penalty
            if price:
                return say("play.call-priced", action=said, price=price, more=more)
            return say("play.call-risk", action=said, more=more)
        return say("play.priced", action=said, price=price) if price else said

    def read(self, text: str, actions: list[Action | None], hand: Hand) -> Action:
        if not text:
            text = "1"
        number = read_number(text)
        if number is None:
            action = self.read_words(text, actions, hand)
        else:
            if not 1 <= number <= len(actions):
                raise SabaccError(Message("play.choose-number", most=len(actions)))
            chosen = actions[number - 1]
            action = chosen if chosen is not None else self.read_raise(hand)
        if action not in hand.options(OWN_SEAT):
            raise SabaccError(self.refusal(text, actions, hand))
        return action

    def refusal(self, text: str, listed_actions: list[Action | None], hand: Hand) -> Message:
        """Why not, in the words of the list."""
        view = hand.view(OWN_SEAT)
        example = next(label_of(action, view) for action in listed_actions if action is not None)
        return Message("play.not-now", text=text, most=len(listed_actions), example=example)

    def read_words(self, text: str, listed_actions: list[Action | None], hand: Hand) -> Action:
        """An action as it is written or as it stands in the list; cards may be named in any order."""
        view = hand.view(OWN_SEAT)
        for action in view.options.actions:
            if text in (action_label(action, view, language).lower() for language in {ENGLISH, terminal_language.code}):
                return action
        text = ALIASES.get(text, text)
        if text == "call":
            text = "call-hand" if CALL_HAND in view.options else "match"
        try:
            wanted = read_action("raise" + text[3:] if text.startswith("bet ") else text)
        except SabaccError as error:
            raise SabaccError(self.refusal(text, listed_actions, hand)) from error
        if isinstance(wanted, Raise) and view.options.raise_to and wanted not in view.options:
            raise SabaccError(Message("play.wrong-raise", action=self.label(view, None), wanted=wanted.to))
        same = (action for action in view.options.actions if _with_sorted_cards(action) == _with_sorted_cards(wanted))
        return next(same, wanted)

    def read_raise(self, hand: Hand) -> Action:
        """Asks for the amount until it is one: what is typed next must not be read as a choice from the list."""
        options = hand.options(OWN_SEAT)
        amounts = f"{options.raise_from}–{options.raise_to}"
        while True:
            text = self.ask(say("play.how-much", amounts=amounts))
            amount = read_number(text)
            if amount is not None and Raise(amount) in options:
                return Raise(amount)
            self.out.print(say("play.no-amount", text=text, amounts=amounts), markup=False)

    def print_news(self) -> None:
        """What is new, as the person sees it."""
        events = self.game.events
        for event in events[self.told :]:
            sentence = self.teller.tell(event.seen_by(OWN_SEAT))
            if sentence:
                self.out.print(sentence, markup=False)
        self.told = len(events)

    def print_refusal(self, error: SabaccError) -> None:
        self.out.print(error.text(terminal_language.code), style="red", markup=False)

    def ask(self, prompt: str) -> str:
        while True:
            try:
                text = self.out.input(f"[bold]{prompt}[/bold] ").strip()
            except UnicodeDecodeError:
                self.out.print(say("play.no-text"), style="red")
                continue
            word = text.lower()
            if word in ("q", "quit", "exit"):
                raise Quit
            if word == "rules":
                self.out.print("\n\n".join(explain_rules(self.game.rules, terminal_language.code)), markup=False)
            elif word in ("?", "help"):
                self.out.print(_help(self.game.rules), markup=False)
            else:
                return text


def _with_sorted_cards(action: Action) -> Action:
    """The action with its cards in order."""
    cards = getattr(action, "cards", None)
    return msgspec.structs.replace(action, cards=tuple(sorted(cards))) if cards else action


def _write_record(game: Game, path: str, out: Console) -> None:
    write_text(path, record_game(game))
    out.print(say("play.record-written", path=path), markup=False)
