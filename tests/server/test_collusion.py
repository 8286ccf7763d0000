"""Who is listed for playing into each other's hands, and who is not."""

from __future__ import annotations

from sabacc.server.history.collusion import CollusionFinder, Seat, SuspectPair


def found(*hands: list[Seat]) -> list[SuspectPair]:
    """The pairs of some hands."""
    finder = CollusionFinder()
    for hand in hands:
        finder.add(hand)
    return finder.pairs()


def fold(giver: str, taker: str, *others: str, antes: float = 20) -> list[Seat]:
    """A hand in which one player folds after paying much, and another wins it."""
    beside = [Seat(one, one, 0, 0, True) for one in others]
    return [Seat(giver, giver, antes, -antes, True), Seat(taker, taker, antes, antes, False), *beside]


def test_who_gives_to_one_player_again_and_again_is_listed() -> None:
    (pair,) = found(*[fold("a", "b", "c", "d")] * 8)
    assert (pair.kind, pair.people, pair.hands, pair.together, pair.otherwise) == (
        "chip dumping",
        ("a", "b"),
        8,
        160,
        0,
    )
    assert pair.sentence() == "chip dumping: a folded 8 hands to b after paying 160 antes into them; 0 came back."


def test_two_alone_are_compared_with_what_came_back() -> None:
    assert [pair.people for pair in found(*[fold("a", "b")] * 10)] == [("a", "b")]
    assert found(*[fold("a", "b")] * 10, *[fold("b", "a")] * 4) == []


def test_bad_luck_and_small_folds_are_not_listed() -> None:
    assert found(*[fold("a", "b", "c", "d")] * 3) == []
    assert found(*[fold("a", taker, "x", "y") for taker in "bcd" for _ in range(6)]) == []
    assert found(*[fold("a", "b", "c", "d", antes=2)] * 40) == []


def test_bots_are_nobody() -> None:
    bot = [Seat(None, "counter", 20, 20, False), Seat("a", "a", 20, -20, True), Seat("c", "c", 0, 0, True)]
    assert found(*[bot] * 20) == []
