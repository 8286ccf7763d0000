"""The server keeps to its own description: whatever is asked, the answer is one that /openapi names, and never a fault."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.servers import Person, Server, running

EXAMPLES = 300 if os.environ.get("SABACC_SOAK") else 6
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all."""
    with running(tmp_path_factory.mktemp("schema")) as one:
        yield one


def test_every_answer_is_one_that_the_description_names(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/openapi/openapi.json")
    wrong: list[str] = []
    asked = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        try:
            asked += _ask(server, operation)
        except (Exception, BaseExceptionGroup) as error:  # all are looked at before the test says which are wrong
            causes = getattr(error, "exceptions", [error])
            wrong.append(f"{operation.method.upper()} {operation.path}: {' | '.join(map(str, causes))}"[:900])
    assert not wrong, "\n\n".join(wrong)
    assert asked > 100
    assert "fault" not in server.log()


def _ask(server: Server, operation: Any) -> int:
    """Asks for one thing in many ways; how many."""
    person = Person(server)  # a new one each time, since some ask to be forgotten
    headers = {"Cookie": person.cookie, "Origin": server.url}
    asked = 0

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy())
    def ask(case: Case[Any]) -> None:
        nonlocal asked
        asked += 1
        case.validate_response(case.call(headers=headers, timeout=60), checks=CHECKS)

    ask()
    return asked
