"""Inviting friends over HTTP: the link to a table as a picture."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from litestar import Router, get
from litestar.params import Parameter

from sabacc.server.http.auth import HttpRequest
from sabacc.server.http.errors import Forbidden
from sabacc.server.http.guard import is_own_origin
from sabacc.server.hub import Hub


def invite_routes(hub: Hub) -> Router:
    """The routes about invitations."""

    @get("/tables/{table_id:str}/qr", tags=["tables"], media_type="image/svg+xml")
    async def qr_code(request: HttpRequest, table_id: str, origin: Annotated[str, Parameter(max_length=300)]) -> bytes:
        """A picture of the link to a table, for the camera of a phone; `origin` is where one has the pages from."""
        hub.table_service.check(table_id)
        if not is_own_origin(origin, request.scope, hub.config.security):
            raise Forbidden("the picture is of links to this server alone: name the origin of its pages.")
        picture = io.BytesIO()
        code = segno.make(f"{origin.rstrip('/')}/table/{table_id}", error="m")
        code.save(picture, kind="svg", border=3, light="#fff")
        return picture.getvalue()

    return Router(path="/api", route_handlers=[qr_code])
