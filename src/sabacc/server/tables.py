"""The tables that this process plays: recovered from the log, set up again when they break, and closed when nobody comes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping

import structlog

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.rules import NewerBehaviour
from sabacc.server.http.errors import Conflict, NotFound, Unavailable
from sabacc.server.lobby import Lobby
from sabacc.server.shared_addresses import SharedAddresses
from sabacc.server.storage.lease import LeaseLost
from sabacc.server.storage.log import RecoveryData
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.context import TableContext

RECOVERY_DELAY = 1.0  # seconds; doubled each time a table breaks at the same version
MAX_RECOVERY_DOUBLINGS = 6
MENDING = Message("refusal.mending")
LOST = "the table can't be played on, since what is stored of it is damaged; who runs the server was told."
NO_TABLE = Message("refusal.no-table")
_log = structlog.get_logger()


class Tables(Mapping[str, Table]):
    """All tables that are played here, by their ids."""

    def __init__(self, context: TableContext, lobby: Lobby, shared_addresses: SharedAddresses) -> None:
        self.context = context
        self.lobby = lobby
        self.shared_addresses = shared_addresses
        self.refused: dict[str, str | Message] = {}  # by table: why it can't be played here, in a sentence
        self.mending: set[str] = set()  # tables that broke, and are being recovered
        self.on_tournament: Callable[[str], None] = lambda tournament: (
            None
        )  # something has happened at one of its tables
        self._tables: dict[str, Table] = {}
        self._recoveries: set[asyncio.Task[None]] = set()
        self._failures: dict[str, tuple[int, int]] = {}  # by table: the version at which it broke, and how often
        context.on_change = self._on_change
        context.on_broken = self._on_broken

    def __getitem__(self, table_id: str) -> Table:
        return self._tables[table_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def find(self, table_id: str) -> Table:
        """A table by its id, or a sentence about why it can't be had."""
        table = self._tables.get(table_id)
        if table is None and table_id in self.mending:
            raise Unavailable(MENDING)
        if table is None:
            raise NotFound(self.refused.get(table_id, NO_TABLE))
        return table

    def add(self, table: Table) -> None:
        """A table is played here from now on."""
        self._tables[table.id] = table
        self.context.metrics.tables = len(self._tables)

    # ---- from the log

    async def load(self, table_ids: Iterable[str]) -> None:
        """Recovers some tables from the log, and goes on with them."""
        wanted = list(table_ids)
        for table_id, recovery in (await self.context.log.load(wanted)).items():
            self._recover(table_id, recovery)
        await self._void_restored(set(wanted))
        for table_id in wanted:
            if table_id in self._tables:
                self._tables[table_id].resume()

    def _recover(self, table_id: str, recovery: RecoveryData) -> None:
        try:
            table = Table.recover(table_id, recovery, self.context)
        except LeaseLost:  # while it was recovered
            return
        except NewerBehaviour as error:
            self.refused[table_id] = error.said
            _log.error("table is of a newer version", table=table_id, error=str(error))
            return
        except Exception as error:  # one that can't be recovered must not stop the others
            self.refused[table_id] = LOST
            _log.error("table can't be recovered", table=table_id, error=repr(error))
            return
        finally:
            self.mending.discard(table_id)
        self.add(table)
        self.lobby.changed(table)

    async def _void_restored(self, loaded: set[str]) -> None:
        """Voids the hands in play of tables that a backup has put back: their players have seen how these ended."""
        log = self.context.log
        restored = {one: version for one, version in (await log.restored_tables()).items() if one in loaded}
        for table_id, lost_version in restored.items():
            if table_id in self._tables:
                with contextlib.suppress(SabaccError):
                    self._tables[table_id].submit(en.HandVoided("restored", lost_version))
        if restored:
            await log.forget_restored(restored)  # after the entries are written
            _log.warning("tables were put back to how they were", tables=sorted(restored))

    # ---- what happens to them

    def _on_change(self, table: Table) -> None:
        self.lobby.changed(table)
        if table.state.tournament:
            self.on_tournament(table.state.tournament)
        if table.state.game.closed and table.durable_version == table.state.version:
            self._remove(table)

    def _remove(self, table: Table) -> None:
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
            self._failures.pop(table.id, None)
            self.shared_addresses.forget(table.id)
            self.context.metrics.tables = len(self._tables)
            table.autopilot.stop()
            for connection in list(table.connections):
                connection.close(Message("refusal.table-has-closed"), again=False)

    def _on_broken(self, table: Table, error: BaseException) -> None:
        """Has a broken table recovered from the log, after a delay."""
        ours = not isinstance(error, self.context.log.store.faults)  # else it is the disk's fault
        _log.error("table broken", table=table.id, error=repr(error), exc_info=error if ours else None)
        self._tables.pop(table.id, None)
        self.mending.add(table.id)
        version, times = self._failures.get(table.id, (0, 0))
        times = min(times + 1, MAX_RECOVERY_DOUBLINGS) if version == table.durable_version else 0
        self._failures[table.id] = (table.durable_version, times)
        task = asyncio.create_task(self._recover_later(table.id, RECOVERY_DELAY * 2**times))
        self._recoveries.add(task)
        task.add_done_callback(self._recoveries.discard)

    async def _recover_later(self, table_id: str, wait: float) -> None:
        recovery: RecoveryData | None = None
        while recovery is None:
            await asyncio.sleep(wait)
            if self.context.stopping:
                return
            try:
                recovery = (await self.context.log.load([table_id]))[table_id]
            except Exception as error:  # it is tried again
                _log.error("log can't be read", table=table_id, error=repr(error))
        if table_id not in self.mending:  # another node has it, or had it in between
            return
        self._recover(table_id, recovery)
        if table_id in self._tables:
            self._tables[table_id].resume()

    def drop(self, is_gone: Callable[[str], bool]) -> None:
        """Drops tables that go on elsewhere, without a word to anybody."""
        for table_id in [one for one in self._tables if is_gone(one)]:
            self._tables.pop(table_id).drop()
            self.shared_addresses.forget(table_id)
        self.mending -= {one for one in self.mending if is_gone(one)}
        for table_id in [one for one in self.refused if is_gone(one)]:
            del self.refused[table_id]
        self.context.metrics.tables = len(self._tables)

    def close_idle(self, idle_minutes: float, idle_hours_seated: float) -> None:
        """Closes tables at which nobody was connected for so long."""
        now = asyncio.get_running_loop().time()
        for table in list(self._tables.values()):
            seated = bool(table.state.person_seats())
            limit = 3600 * idle_hours_seated if seated else 60 * idle_minutes
            if table.state.tournament:
                continue
            if not table.connections and now - table.active_at > limit:
                with contextlib.suppress(SabaccError):
                    _let_go(table)

    # ---- what happens to people

    async def remove_person(self, person: str) -> None:
        """Takes who deletes their account away from all tables."""
        for table in list(self._tables.values()):
            seat = table.state.seat_of(person)
            with contextlib.suppress(SabaccError):
                if seat is not None and not table.state.tournament:  # where their chips stay in play
                    table.submit(en.GotUp(seat))
            if any(isinstance(one, en.SatDown) and one.person == person for one in table.state.deferred):
                table.submit(en.SeatRequestDropped(person))  # the seat they had asked for
            if table.state.host == person:
                _replace_host(table)
            for connection in [one for one in table.connections if one.person == person]:
                connection.close(Message("refusal.account-gone"), again=False)

    async def check_rename(self, person: str, name: str) -> None:
        """Refuses another name to who sits at a table, where they are known by the present one."""
        for table in self._tables.values():
            if table.state.lesson is not None:
                continue  # nobody else is there
            waits = any(isinstance(one, en.SatDown) and one.person == person for one in table.state.deferred)
            if waits or table.state.seat_of(person) is not None:
                title = table.state.settings.title
                raise Conflict(Message("refusal.get-up-first", title=title))

    async def apply_rename(self, person: str, name: str) -> None:
        """Closes the connections that were made under the old name."""
        for table in list(self._tables.values()):
            if table.state.host == person:
                with contextlib.suppress(SabaccError):
                    table.submit(en.NewHost(person, name))
            for connection in [one for one in table.connections if one.person == person]:
                connection.close(Message("refusal.other-name"), again=True)

    async def apply_avatar(self, person: str, avatar: int) -> None:
        """Shows somebody's new avatar where they have a seat, and where they sit down next."""
        for table in list(self._tables.values()):
            with contextlib.suppress(SabaccError):
                if table.state.seat_of(person) is not None:
                    table.submit(en.AvatarChosen(person, avatar))
            for connection in [one for one in table.connections if one.person == person]:
                connection.avatar = avatar


def _let_go(table: Table) -> None:
    """Closes a forgotten table; one of the house only lets go of who has a seat there."""
    if not table.state.house:
        table.autopilot.wind_up()
        return
    for seat in table.state.person_seats():
        table.submit(en.GotUp(seat))


def _replace_host(table: Table) -> None:
    """Makes somebody else the host, or closes the table if nobody is left."""
    state = table.state
    others = [seat for seat in state.person_seats() if (owner := state.owner(seat)) and owner.person != state.host]
    with contextlib.suppress(SabaccError):
        if others:
            owner = state.owner(others[0])
            assert owner is not None
            assert owner.person is not None
            table.submit(en.NewHost(owner.person, state.game.names[others[0]]))
        else:
            table.submit(en.Deferred(en.Ended()) if state.in_hand else en.Ended())
