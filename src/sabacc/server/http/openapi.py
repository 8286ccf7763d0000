"""The OpenAPI description of refusals, which look alike for every operation."""

from __future__ import annotations

from litestar import Litestar
from litestar.openapi.spec import (
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    PathItem,
    Schema,
)

METHODS = ("get", "post", "put", "patch", "delete")
_SENTENCE = Schema(type=OpenAPIType.STRING, description="What was wrong, and what would be right.")
_OPTION = Schema(type=OpenAPIType.STRING, description="The house rule that is refused, if it is one.")
_REFUSED = OpenAPIResponse(
    description="Refused, and nothing has changed.",
    content={
        "application/json": OpenAPIMediaType(
            schema=Schema(
                type=OpenAPIType.OBJECT, properties={"error": _SENTENCE, "option": _OPTION}, required=["error"]
            )
        )
    },
)


def describe_refusals(app: Litestar) -> None:
    """Describes our own refusals in place of the framework's."""
    for path in (app.openapi_schema.paths or {}).values():
        for operation in _operations(path):
            responses = operation.responses or {}
            responses.pop("400", None)
            responses["4XX"] = _REFUSED


def _operations(path: PathItem) -> list[Operation]:
    found = [getattr(path, method) for method in METHODS]
    return [operation for operation in found if operation is not None]
