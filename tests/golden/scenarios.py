"""What the goldens must show between them, each told by its events alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from sabacc.game.actions import Action, Buy, Fold, Keep, PushBack, Raise, Stand
from sabacc.game.events import (
    Acted,
    Asked,
    BoardDealt,
    Bought,
    Called,
    ClockStruck,
    Dealt,
    Discarded,
    Event,
    Folded,
    GameWon,
    HandEnded,
    HandStarted,
    ItemDeclined,
    ItemStaked,
    ItemTaken,
    Left,
    Offered,
    Paid,
    Peeked,
    PileTaken,
    Placed,
    Rolled,
    RoundWon,
    Shifted,
    Shown,
    Shuffled,
    SideDeclared,
    SuddenDemise,
    Swept,
    TieDrawn,
    WalkedAway,
    Won,
)
from sabacc.rules import Rules, find_preset
from tests.tables import only

ARRAY = "Idiot's Array"


class Golden:
    """A golden as scenarios look at it: the rules it began with, its events, and those of each hand."""

    def __init__(self, rules: Rules, events: Sequence[Event]) -> None:
        self.rules = rules
        self.preset = rules.preset
        self.family = find_preset(rules.preset).family
        self.events = list(events)

    @cached_property
    def hands(self) -> list[list[Event]]:
        """The events of each hand, from its start to its end."""
        starts = [at for at, event in enumerate(self.events) if isinstance(event, HandStarted)]
        ends = [at for at, event in enumerate(self.events) if isinstance(event, HandEnded)]
        return [self.events[start : end + 1] for start, end in zip(starts, ends, strict=True)]

    @cached_property
    def actions(self) -> list[Action]:
        """What the players did."""
        return [event.action for event in only(Acted, self.events)]


Predicate = Callable[[Golden], bool]


def any_hand(predicate: Callable[[list[Event]], bool], preset: str = "") -> Predicate:
    """Whether there is such a hand, of that preset if one is named."""
    return lambda golden: golden.preset.startswith(preset) and any(predicate(hand) for hand in golden.hands)


def shifted(kind: str) -> Predicate:
    """Whether a shift of that kind strikes."""
    return lambda golden: any(event.kind == kind for event in only(Shifted, golden.events))


def with_deck_count(hand: Sequence[Event]) -> Iterator[tuple[Event, int]]:
    """Each event, and how many cards the deck (or the stub) has after it."""
    count = 0
    aside = 0
    for event in hand:
        if isinstance(event, Shuffled) and event.to == "aside":
            aside = event.number
        elif isinstance(event, Shuffled):
            count = event.size + (count if event.to == "bottom" else 0)
        elif isinstance(event, (Dealt, BoardDealt, Peeked, TieDrawn)) and event.shuffle != aside:
            count -= 1
        yield event, count


def side_pot(hand: list[Event]) -> bool:
    return any(won.pot > 0 for won in only(Won, hand))


def sudden_demise(hand: list[Event]) -> bool:
    """A tie, and a card face up for each of those who are tied."""
    return any(
        isinstance(event, SuddenDemise) and {dealt.seat for dealt in only(Dealt, hand[at:])} >= set(event.seats)
        for at, event in enumerate(hand)
    )


def bomb_out(hand: list[Event]) -> bool:
    bombed = {shown.seat for shown in only(Shown, hand) if shown.bombed_out}
    return any(paid.why == "bomb-out" and paid.seat in bombed for paid in only(Paid, hand))


def array_takes_both_pots(hand: list[Event]) -> bool:
    with_array = {shown.seat for shown in only(Shown, hand) if shown.name == ARRAY and len(shown.cards) == 3}
    taken = {(won.seat, won.pot) for won in only(Won, hand)}
    return any({(seat, 0), (seat, -1)} <= taken for seat in with_array)


def all_others_fold(hand: list[Event]) -> bool:
    """One player is left, who shows nothing and does not get the sabacc pot."""
    started = only(HandStarted, hand)[0]
    return (
        len(only(Folded, hand)) == len(started.dealt_in) - 1
        and not only(Shown, hand)
        and [won.pot for won in only(Won, hand)] in ([0], [])
        and only(HandEnded, hand)[0].how == "folded"
    )


def draw_finds_deck_empty(hand: list[Event]) -> bool:
    """Somebody is asked to draw when the deck is empty, and stands."""
    counted = list(with_deck_count(hand))
    return any(
        isinstance(event, Asked)
        and event.kind == "draw"
        and count == 0
        and any(isinstance(done.action, Stand) for done in only(Acted, hand[at:]) if done.question == event.question)
        for at, (event, count) in enumerate(counted)
    )


def junk_becomes_the_deck(hand: list[Event]) -> bool:
    return any("junk" in event.zones and "hands" not in event.zones for event in only(Shuffled, hand))


def field_keeps_cards_from_a_shift(hand: list[Event]) -> bool:
    """A placed card is not among what its owner loses in a shift, and is shown in the end."""
    for at, event in enumerate(hand):
        if isinstance(event, Placed) and only(Shifted, hand[at:]):
            lost = [card for one in only(Discarded, hand[at:]) if one.seat == event.seat for card in one.cards or ()]
            shown = [card for one in only(Shown, hand) if one.seat == event.seat for card in one.cards]
            if event.card in shown and event.card not in lost:
                return True
    return False


def pure_clash(hand: list[Event]) -> bool:
    """An exact 23 of each side is shown, and a Light one wins."""
    sides = {event.seat: event.side for event in only(SideDeclared, hand)}
    pure = {event.seat for event in only(Shown, hand) if event.name == "Pure Sabacc"}
    winners = {won.seat for won in only(Won, hand)}
    return {sides.get(seat) for seat in pure} == {"light", "dark"} and {sides.get(w) for w in winners} == {"light"}


def two_pulses(hand: list[Event]) -> bool:
    return [event.kind for event in only(Shifted, hand)] == ["pulse", "pulse"]


def called_with_a_bet_then_shifted(hand: list[Event]) -> bool:
    """Raised and called in one; when the betting is over the dealer rolls doubles, and a shift strikes before the reveal."""
    called = any(isinstance(done.action, Raise) and done.action.and_call for done in only(Acted, hand))
    after = hand[max(at for at, event in enumerate(hand) if isinstance(event, Acted)) :]
    rolled = only(Rolled, after)
    button = only(HandStarted, hand)[0].button
    return called and [roll.seat for roll in rolled] == [button] and bool(only(Shifted, after))


def double_spikes(hand: list[Event]) -> bool:
    """Ones are rolled, and everybody who gave up a face-up card gets one back."""
    ones = any(rolled.dice == (1, 1) for rolled in only(Rolled, hand))
    given = {event.seat for event in only(Offered, hand)}
    at = max((at for at, event in enumerate(hand) if isinstance(event, Offered)), default=len(hand))
    back = {event.seat for event in only(Dealt, hand[at:]) if event.up}
    return ones and bool(given) and given == back


def free_board_card(hand: list[Event]) -> bool:
    """The stub is exhausted, and somebody takes a board card without paying."""
    counted = list(with_deck_count(hand))
    return any(
        isinstance(event, Bought) and count == 0 and not isinstance(hand[at - 1], Paid)
        for at, (event, count) in enumerate(counted)
    )


def tie_broken_by(clause: str) -> Callable[[list[Event]], bool]:
    """A tie is broken by cards that are drawn for those who are tied."""
    return lambda hand: (
        any(event.clause == clause for event in only(SuddenDemise, hand)) and len(only(TieDrawn, hand)) > 1
    )


def three_all_in(hand: list[Event]) -> bool:
    """Three players bet the last of their credits, and there are two side pots."""
    stacks = list(only(HandStarted, hand)[0].stacks)
    for paid in only(Paid, hand):
        stacks[paid.seat] -= paid.amount
    live = {shown.seat for shown in only(Shown, hand)}
    return sum(stacks[seat] == 0 for seat in live) == 3 and {won.pot for won in only(Won, hand)} >= {0, 1, 2}


def bought(golden: Golden, swapped: bool) -> bool:
    return any(isinstance(action, Buy) and (action.swap is not None) == swapped for action in golden.actions)


def all_answers_to_a_peek(golden: Golden) -> bool:
    added = any(isinstance(action, Keep) and action.drop is None for action in golden.actions)
    taken_for_another = any(isinstance(action, Keep) and action.drop is not None for action in golden.actions)
    return added and taken_for_another and any(isinstance(action, PushBack) for action in golden.actions)


def tie_of_rounds_played_out(golden: Golden) -> bool:
    """After as many rounds as players two or more have won most; those alone play on, and one wins the game."""
    won = only(RoundWon, golden.events)
    first = only(HandStarted, golden.events)[0]
    rounds = len(first.dealt_in)
    if not only(GameWon, golden.events) or len(won) <= rounds:
        return False
    score = [sum(one.seat == seat for one in won[:rounds]) for seat in range(len(first.stacks))]
    tied = {seat for seat, rounds_won in enumerate(score) if rounds_won == max(score)}
    played_on = set(only(HandStarted, golden.hands[rounds])[0].dealt_in)
    return len(tied) > 1 and played_on == tied


def bets_on_a_round(golden: Golden) -> bool:
    reasons = {paid.why for paid in only(Paid, golden.events)}
    return golden.family == "coruscant" and {"ante", "bet"} <= reasons and bool(only(RoundWon, golden.events))


def kinds_by_dice(golden: Golden) -> bool:
    """Two doubles or more, each with the kind of shift that the table has for it."""
    if golden.rules.shift_kind != "by-dice":
        return False
    struck = [
        golden.rules.shift_by_dice[rolled.dice[0] - 1] == after.kind
        for rolled, after in zip(golden.events, golden.events[1:], strict=False)
        if isinstance(rolled, Rolled) and isinstance(after, Shifted)
    ]
    kinds = {event.kind for event in only(Shifted, golden.events)}
    return len(kinds) > 1 and all(struck)


def community_array(hand: list[Event]) -> bool:
    """An Idiot's Array with a card that lies in somebody else's field."""
    fields = {(event.seat, event.card) for event in only(Placed, hand)}
    return any(
        shown.name == ARRAY and any(seat != shown.seat and card in shown.borrowed for seat, card in fields)
        for shown in only(Shown, hand)
    )


def discard_for_a_fee(hand: list[Event]) -> bool:
    paid = {event.seat for event in only(Paid, hand) if event.why == "discard-fee" and event.pot == "fees"}
    return any(event.seat in paid for event in only(PileTaken, hand))


def item_won(golden: Golden) -> bool:
    """The winner of the main pot takes what somebody else staked, for what it was staked for."""
    staked = {(event.item, event.value): event.seat for event in only(ItemStaked, golden.events)}
    winners = {won.seat for won in only(Won, golden.events) if won.pot == 0}
    taken = only(ItemTaken, golden.events)
    return any(staked.get((e.item, e.price), e.seat) != e.seat and e.seat in winners for e in taken)


def item_left_on_offer(golden: Golden) -> bool:
    """Neither the winner nor the owner wants it, and nobody else takes it."""
    declined = {(event.item, event.seat) for event in only(ItemDeclined, golden.events)}
    taken = {event.item for event in only(ItemTaken, golden.events)}
    staked = only(ItemStaked, golden.events)
    return any((event.item, event.seat) in declined and event.item not in taken for event in staked)


def clock_brings_a_shift(golden: Golden) -> bool:
    pairs = zip(golden.events, golden.events[1:], strict=False)
    return any(isinstance(one, ClockStruck) and isinstance(other, Shifted) for one, other in pairs)


def leaves_in_mid_hand(golden: Golden) -> bool:
    """Somebody walks away, the table folds for them, and they leave with what they have."""
    gone = {event.seat for event in only(WalkedAway, golden.events)}
    folded = {e.seat for e in only(Acted, golden.events) if e.by == "table" and isinstance(e.action, Fold)}
    return bool(gone & folded & {event.seat for event in only(Left, golden.events)})


def times_out(golden: Golden) -> bool:
    return any(event.by == "clock" for event in only(Acted, golden.events))


SCENARIOS: dict[str, Predicate] = {
    "a shift": lambda golden: golden.family == "76" and bool(only(Shifted, golden.events)),
    "a side pot": any_hand(side_pot),
    "a sudden demise": any_hand(sudden_demise),
    "a bomb-out": any_hand(bomb_out),
    "an Idiot's Array takes both pots": any_hand(array_takes_both_pots),
    "everybody folds": lambda golden: golden.family == "76" and any(map(all_others_fold, golden.hands)),
    "the draw phase finds the deck empty": any_hand(draw_finds_deck_empty),
    "the junk becomes the deck": any_hand(junk_becomes_the_deck),
    "the static field keeps cards from a shift": any_hand(field_keeps_cards_from_a_shift),
    "force: a Light and a Dark 23 clash": any_hand(pure_clash, "force"),
    "galactic: two pulses": any_hand(two_pulses, "galactic"),
    "pagat: called with a bet, and the last roll shifts": any_hand(called_with_a_bet_then_shifted, "pagat"),
    "corellian-house: double spikes": any_hand(double_spikes, "corellian"),
    "corellian-house: an exhausted stub": any_hand(free_board_card, "corellian"),
    "corellian-house: a blind draw": any_hand(tie_broken_by("CH25"), "corellian"),
    "corellian-house: three all-in with side pots": any_hand(three_all_in, "corellian"),
    "corellian-house: a board card kept": lambda golden: bought(golden, swapped=False),
    "corellian-house: a board card swapped": lambda golden: bought(golden, swapped=True),
    "corellian-house: all answers to a peek": all_answers_to_a_peek,
    "coruscant-shift: a tie drawn off the pile": any_hand(tie_broken_by("CS10"), "coruscant"),
    "coruscant-shift: all but one fold": any_hand(all_others_fold, "coruscant"),
    "coruscant-shift: a tie of rounds is played out": tie_of_rounds_played_out,
    "coruscant-shift: an ante, and betting": bets_on_a_round,
    "a core shift": shifted("core"),
    "a rim shift": shifted("rim"),
    "a wild shift": shifted("wild"),
    "a one-card shift": shifted("one-card"),
    "a pulse": shifted("pulse"),
    "shifts of a kind that goes by the dice": kinds_by_dice,
    "an Idiot's Array with the community field": any_hand(community_array),
    "a trade with the discard pile for a fee": any_hand(discard_for_a_fee),
    "an item is won": item_won,
    "an item is left on offer": item_left_on_offer,
    "a pulse from the clock": clock_brings_a_shift,
    "a player leaves in mid-hand": leaves_in_mid_hand,
    "a time-out": times_out,
    "the table calls the hand": lambda golden: any(event.seat is None for event in only(Called, golden.events)),
    "nobody can win a pot": lambda golden: bool(only(Swept, golden.events)),
    "a caller pays": lambda golden: any(paid.why == "caller" for paid in only(Paid, golden.events)),
}
