"""What a newcomer is told of the rules follows the options that a table has set."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings

from sabacc.errors import RulesError
from sabacc.rules import (
    OPTIONS,
    PRESETS,
    Rules,
    accepted_values,
    find_preset,
    option_in,
    options_of,
    read_rules,
    write_rules,
)
from sabacc.variants import explain_rules
from sabacc.variants.examples import examples_of
from sabacc.variants.worked_hands import is_played_alike
from tests.strategies import house_rules
from tests.worked_hands import WORKED_HANDS, replay


def explained(key: str, **options: object) -> str:
    return "\n".join(explain_rules(read_rules({"preset": key, **options})))


NO_WORD_OF = [  # what a text must not speak of where the options leave it out
    ("cloud-city", {}, ["static field", "standing bet", "everybody but the player on turn"]),
    ("classic", {"shift_trigger": "none"}, [" rolls ", "four steps", "Doubles"]),
    ("classic", {"shift_trigger": "randomiser"}, [" rolls ", "four steps", "Doubles"]),
    ("classic", {"quiet_rounds": 0}, ["quiet", "A round here is", "Every shift"]),
    ("classic", {"caller_penalty": False}, ["So does a caller"]),
    ("classic", {"fold_fee": 0}, ["Every fold costs"]),
    ("force", {}, ["Dark 23 ", "exact Dark"]),
    ("galactic", {}, ["dealer's left", " rolls "]),
    ("galactic", {"house_dealer": False}, ["The house deals", "first player of this hand"]),
    ("coruscant-shift", {}, ["ante", "bets"]),
    ("classic", {"static_field": "one-a-turn"}, ["after you draw"]),
    ("classic", {"max_raises": 0}, ["in one round of turns"]),
    ("cloud-city", {"shift_trigger": "double-spikes", "shift_kind": "by-dice"}, ["depends on the number", "Double 1 "]),
    ("classic", {"shift_kind": "by-dice", "shift_by_dice": ["none"] * 6}, ["Sabacc shift", "depends on the number"]),
    (
        "pagat",
        {"shift_kind": "by-dice", "shift_by_dice": ["none"] * 6},
        ["Sabacc shift", "may still strike", "protected"],
    ),
    ("classic", {"max_rounds": 3}, ["quiet"]),  # the most rounds come first
    ("galactic", {"pot_building_rounds": 0, "max_rounds": 2}, ["quiet"]),
    ("corellian-house", {"board_price": 0, "schedule": []}, ["pay 0", "cost nothing"]),
    ("corellian-house", {"ante": 0}, ["antes", "the ante to"]),
    ("corellian-house", {"blinds": [0, 10], "schedule": []}, ["pays 0"]),
    ("pagat", {"fold_fee_to": "sabacc"}, ["A fee that is paid to the hand pot"]),
    ("pagat", {"fold_fee": 0}, ["A fee that is paid to the hand pot"]),
    ("pagat", {"pot_building_rounds": 0, "max_rounds": 1}, ["may call the hand", "you are asked once"]),
    ("pagat", {"shift_trigger": "none"}, ["before you roll", "Every shift"]),
    ("galactic", {"shift_trigger": "doubles"}, ["slips of paper", "a pulse strikes"]),
    ("galactic", {"static_field": "none"}, ["a move of the static field"]),
    ("classic", {"static_field": "retrievable"}, ["to play, not to bet"]),
    ("classic", {"caller_penalty": False}, ["one who only gets credits back"]),
    ("galactic", {}, ["A round here is", "only gets credits back", "asked at once"]),
    ("corellian-house", {"blinds": [10, 20]}, ["go up level by level"]),
    ("corellian-house", {"schedule": [[1, 2, 3], [2, 4, 6]]}, ["A hand from start to end", "the whole 100"]),
    ("coruscant-shift", {"ante": 5}, ["you select all five cards, go on"]),
]
WORDS_OF = [
    (
        "cloud-city",
        {},
        ["everybody, the player on turn too, is asked once more, all at the same time, and passes or folds"],
    ),
    ("classic", {"discard_pile": "free"}, ["face-up pile", "free of charge"]),
    ("classic", {"quiet_rounds": 3}, ["after 3 quiet rounds in a row"]),
    ("classic", {}, ["the table calls (after quiet rounds only if this turn was quiet, too)"]),
    ("pagat", {}, ["after quiet rounds there is play before it, which must be quiet, too"]),
    ("galactic", {"pot_building_rounds": 0, "max_rounds": 3}, ["after 2 quiet rounds"]),
    ("classic", {"shift_trigger": "double-spikes", "shift_kind": "by-dice"}, ["bring a Sabacc shift, the core shift"]),
    ("classic", {"shift_kind": "by-dice", "shift_by_dice": ["none"] * 6}, ["no double brings a shift"]),
    ("corellian-house", {"ante": 0}, ["the big blind, the small blind; who would then have paid nothing"]),
    ("classic", {"max_raises": 2}, ["raised only 2 times in one round of turns"]),
    ("cloud-city", {"max_raises": 2}, ["raised only 2 times in one turn"]),
    ("classic", {"sabacc_pot_cap": 40}, ["more than 40"]),
    ("cloud-city", {}, ["sat out when the sabacc pot was empty pays it 1 on coming back"]),
    ("corellian-house", {}, ["sits out when a blind is due pays it on coming back"]),
    ("classic", {"fold_fee": "ante", "ante": 7}, ["Every fold costs 7, as much as the ante, to the sabacc pot"]),
    ("classic", {"house_dealer": True}, ["The house deals. A token"]),
    ("classic", {"deck": ["S1", "S2", "S3", "S4", "ID"]}, ["only 5 of them: S1 S2 S3 S4 ID"]),
    ("classic", {"shift_kind": "by-dice", "shift_by_dice": ["none", *["rim"] * 5]}, ["Double 1 is no shift"]),
    ("classic", {"community_field": True}, ["static fields of the others who have not folded"]),
    ("classic", {"items": True}, ["stake an item"]),
    ("classic", {"deck": ["S1", "S2", "S3", "S4", "ID"]}, ["For 2 players.", "an example each from the whole deck"]),
    ("classic", {"max_raises": 0}, ["it may not be raised"]),
    ("pagat", {}, ["before or after you draw", "still have your turns, and may call the hand"]),
    ("classic", {}, ["A pot whose players have all bombed out goes into the sabacc pot"]),
    (
        "corellian-house",
        {},
        ["if you have as much", "a card of the stub starts it anew", "first from the button's left"],
    ),
    ("coruscant-shift", {"ante": 5}, ["a player who can't is not dealt in"]),
    ("classic", {"sides": True, "negative_pure": False}, ["Light 23 beats a Dark −23"]),
    ("force", {}, ["Light 23 beats a Dark −23", "before any card is dealt"]),
    ("galactic", {}, ["1 time in 3", "1 in 6", "1 in 48", "The house deals. A token"]),
    ("galactic", {"shift_trigger": "doubles"}, ["rolls two dice"]),
    ("corellian-house", {}, ["one with a pair beats one with a sylop", "larger sum when all signs are left out"]),
    ("coruscant-shift", {"ante": 5, "max_bet": 4}, ["antes 5", "bet 1 to 4", "side pot", "What nobody matched"]),
    ("coruscant-shift", {}, ["one more round among them, and so on", "to the next who plays"]),
    ("coruscant-shift", {"ante": 5}, ["check if there is nothing to pay and otherwise fold, and add nothing"]),
    ("cloud-city", {}, ["once for all missed hands", "The last one left can't fold"]),
    ("classic", {}, ["50 back before anything is settled", "Credits that went back", "one who only gets credits back"]),
    ("classic", {}, ["counts only for pots in which its player was tied", "sabacc pot if it is special"]),
    ("classic", {}, ["A round here is as many turns running", "even a shift in this last turn"]),
    ("classic", {"static_field": "one-a-turn"}, ["On your own turn you may lay one card"]),
    ("classic", {"discard_pile": 2}, ["A fee that is paid to the hand pot"]),
    ("force", {}, ["A side that is not declared in time is chosen by chance"]),
    ("pagat", {}, ["at the latest betting round 12", "even a shift in that play", "but before you roll"]),
    ("pagat", {}, ["From betting round 4 on, until the hand is called", "A fee that is paid to the hand pot"]),
    ("pagat", {"max_rounds": 9}, ["at the latest betting round 9"]),
    ("galactic", {}, ["with four players, one of the first eight", "to play, not to bet", "is drawn anew"]),
    ("galactic", {}, ["until everybody has had a turn to play since"]),
    ("corellian-house", {}, ["match the whole 100 all the same", "The card changes no rank"]),
    (
        "corellian-house",
        {},
        ["only if they have at least a full one to match", "the big blind to the hand pot, as a"],
    ),
    ("corellian-house", {"blinds": [10, 20]}, ["are no level of its schedule (50/100/25, 100/200/50"]),
    ("corellian-house", {"blinds": [100, 200], "board_price": 50}, ["200 to the hand pot", "go up level by level"]),
    ("corellian-house", {"schedule": [[1, 2, 3], [2, 4, 6]]}, ["2 to the hand pot", "1/2/3, 2/4/6"]),
    ("corellian-house", {"ante": 7}, ["The ante stays as it is"]),
    *((key, {}, ["At a table with a clock, if your time runs out"]) for key in PRESETS),
]


@pytest.mark.parametrize(("key", "options", "words"), NO_WORD_OF)
def test_what_the_options_leave_out_is_not_spoken_of(key: str, options: dict[str, object], words: list[str]) -> None:
    paragraphs = explain_rules(read_rules({"preset": key, **options}))
    told = "\n".join(paragraphs[1:])  # but for the preset's own line
    assert [word for word in words if word in told] == []


@pytest.mark.parametrize(("key", "options", "words"), WORDS_OF)
def test_what_the_options_bring_is_explained(key: str, options: dict[str, object], words: list[str]) -> None:
    told = explained(key, **options)
    assert [word for word in words if word not in told] == []


@pytest.mark.parametrize("key", PRESETS)
def test_an_option_speaks_of_null_only_where_it_takes_it(key: str) -> None:
    preset = find_preset(key)
    for option in (option_in(preset, name) for name in options_of(preset)):
        assert ("Null: " in str(option.meaning)) == option.allows(None)


@pytest.mark.parametrize("key", PRESETS)
def test_every_rank_is_explained_with_an_example(key: str) -> None:
    told = explained(key).replace("−", "-")
    for hand in examples_of(read_rules(key)).hands:
        assert " ".join(hand.cards) in told
        assert hand.line.replace("−", "-") in told


# ---- a word comes after what explains it

EXPLAINED = {  # a word, and the paragraph in which it may come first
    "hand pot": "Goal.",
    "sabacc pot": "Goal.",
    "bomb-out": "Goal.",
    "arcana": "Cards.",
    "Idiot's Array": "Hands",
    "Pure Sabacc": "Hands",
    "Light": "Sides.",
    "token": "Dealer.",
    "ante": "Ante.",
    "check": "Bet",
    "fold": "Bet",
    "raise": "Bet",
    "static field": "Static field.",
    "shift": "Roll.|Pulse.|Shift.",
    "pulse": "Pulse.",
    "caller": "Call.",
    "quiet": "The table calls.",
    "sudden demise": "Tie.",
    "all-in": "All-in and side pots.",
    "side pot": "All-in and side pots.",
}
EXPLAINED_62 = {
    "sylop": "Cards.",
    "integer": "Ranks",
    "Banthas Wild": "Ranks",
    "blind": "Blinds.",
    "button": "Blinds.",
    "pocket": "Deal.",
    "petal": "Deal.",
    "stub": "Deal.",
    "check": "Betting.",
    "fold": "Betting.",
    "all-in": "All-in and side pots.",
    "doubles": "Spike.",
}


@pytest.mark.parametrize("key", PRESETS)
def test_a_word_is_used_only_after_it_was_explained(key: str) -> None:
    paragraphs = explain_rules(read_rules(key))[1:]  # the first is a line for who knows the game
    words = EXPLAINED if find_preset(key).family == "76" else EXPLAINED_62 if key == "corellian-house" else {}
    for word, home in words.items():
        first = next((one for one in paragraphs if re.search(rf"\b{word}", one, re.IGNORECASE)), None)
        assert first is None or re.match(home, first), (word, first)


# ---- the worked hand


def test_a_worked_hand_is_told_only_where_it_would_be_played_just_so() -> None:
    assert "from start to end" in explained("classic")
    assert "from start to end" in explained("classic", items=True, quiet_rounds=3)
    for options in ({"shift_trigger": "none"}, {"ante": 5}, {"moderation": -14}, {"max_raises": 0}):
        assert "from start to end" not in explained("classic", **options)


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize(
    "idle",
    [
        {"quiet_rounds": 1},
        {"quiet_rounds": 0},
        {"items": True},
        {"missed_payments": False},
        {"schedule": []},
        {"level_hands": 1},
        {"level_minutes": 0},
    ],
    ids=str,
)
def test_what_is_said_not_to_matter_to_a_worked_hand_does_not(key: str, idle: dict[str, object]) -> None:
    try:
        rules = read_rules({"preset": key, **idle})
    except RulesError:
        return  # no option of this preset
    assert is_played_alike(rules)
    as_told = replay(key, WORKED_HANDS[key])
    assert replay(key, WORKED_HANDS[key], **idle).hand.stacks == as_told.hand.stacks


# ---- the values that are listed


@pytest.mark.parametrize("key", PRESETS)
def test_every_value_that_is_listed_is_accepted(key: str) -> None:
    rules = read_rules(key)
    for name in options_of(find_preset(key)):
        listed = accepted_values(rules, name)
        for word in listed.choices:
            read_rules({"preset": key, name: option_value(name, word)})
        for words in listed.refused.values():
            for word in words:
                with pytest.raises(RulesError):
                    read_rules({"preset": key, name: option_value(name, word)})
        for number in re.findall(r"-?\d+", listed.words) if OPTIONS[name].kind == "number" else []:
            read_rules({"preset": key, name: int(number)})


def option_value(name: str, word: str) -> object:
    """A listed word as the value that it stands for."""
    if OPTIONS[name].kind == "switch":
        return word == "true"
    return int(word) if isinstance(OPTIONS[name].choices[0], int) else word


@pytest.mark.parametrize(
    ("key", "options", "name", "words"),
    [
        ("pagat", {}, "max_rounds", "a whole number from 5 to 100"),
        ("pagat", {}, "pot_building_rounds", "a whole number from 0 to 10"),
        ("pagat", {"pot_building_rounds": 0, "max_rounds": 1}, "pot_building_rounds", "0"),
        ("classic", {}, "max_rounds", "a whole number from 3 to 100"),
        ("classic", {}, "sides", "false"),
        ("classic", {"negative_pure": False}, "sides", "true or false"),
        ("classic", {"shift_kind": "by-dice"}, "shift_trigger", "one of doubles, double-spikes"),
        ("cloud-city", {}, "shift_kind", "one of core, rim, wild, one-card, pulse"),
        ("cloud-city", {}, "community_field", "false"),
        ("corellian-house", {}, "max_bet", "a whole number from 100 up, or null"),
        ("coruscant-shift", {}, "items", "false"),
    ],
)
def test_values_follow_the_other_options(key: str, options: dict[str, object], name: str, words: str) -> None:
    assert accepted_values(read_rules({"preset": key, **options}), name).words == words


# ---- whatever is set


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(rules=house_rules())
def test_any_table_may_set_what_is_listed_for_it(rules: Rules) -> None:
    for name in options_of(find_preset(rules.preset)):
        for word in accepted_values(rules, name).choices:
            read_rules({**write_rules(rules), name: option_value(name, word)})


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(rules=house_rules())
def test_any_options_are_explained_in_whole_sentences(rules: Rules) -> None:
    for paragraph in explain_rules(rules)[1:]:
        assert re.search(r"None|True|False|[{}]|  |\.\.|\d\.\d", paragraph) is None, paragraph
        assert paragraph[0].isupper() or paragraph[0].isdigit()
        assert paragraph[-1] == "." or "\n" in paragraph


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(rules=house_rules(("cloud-city", "classic", "force", "pagat", "galactic")))
def test_dice_field_and_pile_are_told_of_just_where_they_are(rules: Rules) -> None:
    told = "\n".join(explain_rules(rules)[1:])
    dice = rules.shift_trigger not in ("none", "pulse", "randomiser")
    assert (" rolls " in told) == dice
    assert ("static field" in told) == (rules.static_field != "none")
    assert ("face-up pile" in told) == (rules.discard_pile != "off")
    assert ("Sides." in told) == rules.sides
    assert ("The house deals." in told) == rules.house_dealer
    rounds_for_calls = rules.max_rounds - rules.pot_building_rounds
    assert ("quiet round" in told) == (0 < rules.quiet_rounds < rounds_for_calls)
