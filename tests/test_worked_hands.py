"""The hands that the rules pages and `sabacc rules` play out come out on the engine as they are told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from sabacc.game.events import Rolled, RoundWon, Shown
from sabacc.hands.classic import Scale
from sabacc.hands.corellian import worth
from sabacc.hands.sides import DARK, LIGHT
from sabacc.rules import PRESETS, find_preset, read_rules
from sabacc.variants import explain_rules
from tests.clauses.test_showdown import settled
from tests.tables import NAMES, only
from tests.worked_hands import WORKED_HANDS, Replay, replay

PAGES = Path(__file__).parent.parent / "docs" / "rules"
FOR_CREDITS = [key for key in WORKED_HANDS if PRESETS[key].rules.ante != 0]
FAMILY_76 = [key for key in WORKED_HANDS if PRESETS[key].family == "76"]


def page(name: str, heading: str = "## A worked hand") -> str:
    """A part of a page, as one line of plain minus signs and numbers without commas."""
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    level = heading.partition(" ")[0]
    part = text[text.index(f"\n{heading}\n") + len(heading) + 2 :]
    return one_line(re.split(rf"^{level} ", part, flags=re.MULTILINE)[0])


def one_line(text: str) -> str:
    text = re.sub(r"(\d),(\d{3})", r"\1\2", text.replace("−", "-"))
    return re.sub(r"\s+", " ", text)


def told_in_short(key: str) -> str:
    return one_line(explain_rules(find_preset(key).rules)[-1])


def sizes_told(text: str, pot: str) -> list[int]:
    """Every size that a text says a pot has: "hand pot 9 + 8 = 17" says 17."""
    found = re.findall(rf"{pot} pot (?:of )?(\d[\d+ =]*\d|\d)", text, re.IGNORECASE)
    return [int(re.findall(r"\d+", one)[-1]) for one in found]


def is_in_order(part: Sequence[object], whole: Sequence[object]) -> bool:
    rest = iter(whole)
    return all(one in rest for one in part)


def stacks_told(text: str) -> dict[str, int]:
    found = re.search(r"[Ss]tacks: ((?:[A-Z]\w+ \d+(?:, )?)+)", text)
    assert found is not None
    return {name: int(stack) for name, stack in re.findall(r"([A-Z]\w+) (\d+)", found[1])}


def play_out(key: str) -> Replay:
    played = replay(key, WORKED_HANDS[key])
    assert played.hand.over
    return played


def test_every_preset_has_a_worked_hand() -> None:
    assert set(WORKED_HANDS) == set(PRESETS)


@pytest.mark.parametrize("key", FOR_CREDITS)
def test_stacks_at_the_end_are_those_of_page_and_text(key: str) -> None:
    stacks = play_out(key).hand.stacks
    played = dict(zip(NAMES, stacks, strict=False))
    assert stacks_told(page(key)) == played
    assert stacks_told(told_in_short(key)) == played


@pytest.mark.parametrize("key", FOR_CREDITS)
def test_everybody_starts_with_what_the_page_says_and_nothing_is_lost(key: str) -> None:
    stack = find_preset(key).stack
    played = play_out(key).hand
    assert f"has {stack}" in page(key)
    assert f"has {stack}" in told_in_short(key)
    assert f"together {stack * len(played.stacks)}" in page(key)
    assert sum(played.stacks) + played.sabacc_pot == stack * len(played.stacks)


@pytest.mark.parametrize("key", FOR_CREDITS)
@pytest.mark.parametrize("in_short", [False, True], ids=["page", "text"])
def test_pots_grow_as_page_and_text_say(key: str, in_short: bool) -> None:
    played = play_out(key)
    told = told_in_short(key) if in_short else page(key)
    before_the_end = re.split(r"\*\*(?:Showdown|Reveal)", told)[0]
    sizes = sizes_told(before_the_end, "hand")
    assert len(sizes) >= 2
    assert is_in_order(sizes, played.hand_pots), (sizes, played.hand_pots)
    assert sizes_told(told, "sabacc")[0] == played.sabacc_pots[0]


@pytest.mark.parametrize("key", FOR_CREDITS)
def test_what_is_won_is_named_on_page_and_in_text(key: str) -> None:
    won = play_out(key).won
    end = re.split(r"\*\*(?:Showdown|Reveal)", page(key))[1]
    for seat, amount, _ in won:
        assert re.search(rf"\b{amount}\b", end)
        assert re.search(rf"{NAMES[seat]} takes.*\b{amount}\b", told_in_short(key))


@pytest.mark.parametrize("key", FAMILY_76)
def test_totals_on_the_page_are_the_cards_sums(key: str) -> None:
    rules = find_preset(key).rules
    scale = Scale(rules)
    cards = re.findall(r"`([^`]+)` =(?: [\d−+ -]+ =)? (-?\d+)", page(key))
    dark = [told for told in cards if rules.sides and told[0] == "F9 T6"]
    for held, total in cards:
        if " " not in held:
            continue  # a single card that came to others
        side = DARK if (held, total) in dark else "light" if rules.sides else None
        assert scale.total(held.split(), side) == int(total), held


@pytest.mark.parametrize("key", FAMILY_76)
def test_hands_shown_at_the_end_have_the_totals_that_are_told(key: str) -> None:
    end = re.split(r"\*\*(?:Showdown|Reveal)", page(key))[1]
    for shown in only(Shown, play_out(key).hand.events):
        assert (shown.name == "Idiot's Array" and shown.name in end) or re.search(rf"(?<!\d){shown.total}\b", end)


@pytest.mark.parametrize("key", FOR_CREDITS)
@pytest.mark.parametrize("in_short", [False, True], ids=["page", "text"])
def test_the_dice_that_are_told_are_rolled_in_that_order(key: str, in_short: bool) -> None:
    told = told_in_short(key) if in_short else page(key)
    found = re.findall(r"(?:dice show|die shows|rolls|throws|last roll,) (\d)(?: and (\d))?", told)
    dice = [tuple(int(die) for die in both if die) for both in found]
    rolled = [roll.dice for roll in only(Rolled, play_out(key).hand.events)]
    if key in ("cloud-city", "classic", "force", "corellian-house"):
        assert dice == rolled
    else:  # some rolls are only said to be no doubles
        assert is_in_order(dice, rolled)
        assert all(roll in dice for roll in rolled if len(set(roll)) == 1)


@pytest.mark.parametrize("key", FAMILY_76)
@pytest.mark.parametrize("in_short", [False, True], ids=["page", "text"])
def test_totals_come_in_the_order_in_which_they_are_told(key: str, in_short: bool) -> None:
    """Every "and has 18", ", for 18" and "S7 (21)" is a total that somebody has then, in the order of the page."""
    rules = find_preset(key).rules
    scale = Scale(rules)
    sides = [DARK if rules.sides and seat == 1 else LIGHT if rules.sides else None for seat in range(4)]
    by_time = [{scale.total(cards, sides[seat]) for seat, cards in enumerate(held)} for held in play_out(key).held]
    told = told_in_short(key) if in_short else re.split(r"\*\*(?:Showdown|Reveal)", page(key))[0]
    pattern = r"[A-Z][A-Z0-9]+ \((-?\d+)\)" if in_short else r"(?:and has|he has|, for|`:|has) (-?\d+)(?=[.,])"
    totals = [int(total) for total in re.findall(pattern, re.sub(r"[Ee]ach has \d+|sudden demise.*", "", told))]
    assert len(totals) >= 2
    at = 0
    for total in totals:
        later = [time for time in range(at, len(by_time)) if total in by_time[time]]
        assert later, (total, totals)
        at = later[0]


def test_pagat_ben_bets_4_and_calls_the_hand_with_it() -> None:
    played = play_out("pagat").hand
    assert "Ben bets 4 and calls the hand with it" in page("pagat")
    assert (NAMES[played.caller], played.round) == ("Ben", 4)


def test_coruscant_shift_ben_wins_by_four_triangles() -> None:
    hand = play_out("coruscant-shift").hand
    assert "Ben wins the round" in page("coruscant-shift")
    assert [shown.total for shown in only(Shown, hand.events)] == [5, 5, 5]
    assert [NAMES[won.seat] for won in only(RoundWon, hand.events)] == ["Ben"]


def test_corellian_hands_have_the_ranks_that_are_told() -> None:
    names = {shown.name for shown in only(Shown, play_out("corellian-house").hand.events)}
    assert names == {"Banthas Wild", "Sabacc"}
    assert worth(["+7", "-7", "+9", "-9"]).name == "Rule of Two"


# ---- the examples of the shared pages


def test_the_side_pots_of_the_family_page() -> None:
    """Ana 22 for 20, Ben 17 for 50, Cy 20 for 80, Dee folded with 20; antes of 5 are in what was paid."""
    hands = ("S12 C10", "S9 C8", "S11 C9", "S1 C1")
    outcome = settled("classic", *hands, paid=[25, 55, 85, 25], stacks=[0, 0, 40, 40], folded=[3], caller=2)
    assert outcome.stacks == [100, 0, 40 + 30 + 60, 40]
    more = settled("classic", *hands, paid=[25, 55, 55, 65], stacks=[0, 0, 0, 40], folded=[3], caller=2)
    assert more.stacks == [100, 0, 100, 40]
    text = page("the-76-card-family", "### A side pot")
    assert all(said in text for said in ("20 + 80 = 100", "30 + 30 = 60", "30 go back to Cy", "100 again"))


@pytest.mark.parametrize(
    ("preset", "demise", "ben_ana_cy", "sabacc_pot"),
    [
        ("classic", "EN T2", (100, 124, 76), 54),
        ("classic", "S7 C7", (100, 100, 124), 30),
        ("cloud-city", "S7 C7", (112, 112, 76), 54),
        ("classic", "F3 S1", (100 + 24 + 54, 100, 76), 0),
    ],
)
def test_the_sudden_demises_of_the_family_page(
    preset: str, demise: str, ben_ana_cy: tuple[int, ...], sabacc_pot: int
) -> None:
    hands = ("C12 T8", "F14 S4", "S9 F11")  # Ben, Cy, Ana
    outcome = settled(preset, *hands, demise=demise, caller=1, paid=8, sabacc_pot=30)
    ben, cy, ana = outcome.stacks
    assert ((ben, ana, cy), outcome.sabacc_pot) == (ben_ana_cy, sabacc_pot)
    text = page("the-76-card-family", "### A sudden demise")
    assert all(f"gets `{card}`" in text for card in demise.split())
    assert "hand pot 24, sabacc pot 30" in text


def test_what_bombing_out_costs_on_the_family_page() -> None:
    hands = ("S15 C10", "T15 EO", "F9 S8", "C11 QA", "S1 C1")  # the fifth has folded
    paid, stacks = [3, 3, 3, 3, 2], [50, 6, 50, 50, 50]
    outcome = settled("cloud-city", *hands, caller=3, paid=paid, stacks=stacks, sabacc_pot=9, folded=[4])
    assert (outcome.stacks, outcome.sabacc_pot) == ([36, 0, 64, 36, 50], 43)
    assert "9 + 14 + 6 + 14 = 43" in page("the-76-card-family", "### What a bomb-out costs")


def test_the_community_field_of_the_house_rules_page() -> None:
    scale = Scale(read_rules({"preset": "classic", "community_field": True}))
    assert scale.worth(("S8", "C6"), None, ("T9",)).name == "Pure Sabacc"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("+8 -8 +10 -10", "+7 -7 +9 -9"),
        ("+9 -3 -2 -4", "-9 +3 +2 +4"),
        ("+10 -6 -5 +3", "+1 -7 +6 -2"),
    ],
)
def test_the_tie_breaks_of_the_corellian_page(better: str, worse: str) -> None:
    text = page("corellian-house", "### Tie-breaks")
    assert f"`{better}`" in text
    assert f"`{worse}`" in text
    assert worth(better.split()).rank == worth(worse.split()).rank
    assert worth(better.split()).key > worth(worse.split()).key


@pytest.mark.clause("CH26")
def test_ch26_the_printed_example_of_a_sabacc_is_a_straight_khyron() -> None:
    assert worth(["+1", "+4", "-3", "-2"]).name == "Straight Khyron"
    assert "`+1 +4 -3 -2`" in page("corellian-house", "## The odds")
