"""What becomes of the cards, in sentences."""

from __future__ import annotations

import re

from sabacc.game import events as ev
from sabacc.words.voice import Voice, said

SHIFTS = {
    "core": "Sabacc shift. All unprotected cards are junked and dealt anew.",
    "rim": "Sabacc shift. One card of each hand changes places.",
    "wild": "Sabacc shift. Hands, deck and junk are shuffled together.",
    "one-card": "Sabacc shift. One card of each hand changes.",
    "pulse": "Sabacc shift. A pulse redeals every unprotected card.",
    "spike": "Spike. All pocket cards are shuffled with the stub and dealt anew.",
    "double-spikes": "Double spikes. All pocket cards are dealt anew, and a face-up card of each changes places.",
    "selection": "Sabacc shift. Everything that was not selected is discarded and drawn anew.",
}
PETALS = ("first", "second", "third", "fourth", "fifth", "sixth")  # as people count the places 0 to 5 (CH5)


class CardStories(Voice):
    """One sentence for each kind of event that moves or shows cards."""

    def shuffled(self, event: ev.Shuffled) -> str:
        if event.zones == ("box",) or event.to == "aside" or "hands" in event.zones:
            return ""
        return "The deck is empty: the junk is shuffled into a new one." if event.to == "deck" else ""

    def dealt(self, event: ev.Dealt) -> str:
        verb = "draws" if self.deed in ("gain", "trade") else "gets"
        if self.deed == "trade":
            self.deed = ""
        if event.card is None:
            return f"{self.says(event.seat, verb)} a card."
        return f"{self.says(event.seat, verb)} {event.card}{', face up' if event.up else ''}."

    def dropped(self, event: ev.Dropped) -> str:
        where = "on the discard pile" if event.to == "pile" else "face down"
        return f"{self.says(event.seat, 'drops')} {event.card or 'a card'} {where}."

    def pile_taken(self, event: ev.PileTaken) -> str:
        return f"{self.says(event.seat, 'takes')} {event.card} off the discard pile."

    def placed(self, event: ev.Placed) -> str:
        if self.family == "corellian":
            return f"{self.says(event.seat, 'turns')} {event.card} face up."
        return f"{self.says(event.seat, 'puts')} {event.card} into the static field."

    def took_back(self, event: ev.TookBack) -> str:
        return f"{self.says(event.seat, 'takes')} {event.card} out of the static field."

    def rolled(self, event: ev.Rolled) -> str:
        if self.family == "coruscant":
            return ""
        return f"{self.says(event.seat, 'rolls')} {' and '.join(map(str, event.dice))}."

    def shifted(self, event: ev.Shifted) -> str:
        self.deed = "shift"
        return SHIFTS[event.kind]

    def discarded(self, event: ev.Discarded) -> str:
        cards = " ".join(event.cards) if event.cards else f"{event.count} card{'s' if event.count > 1 else ''}"
        return f"{self.says(event.seat, 'discards' if self.family == 'coruscant' else 'loses')} {cards}."

    def taken(self, event: ev.Taken) -> str:
        return f"{self.says(event.seat, 'loses')} {event.card or 'a card'}."

    def selected(self, event: ev.Selected) -> str:
        cards = " ".join(event.cards) if event.cards else f"{event.count} card{'s' if event.count != 1 else ''}"
        verb = "adds" if self.deed == "improve" else "selects"
        return f"{self.says(event.seat, verb)} {cards}." if event.count else ""

    def shown(self, event: ev.Shown) -> str:
        borrowed = f" with {' '.join(event.borrowed)} from the others' fields" if event.borrowed else ""
        name = re.sub(r"-(?=\d)", "−", event.name)
        total = f", {said(event.total)}" if self.family == "corellian" and event.total else ""
        return f"{self.says(event.seat, 'shows')} {' '.join(event.cards)}{borrowed}: {name}{total}."

    def sudden_demise(self, event: ev.SuddenDemise) -> str:
        how = {"CH25": "A blind draw", "CS10": "A card off the pile"}.get(event.clause, "Sudden demise: one more card")
        return f"{self.all_of(event.seats)} are tied. {how} for each."

    def no_sudden_demise(self, event: ev.NoSuddenDemise) -> str:
        return f"There are too few cards for a sudden demise: {self.all_of(event.seats)} split."

    def board_dealt(self, event: ev.BoardDealt) -> str:
        return f"{event.card} is turned up on {_place(event.place)}."

    def board_filled(self, event: ev.BoardFilled) -> str:
        return f"{event.card} moves from the pile to {_place(event.place)}."

    def bought(self, event: ev.Bought) -> str:
        return f"{self.says(event.seat, 'takes')} {event.card} from {_place(event.place)}."

    def swapped(self, event: ev.Swapped) -> str:
        return f"{self.says(event.seat, 'puts')} {event.card} in its place."

    def peeked(self, event: ev.Peeked) -> str:
        return f"{self.says(event.seat, 'looks')} at {event.card or 'a card'} off the stub."

    def kept(self, event: ev.Kept) -> str:
        return f"{self.says(event.seat, 'takes')} the stub card."

    def pushed_back(self, event: ev.PushedBack) -> str:
        return f"{self.says(event.seat, 'pushes')} it back."

    def offered(self, event: ev.Offered) -> str:
        return f"{self.says(event.seat, 'gives')} up {event.card}."

    def tie_drawn(self, event: ev.TieDrawn) -> str:
        return f"{event.card} is drawn for {'you' if event.seat == self.me else self.names[event.seat]}."


def _place(place: int) -> str:
    return "the discard pile" if place == len(PETALS) else f"the {PETALS[place]} petal"
