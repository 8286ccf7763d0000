"""Where players of a table ask the coach; the answer is for who has asked alone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import structlog

from sabacc.messages import Message
from sabacc.server.table.coach import CoachAnswer, coach_in_worker, coach_request
from sabacc.server.table.commands import CommandHandler
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection

if TYPE_CHECKING:
    from sabacc.server.table.actor import Table

_log = structlog.get_logger()


class CoachDesk:
    """One table's questions that are being answered."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tasks: set[asyncio.Task[None]] = set()

    def ask(self, connection: Connection, handler: CommandHandler, command: pr.AskCoach) -> None:
        """Has it answered beside the bots; raises where the coach may not be asked."""
        seat = handler.own_seat()
        advice = command.what == "advice"
        request = coach_request(self.table.state, seat, command.question, advice, connection.language)
        task = self.table.loop.create_task(self._answer(connection, command, request, handler.person))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _answer(self, connection: Connection, command: pr.AskCoach, request: bytes, person: str) -> None:
        try:
            encoded = await self.table.context.bot_workers.run(coach_in_worker, request, person)
        except Exception as error:  # a process that died or took too long: the asker may try again
            _log.warning("the coach could not answer", error=repr(error))
            connection.send(pr.Refused(command.id, connection.say(Message("refusal.not-now"))))
            return
        answer = msgspec.msgpack.decode(encoded, type=CoachAnswer)
        connection.send(pr.CoachSays(command.question, answer.odds, answer.advice))
        connection.send(pr.Done(command.id, self.table.durable_version))
