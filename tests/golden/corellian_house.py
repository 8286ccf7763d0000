"""Golden hands of corellian-house."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.game.table import Game
from tests.golden.registry import go, open_table, pass_quietly, scene


@scene("corellian-house-board-and-stub")
def board_and_stub() -> Game:
    """Ben and Cy buy off the board, Dee and Ana look at the stub: every way to draw a card there is.

    Ben keeps a petal, and the discard fills the gap; Cy swaps a pocket card for one, and later keeps a sylop. Dee adds what
    she sees; Ana pushes a card back, and later takes one for her face-up six. Nobody rolls doubles. Cy's Yee-Haa wins the
    main pot; it is not good enough for the sabacc pot. CH2 to CH7, CH11 to CH13, CH15, CH17, CH20 to CH22.
    """
    game, hand = open_table(
        "corellian-house",
        ["+7 -5 -4 +6", "+5 -3 +8 -8", "+10 -10 +3 +1", "-6 -1 +9 +2"],
        "-2 +10 -4 +1 -1 0 -7  +3 -4 +9 +2",
        rolls=[(3, 5), (2, 6), (4, 1)],
    )
    go(hand, "3 match", "0 match", "1 match", "2 check")
    go(hand, "1 buy 0", "2 buy 4 swap +3", "3 peek", "3 keep", "0 peek", "0 push-back")
    go(hand, "1 protect +8 +5", "2 protect +10")
    go(hand, "1 check", "2 raise 200", "3 match", "0 match", "1 match")
    go(hand, "1 stand", "2 stand", "3 stand", "0 peek", "0 keep +6 up")
    go(hand, "1 check", "2 check", "3 check", "0 check")
    go(hand, "1 stand", "2 buy 5", "3 stand", "0 stand")
    go(hand, "1 check", "2 raise 500", "3 fold", "0 fold", "1 match")
    return game


@scene("corellian-house-double-spikes")
def double_spikes() -> Game:
    """Ben is dealt four tens. He protects two of them, and then the dealer rolls double spikes.

    The last ten in his pocket goes into the shuffle, and one of those he protected changes places with the others' face-up
    cards. Ana does not answer in time, and gives up her lowest. An ordinary spike brings Ben a sylop, and he wins all the
    same. CH11, CH12, CH17 to CH22, T10.
    """
    game, hand = open_table(
        "corellian-house",
        ["+3 -3 +6 -2", "+10 -10 +10 -10", "+5 -1 -4 +9"],
        "-5 +8 -9 +4 -6 +2 -7",
        rolls=[(1, 1), (4, 4), (3, 6)],
        answers={
            ("shuffle", 2): ["+1", "-5", "+7", "-8", "+6", "+2", "-3"],
            ("shuffle", 3): ["+9", "-2", "-10"],
            ("shuffle", 4): ["0", "+5", "-8"],
        },
    )
    go(hand, "0 match", "1 raise 300", "2 match", "0 match")
    go(hand, "1 stand", "2 stand", "0 stand")
    go(hand, "1 protect +10 -10", "1 offer -10", "2 offer +9", "0 time-out")
    go(hand, "1 check", "2 check", "0 raise 300", "1 match", "2 fold")
    go(hand, "1 buy 2", "0 stand", "0 protect +6 +7")
    go(hand, "1 raise 500", "0 match", "1 stand", "0 peek", "0 keep")
    go(hand, "1 raise 1000", "0 match")
    return game


@scene("corellian-house-the-stub-runs-out")
def the_stub_runs_out() -> Game:
    """Eight players look at a stub card each in every round. Ana, the last, finds it exhausted: a board card is free.

    It makes her a Straight Khyron, the best hand of the eight. CH13, CH14, CH20 to CH23.
    """
    game, hand = open_table("corellian-house", [""] * 8, rolls=[(1, 2), (3, 5), (6, 4)])
    for seat in (3, 4, 5, 6, 7, 0, 1):
        go(hand, f"{seat} match")
    go(hand, "2 check")
    while not hand.over:
        if hand.kind == "board":
            go(hand, f"{hand.waiting[0]} peek" if hand.deck else "0 buy 2 swap +2")
        elif hand.kind == "peeked":
            go(hand, f"{hand.waiting[0]} {nearest_to_zero(hand, hand.waiting[0])}")
        else:
            pass_quietly(hand)
    return game


def nearest_to_zero(hand: Hand, seat: int) -> str:
    """What to do with a stub card to come as near to zero as can be; a hand that it does not help, it does not join."""
    cards = hand.cards_of(seat)
    total = sum(map(int, cards))
    peeked = int(hand.peeked[0])
    ways = {"push-back": total} | ({"keep": total + peeked} if len(cards) < 5 else {})
    ways |= {f"keep {card}": total + peeked - int(card) for card in hand.hands[seat]}
    ways |= {f"keep {card} up": total + peeked - int(card) for card in hand.fields[seat]}
    return min(ways, key=lambda way: abs(ways[way]))


@scene("corellian-house-blind-draw")
def blind_draw() -> Hand:
    """Ben and Cy have the same two pairs. Each gets a card blind: Cy's one is nearer to zero than Ben's minus three.

    CH3, CH8, CH24, CH25.
    """
    _, hand = open_table(
        "corellian-house",
        ["+9 +8 -3 +4", "+2 -2 +7 -7", "+7 -2 -7 +2"],
        "-5 +8 -9 +4 -6 +3 -1  -3 +1",
        rolls=[(1, 2), (3, 5), (6, 4)],
    )
    go(hand, "0 fold", "1 match", "2 check")
    for _ in range(3):
        go(hand, "1 stand", "2 stand", "1 check", "2 check")
    return hand


@scene("corellian-house-three-all-in")
def three_all_in() -> Game:
    """Ana, Ben and Cy are all-in before the first draw, for different sums, and Dee matches. They still draw, but can't buy.

    Ben, with the least, has an Idiot's Array: the main pot and the sabacc pot are his. Cy wins the first side pot, Ana the
    second. CH8, CH11, CH13, CH16, CH20 to CH23, B1, B2.
    """
    game, hand = open_table(
        "corellian-house",
        ["+9 -9 +4 -3", "+3 -4 -5 +6", "+8 -8 +1 -1", "+2 +7 -10 +5"],
        "-5 +8 -9 +1 -6 +10 -1  0 -1",
        stacks=[4000, 1000, 2500, 10000],
        rolls=[(1, 2), (3, 5), (6, 4)],
    )
    go(hand, "3 raise 300", "0 raise 3950", "1 match", "2 match", "3 match")
    go(hand, "1 peek", "1 keep", "2 stand", "3 buy 3 swap +5 up", "0 peek", "0 keep")
    for _ in range(2):
        go(hand, "1 stand", "2 stand", "3 stand", "0 stand")
    while not hand.over:
        pass_quietly(hand)
    return game


@scene("corellian-house-a-tournament")
def a_tournament() -> Game:
    """Heads-up, the dealer is the small blind. Ana raises, and Ben folds unseen. The blinds go up to level 4.

    In the next hand Ben can't even pay all of his antes, and is all-in; Ana takes back her blind, which nobody matched, and
    wins. CH3, CH7 to CH10, CH16, CH23, T4.
    """
    game, hand = open_table(
        "corellian-house",
        ["+5 -5 +2 -3", "+10 +9 -1 +4"],
        stacks=[10000, 400],
    )
    go(hand, "0 raise 300", "1 fold")
    game.set_level(4)
    hand = game.deal("centerpoint")
    go(hand, "0 buy 3 swap +8", "1 peek", "1 keep +7 up")
    go(hand, "0 stand", "1 peek", "1 keep")
    go(hand, "0 stand", "1 peek", "1 keep +2")
    while not hand.over:
        pass_quietly(hand)
    return game
