"""Messages are filled in the same way by the server and by the pages (`web/tests/pattern.test.ts` reads the same cases)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sabacc.messages.catalogue import fill
from sabacc.messages.pattern import PatternError, parse

CASES = json.loads(Path(__file__).with_name("pattern_cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("language", "text", "arguments", "said"), CASES)
def test_a_message_is_filled_in(language: str, text: str, arguments: dict[str, Any], said: str) -> None:
    assert fill(parse(text), language, arguments) == said


@pytest.mark.parametrize("text", ["{name", "name}", "{}", "{n, plural, one {#}}", "{n, plural, other {#}", "{n, date}"])
def test_a_broken_message_is_refused(text: str) -> None:
    with pytest.raises(PatternError):
        parse(text)
