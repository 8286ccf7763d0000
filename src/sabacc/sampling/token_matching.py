"""Which token became which in each shuffle, and what the unknown ones are.

The shuffles are walked backward, and what came out is matched with what went in so that known faces agree. Then the first
shuffle's unknown cards get the faces that are left, and all faces are carried forward.
"""

from __future__ import annotations

from collections import Counter

from sabacc.cards import Card
from sabacc.sampling.ledger import Ledger
from sabacc.sampling.weighted_chance import Impossible, Token

UNLIKELY = 0.001


def resolve(ledger: Ledger) -> None:
    """Gives every token a face."""
    if not ledger.outputs:
        return
    matched: dict[int, list[tuple[Token, Token]]] = {}
    for number in sorted(ledger.outputs, reverse=True):
        outputs = ledger.outputs[number]
        for place in range(ledger.sizes[number]):
            if place not in outputs:
                outputs[place] = ledger.new(number)
        if number > 1:
            matched[number] = _match(ledger, number, ledger.sources[number], list(outputs.values()))
    _fill(ledger)
    for number in sorted(matched):
        for source, output in matched[number]:
            if ledger.faces[output] is None:
                ledger.faces[output] = ledger.faces[source]


def assign_declared_totals(ledger: Ledger) -> None:
    """Faces for first cards whose total was declared (PG1). They came out of the first shuffle, as every card did once: what
    was seen to come out of a later one may have been among them."""
    if not ledger.sums:
        return
    left = _left(ledger)
    for (first, second), total, seat in ledger.sums:  # of two cards
        worth = ledger.values[seat]
        known = ledger.faces[second]
        if ledger.faces[first] is None:
            seconds = {worth[card] for card, n in left.items() if n > 0} if known is None else {worth[known]}
            fits = [card for card, n in left.items() if n > 0 and total - worth[card] in seconds]
            _give_one_of(ledger, left, first, fits)
        if known is None:
            missing = total - worth[str(ledger.faces[first])]
            _give_one_of(ledger, left, second, [card for card, n in left.items() if n > 0 and worth[card] == missing])
        if worth[str(ledger.faces[first])] + worth[str(ledger.faces[second])] != total:
            raise Impossible


def _give_one_of(ledger: Ledger, left: Counter[Card], token: Token, cards: list[Card]) -> None:
    """Gives a token one of the faces, by how many there are left of each; hardly one that came out of a later shuffle, if the
    token itself did not go into one."""
    later = [number for number in ledger.outputs if number > 1]
    stayed = not any(token in ledger.sources[number] for number in later)
    again = {ledger.faces[one] for number in later for one in ledger.outputs[number].values()} if stayed else set()
    weights = [left[card] * (UNLIKELY if card in again else 1.0) for card in cards]
    card = cards[ledger.chance.weighted(list(enumerate(weights)))]
    left[card] -= 1
    ledger.give_face(token, card)


def _match(ledger: Ledger, number: int, sources: list[Token], outputs: list[Token]) -> list[tuple[Token, Token]]:
    """Pairs what went into a shuffle with what came out, so that faces agree."""
    faces = ledger.faces
    pairs: list[tuple[Token, Token]] = []
    sources = sources[:]
    blanks = [output for output in outputs if faces[output] is None]
    for output in outputs:
        if faces[output] is None:
            continue
        known = [source for source in sources if faces[source] == faces[output]]
        unknown = [source for source in sources if faces[source] is None]
        # A card known on both sides is most likely the same one; the weight puts right what this gets wrong.
        less = 0.25 / max(len(unknown), 1)
        pools = _pools_with(ledger, str(faces[output]), number)
        choices = [(one, less if not pools or ledger.origin[one] in pools else less * UNLIKELY) for one in unknown]
        source = ledger.chance.weighted([(one, 1.0) for one in known] + choices)
        faces[source] = faces[output]
        sources.remove(source)
        pairs.append((source, output))
    known = [source for source in sources if faces[source] is not None]
    if len(known) > len(blanks):
        raise Impossible
    pairs += zip(known + [one for one in sources if faces[one] is None], ledger.chance.shuffled(blanks), strict=True)
    return pairs


def _pools_with(ledger: Ledger, card: Card, before: int) -> list[int]:
    """The earlier shuffles into which a card was seen going."""
    return [
        n for n, tokens in ledger.sources.items() if 1 < n < before and any(ledger.faces[t] == card for t in tokens)
    ]


def _left(ledger: Ledger) -> Counter[Card]:
    """The faces that the first shuffle's unknown cards have between them; below zero where too many are known."""
    left = Counter(ledger.deck_kind.copies)
    left.subtract(Counter(face for token in ledger.outputs[1].values() if (face := ledger.faces[token]) is not None))
    return left


def _fill(ledger: Ledger) -> None:
    """The first shuffle's cards: what is known must be in the deck, the rest is dealt out blind."""
    left = _left(ledger)
    if min(left.values()) < 0:
        raise Impossible
    rest = list(left.elements())
    blanks = [token for token in ledger.outputs[1].values() if ledger.faces[token] is None]
    for token, at in zip(blanks, ledger.chance.shuffled(range(len(rest))), strict=True):
        ledger.faces[token] = rest[at]
