"""T: the table and its money. T4, T5 and T13 are in test_betting, T10 in test_windows, the cards of T8 in test_decks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import sabacc
from sabacc.chance import Chance, ScriptedChance
from sabacc.errors import IllegalAction, RecordError, SabaccError
from sabacc.game.actions import Action, Raise
from sabacc.game.events import Acted, Closed, Dealt, Dropped, HandStarted, Paid, Rolled, TurnStarted
from sabacc.game.hand import Hand
from sabacc.game.snapshot import load_table, save_table
from sabacc.game.table import Game
from sabacc.records import record_game
from sabacc.records.text import read, write
from sabacc.rules import load_rules, store_rules
from sabacc.variants import flow_of, new_game
from tests.tables import NAMES, only, open_table, pass_all, play, quiet_turn

PLAYABLE = ("cloud-city", "classic", "force")
CALM: dict[str, Any] = {"shift_trigger": "none"}


def credits_of(hand: Hand) -> int:
    return sum(hand.stacks) + hand.hand_pot() + hand.sabacc_pot


def finish(hand: Hand) -> None:
    """Nobody does anything until the table calls the hand (E1)."""
    while not hand.over:
        quiet_turn(hand)


def play_at_random(
    game: Game, seed: str, hands: int = 4, look: Callable[[Hand], object] = credits_of
) -> list[tuple[int, Action]]:
    """Some hands by players who do anything that is legal; what they did. Credits are counted all the way (T1)."""
    choice = Chance(seed)
    done: list[tuple[int, Action]] = []
    for _ in range(hands):
        if len(game.able()) < 2:
            break
        hand = game.deal()
        whole = credits_of(hand)
        while not hand.over:
            seat = hand.waiting[choice.below("who", len(done), len(hand.waiting))]
            actions = list(hand.options(seat))
            action = actions[choice.below("what", len(done), len(actions))]
            hand.act(seat, action)
            done.append((seat, action))
            assert credits_of(hand) == whole
            assert min(hand.stacks) >= 0
            look(hand)
    return done


# ---- T1 to T3: credits, turns, pots


@pytest.mark.clause("T1")
@pytest.mark.parametrize("stack", [10.5, True, -1, "10"])
def test_t1_credits_are_whole_numbers(stack: Any) -> None:
    with pytest.raises(SabaccError, match="whole numbers"):
        new_game("classic", ["Ana", "Ben"], stacks=[100, stack])


@pytest.mark.clause("T1")
@pytest.mark.parametrize("to", [2.5, 2.0, True, "2"])
def test_t1_bets_are_whole_numbers(to: Any) -> None:
    _, hand = open_table("classic", ["S1 C1", "S2 C2"], **CALM)
    with pytest.raises(IllegalAction):
        hand.act(1, Raise(to))


@pytest.mark.clause("T1")
@pytest.mark.parametrize("preset", PLAYABLE)
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_t1_stacks_and_pots_are_constant_through_every_hand(preset: str, seed: str) -> None:
    game = new_game(preset, NAMES[:4], stacks=[20, 45, 70, 100], seed=seed)
    assert play_at_random(game, seed)
    assert sum(game.stacks) + game.sabacc_pot == 235


@pytest.mark.clause("T2")
def test_t2_play_passes_to_the_next_live_seat_clockwise() -> None:
    _, hand = open_table("classic", ["S1 C1", "S2 C2", "S3 C3", "S4 C4"], button=2, **CALM)
    quiet_turn(hand)
    play(hand, "0 check", "1 fold")
    pass_all(hand)
    play(hand, "0 stand")
    quiet_turn(hand)
    quiet_turn(hand)
    assert [turn.seat for turn in only(TurnStarted, hand.events)] == [3, 0, 2, 3, 0]


@pytest.mark.clause("T2")
def test_t2_the_button_moves_left_to_the_next_seat_dealt_in() -> None:
    game, hand = open_table("classic", ["S1 C1", "S2 C2", "S3 C3"], **CALM)
    play(hand, "1 fold", "2 fold")
    game.sit_out(1)
    again = game.deal()
    assert again.seating.button == 2
    play(again, "0 fold")
    game.come_back(1)
    assert game.deal().seating.button == 0


@pytest.mark.clause("T3")
def test_t3_the_hand_pot_is_won_and_the_sabacc_pot_stays() -> None:
    game, hand = open_table("classic", ["S10 C9", "S1 C8"], **CALM)
    assert (hand.hand_pot(), hand.sabacc_pot) == (10, 10)
    finish(hand)
    assert game.stacks == [200, 190]
    assert game.deal().sabacc_pot == 10 + 10


@pytest.mark.clause("T3")
def test_t3_a_qualifying_hand_takes_the_sabacc_pot() -> None:
    game, hand = open_table("classic", ["S12 C11", "S1 C9"], **CALM)
    finish(hand)
    assert (game.stacks, game.sabacc_pot) == ([210, 190], 0)


@pytest.mark.clause("T3")
def test_t3_closing_shares_the_sabacc_pot_by_what_each_paid_in() -> None:
    game, hand = open_table("classic", ["S1 C1", "S2 C2", "S3 C3"], fold_fee=30, **CALM)
    play(hand, "1 fold", "0 fold")
    game.close()
    assert only(Closed, game.events)[0].shares == ((1, 35), (2, 5), (0, 35))
    assert (sum(game.stacks), game.sabacc_pot) == (600, 0)


@pytest.mark.clause("T3")
def test_t3_only_who_is_still_seated_has_a_share_and_odd_credits_go_from_the_dealers_left() -> None:
    game, hand = open_table("classic", ["S1 C1", "S2 C2", "S3 C3", "S4 C4"], button=1, fold_fee=0, **CALM)
    play(hand, "2 fold", "3 fold", "0 fold")
    game.leave(2)
    game.close()
    assert only(Closed, game.events)[0].shares == ((3, 7), (0, 7), (1, 6))


@pytest.mark.clause("T3")
def test_t3_what_was_paid_before_the_pot_was_last_taken_does_not_count() -> None:
    game, hand = open_table("classic", ["S12 C11", "S1 C1", "S3 C3"], fold_fee=30, **CALM)
    play(hand, "1 fold", "2 fold")
    finish(game.deal())  # the script gives the Pure Sabacc to seat 1
    assert game.sabacc_pot == 0
    play(game.deal(), "0 fold", "1 fold")
    game.close()
    assert only(Closed, game.events)[0].shares == ((0, 35), (1, 35), (2, 5))


@pytest.mark.clause("T3")
def test_t3_the_sabacc_pot_is_shared_evenly_if_nobody_seated_has_paid() -> None:
    game, hand = open_table("classic", ["S1 C1", "S2 C2"], fold_fee=31, **CALM)
    play(hand, "1 fold")
    for seat, name in enumerate(["Dee", "Eli"]):
        game.leave(seat)
        assert game.sit(name, 50) == seat
    game.close()
    assert only(Closed, game.events)[0].shares == ((1, 21), (0, 20))  # 10 of antes, 31 of a fee


# ---- T6 and T7: what is hidden, what is chance


def public_play(hands: list[str]) -> Hand:
    """A hand in which seat 0 trades and folds and seat 2 gains, whatever they hold."""
    _, hand = open_table("classic", hands, "T1 T2 T3", button=2, **CALM)
    play(hand, "0 check", "1 pass", "2 pass", f"0 trade {hands[0].split()[0]}")
    quiet_turn(hand)
    play(hand, "2 check", "0 fold", "1 pass", "2 gain")
    return hand


@pytest.mark.clause("T6")
@pytest.mark.parametrize("watcher", [1, None])
def test_t6_nobody_can_tell_the_face_down_dropped_and_folded_cards_of_others(watcher: int | None) -> None:
    one = public_play(["S7 C4", "S9 S8", "F5 F6"])
    other = public_play(["F1 F2", "S9 S8", "ST EO"])
    assert one.events != other.events
    assert one.view(watcher).events == other.view(watcher).events
    assert all(event.card is None for event in only(Dealt, one.view(None).events))
    assert all(event.card is None for event in only(Dropped, one.view(None).events))


@pytest.mark.clause("T6")
def test_t6_ones_own_cards_are_known_to_oneself() -> None:
    hand = public_play(["S7 C4", "S9 S8", "F5 F6"])
    assert hand.view(1).cards == ("S9", "S8")
    assert hand.view(2).cards == ("F5", "F6", "T2")
    assert only(Dropped, hand.view(0).events)[0].card == "S7"


@pytest.mark.clause("T6")
def test_t6_field_pile_dice_bets_stacks_and_card_counts_are_public() -> None:
    _, hand = open_table("classic", ["S1 C1", "S9 S8", "F5 F6"], "T1 T2", rolls=[(1, 2)], discard_pile="free")
    play(hand, "1 place S9", "1 raise 4", "2 pass", "0 pass", "1 trade S8")
    view = hand.view(None)
    assert view.fields == [(), ("S9",), ()]
    assert view.pile == ("S8",)
    assert only(Rolled, view.events)[0].dice == (1, 2)
    assert (view.bets, view.stacks) == ([0, 4, 0], [190, 186, 190])
    assert (view.counts, view.deck_count, view.hand_pot, view.sabacc_pot) == ([2, 1, 2], 69, 19, 15)


@pytest.mark.clause("T6")
@pytest.mark.parametrize("preset", PLAYABLE)
@pytest.mark.parametrize("trigger", ["none", "doubles"])
def test_t6_what_a_spectator_sees_is_always_true(preset: str, trigger: str) -> None:
    house = {"shift_trigger": trigger, "static_field": "retrievable", "discard_pile": 2, "fold_fee_to": "hand"}
    kinds = {"shift_kind": "by-dice", "shift_by_dice": ["core", "rim", "wild", "one-card", "pulse", "core"]}
    game = new_game({"preset": preset, **house, **(kinds if trigger == "doubles" else {})}, NAMES[:4], seed="eyes")

    def look(hand: Hand) -> None:
        view = hand.view(None)
        assert (view.stacks, view.hand_pot, view.sabacc_pot) == (hand.stacks, hand.hand_pot(), hand.sabacc_pot)
        assert (view.live, view.pile, view.over) == (hand.live, hand.pile, hand.over)
        assert (view.fields, view.deck_count) == (hand.fields, hand.cards_left())
        assert view.counts == [len(cards) for cards in hand.hands]

    assert play_at_random(game, "players", hands=8, look=look)


@pytest.mark.clause("T7")
@pytest.mark.parametrize("preset", PLAYABLE)
def test_t7_a_game_replays_from_its_rules_its_seed_and_its_actions(preset: str) -> None:
    game, again = (new_game(preset, NAMES[:3], seed="one") for _ in range(2))
    done = play_at_random(game, "players", hands=1)
    hand = again.deal()
    for seat, action in done:
        hand.act(seat, action)
    assert hand.over
    assert again.events == game.events


@pytest.mark.clause("T7")
def test_t7_another_seed_is_another_shuffle() -> None:
    one, two = (new_game("classic", NAMES[:3], seed=seed).deal() for seed in ("one", "two"))
    assert one.hands != two.hands
    assert one.undealt() != two.undealt()


@pytest.mark.clause("T7", "W1")
def test_t7_the_order_of_answers_in_a_window_is_recorded() -> None:
    _, hand = open_table("cloud-city", ["S1 C1", "S2 C2", "S3 C3"], **CALM)
    play(hand, "1 check", "0 pass", "1 pass", "2 fold")
    assert [event.seat for event in only(Acted, hand.events)] == [1, 0, 1, 2]


# ---- T8 and T9: the dealer and the seats


@pytest.mark.clause("T8", "HR10")
@pytest.mark.parametrize("preset", ["cloud-city", "classic", "pagat", "galactic", "coruscant-shift"])
def test_t8_with_a_house_dealer_the_token_shows_who_is_dealt_to_and_acts_first(preset: str) -> None:
    script = ScriptedChance({("dealer", 0): 1}, Chance("house"))
    game = new_game({"preset": preset, "house_dealer": True}, NAMES[:3], chance=script)
    hand = game.deal()
    assert (hand.seating.button, hand.seating.dealt_in) == (1, (1, 2, 0))
    assert only(Dealt, hand.events)[0].seat == 1
    while not hand.over:
        hand.time_out(hand.waiting[0])
    assert all(turn.seat == 1 for turn in only(TurnStarted, hand.events)[:1])
    again = game.deal()
    assert (again.seating.button, again.seating.dealt_in) == (2, (2, 0, 1))


@pytest.mark.clause("T8", "CH3")
def test_t8_where_there_are_blinds_they_are_counted_from_the_button_whoever_deals() -> None:
    script = ScriptedChance({("dealer", 0): 1}, Chance("house"))
    hand = new_game({"preset": "corellian-house", "house_dealer": True}, NAMES[:3], chance=script).deal()
    assert (hand.seating.button, hand.seating.dealt_in) == (1, (2, 0, 1))


@pytest.mark.clause("T9")
@pytest.mark.parametrize("preset", PLAYABLE)
@pytest.mark.parametrize("players", [1, 9])
def test_t9_a_table_has_two_to_eight_players(preset: str, players: int) -> None:
    with pytest.raises(SabaccError, match="2 to 8"):
        new_game(preset, [f"P{n}" for n in range(players)])
    assert len(new_game(preset, NAMES, seed="x").deal().seating.dealt_in) == 8


@pytest.mark.clause("T9")
def test_t9_a_ninth_player_finds_no_seat() -> None:
    game = new_game("classic", NAMES, seed="x")
    with pytest.raises(SabaccError, match="full"):
        game.sit("Ivo", 100)


# ---- T11 and T12: games, and who comes and goes


@pytest.mark.clause("T11")
def test_t11_a_special_hand_ends_the_game_and_the_next_keeps_stacks_and_button() -> None:
    game, hand = open_table("force", ["S12 C11", "S1 C9", "S2 C3"], **CALM)
    play(hand, "1 choose-side light", "2 choose-side light", "0 choose-side light")
    finish(hand)
    assert game.stacks == [220, 190, 190]
    again = game.deal()
    assert again.kind == "side"
    assert again.seating.button == 1  # moved on as after any hand (T2), not drawn anew
    assert again.stacks == [210, 180, 180]


@pytest.mark.clause("T11")
def test_t11_a_plain_hand_does_not_end_the_game() -> None:
    game, hand = open_table("force", ["S12 C10", "S1 C9", "S2 C3"], **CALM)
    play(hand, "1 choose-side light", "2 choose-side dark", "0 choose-side light")
    finish(hand)
    again = game.deal()
    assert again.kind == "bet"
    assert again.sides == ("light", "light", "dark")


@pytest.mark.clause("T12")
def test_t12_the_first_dealer_is_chosen_by_chance_and_antes_like_all() -> None:
    hands = [new_game("classic", NAMES[:4], seed=str(n)).deal() for n in range(40)]
    assert {hand.seating.button for hand in hands} == {0, 1, 2, 3}
    assert all(hand.stacks == [300 - 6] * 4 for hand in hands)


@pytest.mark.clause("T12")
def test_t12_who_sits_out_pays_and_gets_nothing_until_they_come_back() -> None:
    game = new_game("classic", NAMES[:3], seed="x")
    game.sit_out(1)
    hand = game.deal()
    assert set(hand.seating.dealt_in) == {0, 2}
    assert (hand.stacks[1], hand.live[1], hand.cards_of(1)) == (300, False, ())
    play(hand, f"{hand.turn} fold")
    game.come_back(1)
    assert set(game.deal().seating.dealt_in) == {0, 1, 2}


@pytest.mark.clause("T12")
def test_t12_a_newcomer_pays_only_the_ante_and_plays_for_the_whole_sabacc_pot() -> None:
    # Cy will be dealt the first and the fourth card of the script, S12 and C11.
    game, hand = open_table("cloud-city", ["S1 C11", "S12 C2"], "S3 S4", **CALM)
    play(hand, "1 raise 3", "0 fold")
    seat = game.sit("Cy", 50)
    again = game.deal()
    assert (seat, again.stacks[seat], again.sabacc_pot) == (2, 49, 3)
    finish(again)
    assert (game.stacks[seat], game.sabacc_pot) == (49 + 3 + 3, 0)


@pytest.mark.clause("T12")
def test_t12_nobody_joins_a_hand_in_play() -> None:
    game, _ = open_table("classic", ["S1 C1", "S2 C2"], **CALM)
    with pytest.raises(IllegalAction, match="end of the hand"):
        game.sit("Cy", 100)


@pytest.mark.clause("T12")
def test_t12_no_hand_starts_with_fewer_than_two_able_to_ante() -> None:
    game = new_game("classic", NAMES[:3], stacks=[100, 5, 100], seed="x")
    game.sit_out(2)
    with pytest.raises(IllegalAction, match="fewer than two"):
        game.deal()
    game.come_back(2)
    assert len(game.deal().seating.dealt_in) == 2


# ---- T12: what was missed


def away_for(game: Game, seat: int, hands: int = 1) -> None:
    """A seat sits out some hands, in which everybody else folds, and comes back."""
    game.sit_out(seat)
    for _ in range(hands):
        hand = game.deal()
        while not hand.over:
            hand.time_out(hand.waiting[0])
    game.come_back(seat)


def paid_by(hand: Hand, seat: int) -> list[tuple[int, str, str, str]]:
    """What a seat has paid: how much, to which pot, what for, by which clause."""
    return [(paid.amount, paid.pot, paid.why, paid.clause) for paid in only(Paid, hand.events) if paid.seat == seat]


def house(players: int = 4, button: int = 0, **more: Any) -> Game:
    """A table of corellian-house whose next button is known."""
    game = new_game({"preset": "corellian-house", "ante": 0, **more}, NAMES[:players], seed="t12")
    game.button = (button - 1) % players
    return game


@pytest.mark.clause("T12")
def test_t12_who_sat_out_the_big_blind_pays_it_on_coming_back_and_it_counts_as_a_bet() -> None:
    game = house(button=0)
    away_for(game, 2)  # the button is at 0: seat 1 is the small blind, seat 2 would be the big one
    assert game.owed_by(2) == 100
    hand = game.deal()  # the button is at 1: seat 2 is the small blind now
    assert hand.events[0] == msgspec.structs.replace(hand.events[0], owes=((2, "big-blind"),))
    assert paid_by(hand, 2) == [(100, "hand", "big-blind", "T12"), (50, "sabacc", "small-blind", "CH3")]
    assert (hand.bets[2], hand.owes(2)) == (100, 0)
    assert game.owed_by(2) == 0


@pytest.mark.clause("T12")
def test_t12_a_missed_small_blind_goes_to_the_sabacc_pot_and_is_no_bet() -> None:
    game = house(button=1)
    away_for(game, 2)  # the button is at 1
    hand = game.deal()  # the button is at 2 itself
    assert paid_by(hand, 2) == [(50, "sabacc", "small-blind", "T12")]
    assert (hand.bets[2], hand.owes(2)) == (0, 100)


@pytest.mark.clause("T12")
def test_t12_both_blinds_are_owed_once_however_long_one_was_away() -> None:
    game = house(button=0)
    away_for(game, 2, hands=9)
    assert game.owed_by(2) == 150
    before = game.stacks[2]
    hand = game.deal()
    assert before - hand.stacks[2] in (100, 150)  # where the big blind is due anyway, nothing else is


@pytest.mark.clause("T12")
def test_t12_who_waits_for_the_big_blind_pays_nothing_but_that() -> None:
    game = house(button=0)
    game.sit_out(2)
    while set(game.missed.of(2, game.rules)) != {"big-blind", "small-blind"} or game.button != 3:
        hand = game.deal()
        while not hand.over:
            hand.time_out(hand.waiting[0])
    game.come_back(2)
    hand = game.deal()  # the button is at 0: seat 1 is the small blind, seat 2 the big one
    assert hand.seating.owes == ()
    assert paid_by(hand, 2) == [(100, "hand", "big-blind", "")]


@pytest.mark.clause("T12")
def test_t12_who_sits_out_while_no_blind_comes_by_owes_nothing() -> None:
    game = house(players=5, button=3)
    away_for(game, 2)  # the button is at 3: the blinds are at 4 and 0
    assert game.owed_by(2) == 0
    assert game.deal().seating.owes == ()


@pytest.mark.clause("T12")
def test_t12_a_short_stack_pays_what_it_has_for_a_missed_blind() -> None:
    game = house(button=0)
    game.leave(2)
    game.sit("Short", 30, 2)
    away_for(game, 2)
    hand = game.deal()
    assert paid_by(hand, 2) == [(30, "hand", "big-blind", "T12")]
    assert hand.stacks[2] == 0
    assert hand.standing == 100


@pytest.mark.clause("T12")
def test_t12_in_cloud_city_the_ante_to_an_empty_sabacc_pot_is_made_up_for() -> None:
    game = new_game("cloud-city", NAMES[:3], seed="t12")
    away_for(game, 1)  # the pot was empty when the others paid
    assert game.sabacc_pot > 0
    hand = game.deal()
    assert paid_by(hand, 1) == [(1, "hand", "ante", "CC1"), (1, "sabacc", "ante", "T12")]
    while not hand.over:
        hand.time_out(hand.waiting[0])
    away_for(game, 1)  # now there is something in it, and nothing is missed
    assert game.deal().seating.owes == ()


@pytest.mark.clause("T12")
@pytest.mark.parametrize("preset", ["classic", "force", "pagat", "galactic", "coruscant-shift"])
def test_t12_where_everybody_pays_in_every_hand_nothing_is_missed(preset: str) -> None:
    game = new_game(preset, NAMES[:3], seed="t12")
    away_for(game, 1)
    assert game.deal().seating.owes == ()


@pytest.mark.clause("T12")
def test_t12_a_table_may_do_without_and_older_tables_do() -> None:
    game = house(button=0, missed_payments=False)
    away_for(game, 2)
    assert game.deal().seating.owes == ()
    stored = store_rules(game.rules)
    del stored["missed_payments"]
    assert not load_rules(stored, 2).missed_payments


@pytest.mark.clause("T12")
def test_t12_who_owes_still_owes_after_a_table_was_saved_and_it_is_in_its_record() -> None:
    game = new_game("corellian-house", NAMES[:4], seed="t12")
    away_for(game, 2, hands=3)
    assert game.owed_by(2) == 150
    hand = load_table(save_table(game), flow_of).deal()
    assert hand.seating.owes == game.deal().seating.owes != ()
    assert sabacc.verify(record_game(game)).replayed
    forged = read(record_game(game, 1))
    assert sabacc.verify(write(forged)).note
    at = max(at for at, event in enumerate(forged.events) if isinstance(event, HandStarted))
    forged.events[at] = msgspec.structs.replace(forged.events[at], owes=())
    with pytest.raises(RecordError, match="should begin"):
        sabacc.verify(write(forged))


@pytest.mark.clause("T12")
def test_t12_nobody_sits_down_owing_what_is_never_due() -> None:
    game = house()
    game.leave(3)
    with pytest.raises(SabaccError, match="one may owe big-blind, small-blind"):
        game.sit("Eve", 1000, 3, ("fold-fee",))
    game.sit("Eve", 1000, 3, ("small-blind",))
    assert game.owed_by(3) == 50
