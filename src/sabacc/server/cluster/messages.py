"""What nodes of a cluster say to each other.

What goes to one node alone may hold cards and commands: nobody else may read it. What goes to all nodes never does.
"""

from __future__ import annotations

import msgspec

from sabacc.server.lobby import Listing
from sabacc.server.people.sessions import Person
from sabacc.server.table.removals import Traces


class Visitor(msgspec.Struct, frozen=True, array_like=True):
    """A client as its gateway knows it."""

    person: Person | None
    session: str | None
    known_since: int
    traces: Traces
    address: str
    words: bool
    language: str

    def __repr__(self) -> str:
        return f"<Visitor {self.person}>"


class Message(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The base of all messages."""


# ---- from a gateway to a worker; `client` is the gateway's number for a connection, `attempt` counts its joins


class Join(Message, frozen=True, tag=True):
    """A client connects to a table, or goes on there after the table has moved."""

    client: int
    attempt: int
    table: str
    visitor: Visitor
    since: int | None
    password: str | None
    admitted: bool  # the table has let it in before
    lag: float

    def __repr__(self) -> str:
        return f"<Join {self.client} {self.table}>"


class Leave(Message, frozen=True, tag=True):
    """A client disconnects."""

    client: int


class ClientCommand(Message, frozen=True, tag=True):
    """A client's command."""

    client: int
    attempt: int
    command: bytes


class Lag(Message, frozen=True, tag=True):
    """A client's lag, in seconds."""

    client: int
    seconds: float


# ---- from a worker to a gateway


class ToClient(Message, frozen=True, tag=True):
    """The base of what is for one client, in one of its joins."""

    client: int
    attempt: int


class Joined(ToClient, frozen=True, tag=True):
    """A client is connected."""


class JoinRefused(ToClient, frozen=True, tag=True):
    """A client may not connect."""

    why: str
    again: bool = False
    wants_password: bool = False


class NotHere(ToClient, frozen=True, tag=True):
    """The worker does not play the table of a client, or knows nothing of the client."""


class Frame(ToClient, frozen=True, tag=True):
    """Messages for a client, joined by commas, and the ids of the commands that they answer."""

    epoch: int
    answered: tuple[str, ...]
    has_snapshot: bool
    messages: bytes


class Farewell(ToClient, frozen=True, tag=True):
    """The table closes a client's connection."""

    epoch: int
    why: str
    again: bool


# ---- both ways


class Mark(Message, frozen=True, tag=True):
    """Nothing, every second: its number shows whether something before it was lost."""


class SomethingLost(Message, frozen=True, tag=True):
    """The numbers of what came have a gap: something is lost."""


# ---- requests and their answers


class Numbered(Message, frozen=True, tag=True):
    """The base of requests; the answer has the same number."""

    number: int


class OpenTable(Numbered, frozen=True, tag=True):
    """Open a table."""

    table: str
    entry: bytes  # its first, sealed
    seats_host: bool


class SharedAddressesOf(Numbered, frozen=True, tag=True):
    """Which players of a table came from one address?"""

    table: str
    person: str


class RemovePerson(Numbered, frozen=True, tag=True):
    """Take somebody away from all tables, who deletes their account."""

    person: str


class CheckRename(Numbered, frozen=True, tag=True):
    """Refuse another name to who sits at a table."""

    person: str
    name: str


class HeadOf(Numbered, frozen=True, tag=True):
    """The newest signed head of the log, with the proof for a table."""

    table: str | None


Request = OpenTable | SharedAddressesOf | RemovePerson | CheckRename | HeadOf


class Reply(Message, frozen=True, tag=True):
    """The answer to a request: JSON, or the refusal's status and sentence."""

    number: int
    body: bytes
    status: int = 0
    error: str | None = None


# ---- to all nodes


class Heartbeat(Message, frozen=True, tag=True):
    """A node is there."""


class Moved(Message, frozen=True, tag=True):
    """Leases have a new owner."""

    owner: str
    epochs: dict[int, int]


class Listings(Message, frozen=True, tag=True):
    """What the lobby says of some tables, and tables that have closed."""

    changed: list[Listing]
    gone: list[str]


class Contents(Message, frozen=True, tag=True):
    """All tables of a worker's shards."""

    tables: dict[int, list[str]]


class ListingsWanted(Message, frozen=True, tag=True):
    """A node does not know all tables."""


class SessionEnded(Message, frozen=True, tag=True):
    """A session has ended, wherever it was."""

    session: str


class Renamed(Message, frozen=True, tag=True):
    """Somebody has another name."""

    person: str
    name: str


class NewAvatar(Message, frozen=True, tag=True):
    """Somebody has another avatar."""

    person: str
    avatar: int


class Taken(Message, frozen=True, tag=True):
    """What was taken from rate limits, by limit and key."""

    limits: dict[str, dict[str, float]]


Direct = (
    Join | Leave | ClientCommand | Lag | Joined | JoinRefused | NotHere | Frame | Farewell | Mark | SomethingLost
    | OpenTable | SharedAddressesOf | RemovePerson | CheckRename | HeadOf | Reply | Listings
)  # fmt: skip
Shared = Heartbeat | Moved | Listings | Contents | ListingsWanted | SessionEnded | Renamed | NewAvatar | Taken


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """A message to one node, with its number among all that its sender has sent there."""

    start: str  # of the sender
    number: int
    body: Direct


class Notice(msgspec.Struct, frozen=True, array_like=True):
    """A message to all nodes."""

    start: str
    body: Shared
