"""How often one person at a table of bots is asked: no more than a hand is worth."""

from __future__ import annotations

import pytest

from tests.server.prompt_counts import MOST, count_prompts, percentile, without_pauses
from tests.strategies import SOAK

HANDS = 200 if SOAK else 60
LUCK = 0 if SOAK else 1  # what few hands may have more than many
# Who is curious stays in with almost anything and raises, so that there is more to decide.
MOST_OF_CURIOUS = {**MOST, "cloud-city": 8, "pagat": 12, "galactic": 15}
MOST_WITH_PAUSES = {"careful": 12, "curious": 14}  # in pagat, with three seconds for a field move after some draws


@pytest.mark.parametrize("preset", MOST)
def test_a_careful_player_is_hardly_asked_more_than_a_hand_is_worth(preset: str) -> None:
    assert percentile(without_pauses(count_prompts(preset, HANDS, "careful")), 0.9) <= MOST[preset] + LUCK


@pytest.mark.parametrize("preset", MOST)
def test_a_curious_player_is_not_asked_more_than_a_hand_is_worth_in_most_hands(preset: str) -> None:
    counts = without_pauses(count_prompts(preset, HANDS, "curious"))
    assert percentile(counts, 0.5) <= MOST[preset]
    assert percentile(counts, 0.9) <= MOST_OF_CURIOUS[preset] + LUCK


@pytest.mark.parametrize("person", MOST_WITH_PAUSES)
def test_pauses_for_field_moves_are_few(person: str) -> None:
    assert percentile(count_prompts("pagat", HANDS, person), 0.9) <= MOST_WITH_PAUSES[person] + 2 * LUCK


@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
def test_no_window_is_waited_for(preset: str) -> None:
    counts = count_prompts(preset, 5, "curious")
    assert not any("window" in kind for one in counts for kind in one)
