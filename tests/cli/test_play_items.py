"""`sabacc play` with items as stakes (HR9)."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from sabacc.cli.play import PlayOptions, play_in_terminal
from sabacc.cli.play_items import TerminalItems
from sabacc.errors import SabaccError
from sabacc.game.actions import CHECK, FOLD, MATCH
from sabacc.game.events import ItemDeclined, ItemStaked, ItemTaken
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.records import replay
from sabacc.variants import new_game
from tests.cli.command_runner import accepted
from tests.cli.conftest import Inside

TABLE = ("play", "corellian-house", "--players", "2", "--bots", "droid", "-o", "items=true")
FOLDS = "fold\n1\n" * 120


def between_hands() -> tuple[Game, TerminalItems]:
    game = new_game({"preset": "corellian-house", "items": True}, ["You", "Koda"], stacks=10_000, seed="items")
    return game, TerminalItems(game, 0)


def step(hand: Hand, loser: int | None = None) -> None:
    """Whoever is asked stays in the hand; the loser folds."""
    seat = hand.waiting[0]
    wanted = (FOLD,) if seat == loser else (CHECK, MATCH)
    action = next((one for one in wanted if one in hand.options(seat)), None)
    if action is not None:
        hand.act(seat, action)
    else:
        hand.time_out(seat)


def play_out(game: Game, loser: int) -> None:
    """A hand in which one folds."""
    hand = game.deal()
    while not hand.over:
        step(hand, loser)


def credits_here(game: Game) -> int:
    return sum(game.stacks) + game.sabacc_pot


# ---- staking


@pytest.mark.clause("HR9")
def test_hr9_an_item_is_staked_when_one_is_asked_to_bet(inside: Inside, tmp_path: Path) -> None:
    record = tmp_path / "evening.sabacc"
    stdin = "stake my Ship for 300\n" + FOLDS  # until we are asked to bet, it is refused and asked again
    out = accepted(inside(*TABLE, "--seed", "1", "--record", record, stdin=stdin)).out
    assert "You stake my Ship for 300." in out
    game = replay(record.read_text(encoding="utf-8"))
    assert isinstance(game, Game)
    assert [event for event in game.events if isinstance(event, ItemStaked)] == [ItemStaked(0, "my Ship", 300)]
    assert "is good" in accepted(inside("verify", record)).out


@pytest.mark.clause("HR9")
@pytest.mark.parametrize("text", ["stake my Ship for 300", "STAKE my Ship at 300", "stake my Ship 300"])
def test_hr9_an_item_is_staked_between_hands_under_its_own_name(text: str) -> None:
    game, items = between_hands()
    assert items.try_stake(text)
    assert game.events[-1] == ItemStaked(0, "my Ship", 300)
    assert game.stacks == [10_300, 10_000]
    assert credits_here(game) == game.credits_in


@pytest.mark.clause("HR9")
def test_hr9_the_bots_agree_to_half_a_stack_and_refuse_more_in_a_sentence() -> None:
    game, items = between_hands()
    with pytest.raises(SabaccError, match=r"Koda shakes their head: a moon is not worth more than 5000 here\."):
        items.try_stake("stake a moon for 5001")
    assert game.staked_items.items == []
    assert items.try_stake("stake a moon for 5000")


@pytest.mark.parametrize("text", ["stake", "stake ship", "stake for 5", "stake ship for much", "stake ship for 0"])
def test_who_does_not_say_what_or_for_how_much_is_told_how(text: str) -> None:
    _, items = between_hands()
    with pytest.raises(SabaccError, match="like"):
        items.try_stake(text)


def test_without_the_house_rule_one_is_told_how_to_have_it(inside: Inside) -> None:
    out = inside("play", "classic", "--seed", "1", stdin="stake ship for 5\nquit\n").out
    assert "start with -o items=true" in out


def test_in_a_hand_items_are_for_who_is_asked_to_bet() -> None:
    game, items = between_hands()
    hand = game.deal()
    while 0 in hand.waiting and hand.kind == "bet":
        step(hand)
    with pytest.raises(SabaccError, match="when you are asked to bet"):
        items.try_stake("stake ship for 5")


class Folding(io.TextIOBase):
    """A person who folds until they are broke, and then stakes an item and stops."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.capsys = capsys
        self.seen = ""
        self.staked = False

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # of text, as sys.stdin is
        news = self.capsys.readouterr().out
        self.seen += news
        if self.staked:
            return "quit\n"
        if "You can't ante any more." in news:
            self.staked = True
            return "stake the Falcon for 1000\n"
        return "fold\n" if ". fold" in news else "\n"


def test_who_is_broke_may_stake_an_item_instead_of_buying_in_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin = Folding(capsys)
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setenv("COLUMNS", "200")
    options = PlayOptions("classic", 2, "droid", ["items=true", "ante=90"], "Ana", "broke", None)
    play_in_terminal(options)
    assert ", or stake an item, quit to stop." in stdin.seen
    assert "You stake the Falcon for 1000." in stdin.seen
    assert "rebuy" not in stdin.seen.split("You stake the Falcon")[1]
    assert re.search(r"You leave with \d+ credits\.", capsys.readouterr().out)


# ---- afterwards


@pytest.mark.clause("HR9")
def test_hr9_a_bot_that_won_leaves_the_item_to_its_owner_who_may_take_it_back() -> None:
    game, items = between_hands()
    items.try_stake("stake ship for 300")
    play_out(game, loser=0)
    item = items.next_offer()
    assert item is not None
    assert isinstance(game.events[-1], ItemDeclined)
    assert item.rights == (0,)
    before = game.stacks[0]
    items.take(item)
    assert game.events[-1:] == [ItemTaken(0, "ship", 300)]
    assert (game.stacks[0], items.next_offer(), items.on_offer()) == (before - 300, None, "")
    assert credits_here(game) == game.credits_in - game.credits_out


@pytest.mark.clause("HR9")
def test_hr9_who_wins_with_an_item_of_their_own_is_asked_once() -> None:
    game, items = between_hands()
    items.try_stake("stake ship for 300")
    play_out(game, loser=1)
    item = items.next_offer()
    assert item is not None
    assert item.rights == (0,)
    assert not any(isinstance(event, ItemDeclined) for event in game.events)


@pytest.mark.clause("HR9")
def test_hr9_what_nobody_wanted_stays_on_offer_at_its_price() -> None:
    game, items = between_hands()
    items.try_stake("stake ship for 300")
    with pytest.raises(SabaccError, match="not over yet"):
        items.try_take("take ship")
    play_out(game, loser=0)
    assert items.next_offer() is not None
    game.decline_item(0, "ship")
    assert items.next_offer() is None
    assert items.on_offer() == 'On offer: ship for 300. To have something, type "take" and its name.'
    with pytest.raises(SabaccError, match="there is no 'boat' on the table"):
        items.try_take("take boat")
    assert items.try_take("take ship")
    assert items.on_offer() == ""


def test_what_one_can_not_pay_for_stays_where_it_is() -> None:
    game, items = between_hands()
    items.try_stake("stake ship for 5000")
    play_out(game, loser=0)
    item = items.next_offer()
    assert item is not None
    item.price = 1_000_000
    with pytest.raises(SabaccError, match="ship costs 1000000, and you have"):
        items.take(item)
    assert item in game.staked_items.items


@pytest.mark.parametrize("answer", ["take", ""])
def test_after_the_hand_the_owner_is_asked_in_the_terminal(inside: Inside, tmp_path: Path, answer: str) -> None:
    """Whoever wins, the offer comes to the owner in the end: the bot has no use for it."""
    record = tmp_path / "evening.sabacc"
    stdin = "stake ship for 300\n" + f"fold\n{answer}\n" * 60
    out = accepted(inside(*TABLE, "--seed", "1", "--record", record, stdin=stdin)).out
    assert "You may have ship for 300. Type take, or Enter to leave it." in out
    game = replay(record.read_text(encoding="utf-8"))
    assert isinstance(game, Game)
    assert any(isinstance(event, ItemTaken) for event in game.events) == (answer == "take")
    assert ("On offer: ship for 300." in out) == (answer == "")
