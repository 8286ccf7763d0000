"""Sabacc shifts: what triggers them (HR5) and what each kind does (X1–X5)."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.game.combinations import without
from sabacc.game.events import Discarded, Shifted, Taken
from sabacc.game.flow import Phase, Pulses
from sabacc.game.hand import Hand
from sabacc.game.types import Zone
from sabacc.rules import NO_SHIFT, Rules
from sabacc.variants.dealing import deal_round

RANDOMISER = 20  # one action in so many (HR5)
PULSE_ODDS = (3, 6, 48)  # one round in so many has a pulse: before the first, after it, after the second (GA4)


def pulse_odds(struck: int) -> int:
    """One round in how many has a pulse, when so many have struck in this hand."""
    return PULSE_ODDS[min(struck, len(PULSE_ODDS) - 1)]


class Randomiser(Pulses):
    """A timer that goes off at random: after an action, 1 time in 20, or on the clock in live play (HR5)."""

    def most_outcomes(self, players: int) -> int:
        return RANDOMISER

    def after_action(self, hand: Hand) -> None:
        if hand.kind == "field":
            return  # field moves are no actions, as in GA4
        hand.actions += 1
        if not hand.seating.clock and hand.seating.chance.below("randomiser", hand.actions, RANDOMISER) == 0:
            self.clock_strikes(hand)

    def clock_strikes(self, hand: Hand) -> bool:
        if not hand.shifts_open or hand.live_count() == 1:
            return False
        strike(hand, hand.seating.rules.shift_kind)
        return True


def pulses_of(rules: Rules) -> Pulses:
    """What the rules' trigger does apart from dice."""
    if rules.shift_trigger == "pulse":
        return DroidPulses()
    return Randomiser() if rules.shift_trigger == "randomiser" else Pulses()


class DroidPulses(Pulses):
    """Drawn in secret at the start of each round: whether a pulse strikes, and after which action (GA4)."""

    def most_outcomes(self, players: int) -> int:
        return 2 * players * max(PULSE_ODDS)

    def draw(self, hand: Hand) -> None:
        """The droid's draw for a round: with n live players, action 1 to 2n, or none."""
        n = 2 * hand.live_count()
        drawn = hand.seating.chance.below("pulse", hand.round, pulse_odds(hand.pulses) * n)
        hand.pulse_at = drawn + 1 if drawn < n else 0
        hand.actions = 0

    def after_action(self, hand: Hand) -> None:
        if hand.kind == "field":
            return  # field moves don't count
        hand.actions += 1
        if hand.actions == hand.pulse_at:
            self.strike_now(hand)

    def end_round(self, hand: Hand) -> None:
        """The round ended sooner than the pulse: it strikes now, before the reveal."""
        if hand.pulse_at:
            self.strike_now(hand)

    def strike_now(self, hand: Hand) -> None:
        hand.pulse_at = 0
        if hand.live_count() > 1:
            hand.pulses += 1
            strike(hand, hand.seating.rules.shift_kind)


class Roll(Phase):
    """The player on turn rolls, even if they have just folded (CC5, CL4); the right dice bring a shift."""

    name = "roll"

    def begin(self, hand: Hand) -> None:
        kind = rolled_shift(hand, hand.turn)
        if kind:
            strike(hand, kind)


def rolled_shift(hand: Hand, seat: int) -> str:
    """Rolls what the table's trigger rolls; the kind of shift that comes of it, or nothing."""
    trigger = hand.seating.rules.shift_trigger
    kind = hand.seating.rules.shift_kind
    if trigger in ("doubles", "double-spikes"):
        first, second = hand.roll(seat, 2, 6)
        if first != second or (trigger == "double-spikes" and first != 1):
            return ""
        if kind != "by-dice":
            return kind
        kind = hand.seating.rules.shift_by_dice[first - 1]  # HR6
        return "" if kind == NO_SHIFT else kind
    if trigger == "d6-low":
        return kind if hand.roll(seat, 1, 6)[0] <= 3 else ""
    if ":" in trigger:
        die, wanted = trigger[1:].split(":")
        return kind if hand.roll(seat, 1, int(die))[0] == int(wanted) else ""
    return ""  # no dice: a randomiser, pulses, or no shifts at all


def strike(hand: Hand, kind: str) -> None:
    """A shift strikes every live player's unprotected cards."""
    hand.news.append(Shifted(kind))
    hand.declined = ()  # E1
    if kind == "core":
        _core(hand)
    elif kind == "rim":
        _rim(hand)
    elif kind == "one-card":
        _one_card(hand)
    else:
        _redeal(hand, with_junk=kind == "wild")


def _core(hand: Hand) -> None:
    """All unprotected cards are junked, then as many dealt anew (X1)."""
    seats = hand.from_dealers_left()
    due = [len(hand.hands[seat]) for seat in seats]
    for seat in seats:
        cards = hand.hands[seat]
        if cards:
            hand.hands[seat] = ()
            hand.junk += cards
            hand.news.append(Discarded(seat, len(cards), cards))
    deal_round(hand, seats, due)


def _rim(hand: Hand) -> None:
    """One unprotected card of each, by chance; shuffled and dealt back (X2)."""
    seats = _take_one_each(hand)
    if not seats:
        return
    lost = hand.aside
    hand.aside = ()
    hand.deal_beside(lost, seats)


def _one_card(hand: Hand) -> None:
    """One unprotected card of each, by chance, to the bottom of the deck; one each from the top (X4)."""
    seats = _take_one_each(hand)
    if not seats:
        return
    lost = hand.aside
    hand.aside = ()
    hand.shuffle(("aside",), lost, "bottom")
    deal_round(hand, seats, [1] * len(seats))


def _redeal(hand: Hand, with_junk: bool) -> None:
    """All unprotected cards and the deck, in a wild shift the junk too, are shuffled and dealt anew (X3, X5)."""
    seats = hand.from_dealers_left()
    due = [len(hand.hands[seat]) for seat in seats]
    cards: tuple[Card, ...] = ()
    for seat in seats:
        cards += hand.hands[seat]
        hand.hands[seat] = ()
    cards += hand.undealt()
    zones: tuple[Zone, ...] = ("hands", "deck")
    if with_junk:
        cards += hand.junk + hand.pile
        zones = ("hands", "deck", "junk", "pile") if hand.pile else ("hands", "deck", "junk")
        hand.junk = ()
        hand.pile = ()
    if cards:
        hand.shuffle(zones, cards, "deck")
    deal_round(hand, seats, due)


def _take_one_each(hand: Hand) -> tuple[int, ...]:
    """Sets aside one unprotected card of each live player who has one; who they are."""
    seats = tuple([seat for seat in hand.from_dealers_left() if hand.hands[seat]])
    for seat in seats:
        hand.picks += 1
        card = hand.seating.chance.pick(hand.picks, hand.hands[seat])
        hand.hands[seat] = without(hand.hands[seat], card)
        hand.aside += (card,)
        hand.news.append(Taken(seat, card))
    return seats
