"""Where everything about a hand stands: a row of numbers and a row of cards for each hand.

One row has all of a hand, because a step looks at many things of one hand and at nothing of the others. Seats are bits in a
mask wherever it is only asked whether a seat is among some; the order is then clockwise from a seat that is known.
"""

from __future__ import annotations

SEATS = 8  # the most at any table (T9)
GO_LAST_PLAYER = -1  # the phase of every family that follows when all others have folded

# ---- a row of numbers: single ones, the same in every family
(
    PHASE,  # what happens when nobody is waited for
    KIND,  # of the question that is open, or was last
    WAITING,  # a mask: who has it open
    ASKED_FROM,  # the seat from which those who wait are asked clockwise
    OVER,
    ENDING,
    SPECIAL,  # whether the sabacc pot was won
    DEALT_IN,
    LIVE,
    BUTTON,
    FIRST,  # the first seat that was dealt in, from the dealer's left
    SABACC_POT,
    FEES,
    SPILLED,
    STANDING,
    QUEUE,  # a mask: who is still to act
    QUEUE_FROM,
    RAISES,
    LAST_RAISE,
    CAPPED,
    PASSED,
    ROUND,
    TURN,
    CALLER,
    CALLED,
    DECLINED,
    QUIET_TURNS,
    FIELD_OPEN,
    SHIFTS_OPEN,
    ACTIONS,
    PULSE_AT,
    PULSES,
    ROLLS,
    PICKS,
    SHUFFLES,
    TOP,  # of the deck: the first card that is not dealt
    LAZY_END,  # up to here the deck is still to be shuffled
    DECK_END,
    DRAWN,  # cards drawn from the lazy part
    LAZY_SHUFFLE,  # its number
    JUNK_COUNT,
    PILE_COUNT,
    PLACED_COUNT,
    TAKEN_COUNT,
    TAKEN_BY,
    SHOWS_FIRST,
    PEEKED,  # a card, or −1
    GOLD,
    SILVER,
    RAISE_FROM,  # the bounds of a raise, for whom `legal` was last asked; 0 and 0 where there is none
    RAISE_TO,
    MAY_CALL,
    SEALED,  # a mask: whose answer is given but not yet shown
    POTS,
    STEPS,  # answers so far
    ASIDE_COUNT,
    ROUND_WON_BY,  # where hands are rounds (CS12)
    _SINGLE,
) = range(58)


def _by_seat(block: int) -> int:
    return _SINGLE + block * SEATS


# ---- then blocks with a number for each seat
STACKS = _by_seat(0)
PAID = _by_seat(1)
BETS = _by_seat(2)
TURNS = _by_seat(3)
SIDES = _by_seat(4)  # 0 for none, 1 light, 2 dark
ANSWERS = _by_seat(5)  # sealed
HAND_COUNTS = _by_seat(6)
FIELD_COUNTS = _by_seat(7)
CHOSEN_COUNTS = _by_seat(8)
WON = _by_seat(9)  # out of the pots of the hand
WON_SABACC = _by_seat(10)
HAND_KEYS = _by_seat(11)  # while a hand is settled
TIE_KEYS = _by_seat(12)
TIE_COUNTS = _by_seat(13)
POT_AMOUNTS = _by_seat(14)
POT_SEATS = _by_seat(15)
POT_WINNERS = _by_seat(16)
DUE = _by_seat(17)  # cards that a seat is still to be dealt
NUMBERS = _by_seat(18)

# ---- a row of cards: the deck first; hands, fields and selections come last, as long as the rules make them
DECK_SIZE = 128  # more than any deck: cards put under it need room
DECK = 0
JUNK = DECK + DECK_SIZE
PILE = JUNK + 80
COUNTS = PILE + 80  # how often each card is in a heap that is sorted
PLACED = COUNTS + 80
TAKEN = PLACED + 80
ASIDE = TAKEN + 80
BOARD = ASIDE + SEATS
HANDS = BOARD + 8

# ---- endings
FOLDED, CALLED_BY_SEAT, CALLED_BY_TABLE, SHOWDOWN = 1, 2, 3, 4
ENDINGS = ("", "folded", "called", "table-called", "showdown")

# ---- kinds of questions
(
    SIDE,
    BET,
    FOLD_WINDOW,
    CALL_WINDOW,
    DRAW,
    FIELD,
    SELECT,
    DECIDE,
    IMPROVE,
    BOARD_DRAW,
    PEEKED_CARD,
    PROTECT,
    OFFER,
) = range(1, 14)
QUESTIONS = (
    "", "side", "bet", "fold-window", "call-window", "draw", "field", "select", "decide", "improve", "board", "peeked",
    "protect", "offer",
)  # fmt: skip

# ---- the head of every family's row of rules
(
    RULE_SEATS,
    RULE_CAPACITY,  # cards that a hand, field or selection has room for
    RULE_ANTE,
    RULE_MAX_BET,  # −1 for no limit
    RULE_MAX_RAISES,  # −1 for no limit
    RULE_FOLD_FEE,
    RULE_FEE_TO_SABACC,
    RULE_HOUSE_DEALER,
    RULE_DECK_SIZE,
    RULE_DECK,  # where the deck's cards stand in the row
    RULE_HEAD,
) = range(11)
NO_LIMIT = -1
