"""Opening lessons: the one that somebody has begun, or a new one."""

from __future__ import annotations

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.rules import find_preset
from sabacc.server.people.sessions import Person
from sabacc.server.table.lesson_state import LESSON_BOT
from sabacc.server.table.settings import Settings
from sabacc.server.table_service import TableService
from sabacc.variants.lessons import find_lesson

LESSON_PACE = 1.0  # seconds that each move takes which the table makes


async def open_lesson(service: TableService, person: Person, preset: str, pace: float = LESSON_PACE) -> str:
    """The id of the table where a person learns a game."""
    begun = [one for one in service.summaries_of(person.id) if one.lesson and one.preset == preset and one.people]
    if begun:
        return begun[0].id
    lesson = find_lesson(preset)
    title = find_preset(preset).title
    if lesson is None:
        raise SabaccError(Message("refusal.no-lesson-in", title=title))
    settings = Settings(
        title=f"{title}: your first hand",
        seats=lesson.players,
        access="link",
        spectators=False,
        bots=(LESSON_BOT,),
        pace=pace,
    )
    return await service.open(person, {"preset": preset}, settings, lesson)
