"""Lessons on a phone: once a game is over, each seat looks at its costliest choices once more.

All of it comes from the view of the seat: what others held stays as unknown as during the game. A
page changes only when its reader goes on, so it needs no scripts. Choices are judged beside the
loop, and one seat's lessons hold up nobody else's pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..models.core import Event, TableError, View
from ..models.games import face_of
from ..models.words import Words, called, say
from ..sessions.answers import Refused
from ..sessions.gate import judged
from ..sessions.lessons import (
    IT_WENT_SO,
    MOST,
    Lesson,
    Lessons,
    Recurring,
    can_be_taught,
    gist,
)
from ..sessions.news import news
from ..sessions.play import BotsAct, NeedsYes, Play, Seat
from ..sessions.review import Review
from ..sessions.reviewable import seats_of
from ..sessions.whatif import side_line
from ..sessions.worth import cost, marking
from ..solver.play.coach import choices
from ..solver.play.judging import Judged
from .curve import curve
from .doing import outcome
from .door import FRESH, REFUSED, fresh, sent
from .live import MUCH, Live
from .reader import PageReader
from .shown import Shown
from .thinking import Overtaken, Stop
from .whispers import quoted

HOME = "/seat/lesson"
WAIT, LISTENING = 8.0, 0.05
"""Seconds that a page waits at most for the next lesson, and between two looks for it."""


class LessonWords:
    """The words of these pages, by the names that templates use."""

    again = say("From the beginning")
    all = say("All my choices")
    back = say("Back to the game")
    looking = say("Looking at your choices …")
    next = say("the next choice")
    none = say("There was nothing to choose.")
    play = say("Play on from here")
    so = say("How it could have gone on")
    tell = say("Show the better one")
    title = say("Your costliest choices")
    verdict = say("What was better, and why")


WORDS = LessonWords()


@dataclass
class Made:
    """A choice that was made once more: what is said of it, and how it goes on.

    `played` is the game that the seat plays on from there, and `seen` what it had seen of it before
    its last move.
    """

    lesson: Lesson
    verdict: Sequence[Words]
    coming: Iterator[View]
    steps: list[View] = field(default_factory=list)
    played: Play | None = None
    seen: View | None = None

    def step(self, number: int) -> View | None:
        """Return what is seen after so many choices; None once it goes on no further."""
        while len(self.steps) < number:
            following = next(self.coming, None)
            if following is None:
                return None
            self.steps.append(following)
        return self.steps[number - 1]


class Course:
    """How far one seat has come with its lessons, from its `view` of the game that is over."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.lessons = Lessons(view, view.viewer)
        self.at: Judged | None = None
        """The choice that is looked at now."""
        self.made: dict[int, Made] = {}
        self.review: Review | None = None
        self.recurring: Recurring | None = None
        self.is_given_up = False
        self.judging: asyncio.Task[None] | None = None

    def judge(self) -> None:
        """Judge all choices, and look for what recurs, in a thread of its own."""
        review = self.lessons.judged(lambda: self.is_given_up)
        if review is not None:
            self.recurring = self.lessons.recurring()
            self.review = review

    @property
    def is_ready(self) -> bool:
        """Whether there is a lesson, or all is judged."""
        over = self.judging is None or self.judging.done()
        return over or (len(self.lessons.given) < MOST and self.lessons.waiting is not None)

    def lesson(self, line: int) -> Lesson | None:
        """Return the choice of a line, None if it is not judged."""
        found = next((each for each in self.lessons.found if each.line == line), None)
        return None if found is None else self.lessons.of(found)


class LessonPages:
    """Answers the requests for lessons at one table."""

    def __init__(self, live: Live, shown: Shown, reader: Callable[[Request], PageReader]) -> None:
        self._live = live
        self._shown = shown
        self._reader = reader
        self._courses: dict[str, Course] = {}

    @property
    def routes(self) -> list[Route]:
        """Return what can be asked for."""
        line = HOME + "/{line:int}"
        return [
            Route(HOME, self._taught(self._following)),
            Route(f"{HOME}/next", self._taught(self._left), methods=["POST"]),
            Route(f"{HOME}/sum", self._taught(self._sum)),
            Route(f"{HOME}/all", self._taught(self._all)),
            Route(line, self._taught(self._one)),
            Route(line, self._taught(self._answered), methods=["POST"]),
            Route(f"{line}/play", self._taught(self._played)),
            Route(f"{line}/play", self._taught(self._moved), methods=["POST"]),
        ]

    def _taught(self, answer: Callable[[Asked], Any]) -> Callable[[Request], Any]:
        """Return the endpoint that lets `answer` answer a seat whose game is over."""

        async def answered(request: Request) -> Response:
            reader = self._reader(request)
            if reader.home != "seat":
                return REFUSED
            if not can_be_taught(self._live.hosting.record):
                self._gives_up(reader.viewer)
                return _to("/seat")
            try:
                asked = Asked(request, reader, self._course(reader.viewer))
                found: Response = await answer(asked)
            except TableError as error:
                return self._page(reader, "told.html", words=error.words, back="/seat", kind="told")
            except Overtaken:
                return _to(HOME)
            return found

        return answered

    def _course(self, seat: str) -> Course:
        """Return the lessons of `seat`, begun if need be; raises TableError."""
        hosting, known = self._live.hosting, self._courses.get(seat)
        if known is not None and known.view is hosting.view(seat):
            return known
        self._gives_up(seat)
        seats_of(hosting.record, seat)
        course = self._courses[seat] = Course(hosting.view(seat))
        course.judging = asyncio.get_running_loop().create_task(self._judged(course))
        return course

    async def _judged(self, course: Course) -> None:
        try:
            await self._live.thinking.out(f"lessons {course.view.viewer}", course.judge)
        finally:  # also when the table closes: nothing is to go on then
            course.is_given_up = True

    def _gives_up(self, seat: str) -> None:
        course = self._courses.pop(seat, None)
        if course is not None:
            course.is_given_up = True

    async def _thought(self, asked: Asked, thought: Callable[[Stop], Any]) -> Any:
        """Return what is thought out for a seat, beside the loop; raises Overtaken."""
        return await self._live.thinking.newest(f"lesson {asked.reader.viewer}", thought)

    # which choice

    async def _following(self, asked: Asked) -> Response:
        """Lead to the present lesson, else to the next one; to the sum once there is none left."""
        course = asked.course
        for _ in range(int(WAIT / LISTENING)):
            if course.at is not None or course.is_ready:
                break
            await asyncio.sleep(LISTENING)
        if course.at is None and (following := course.lessons.next()) is not None:
            course.at = following.judged
        if course.at is not None:
            return _to(f"{HOME}/{course.at.line}")
        if course.judging is None or not course.judging.done():
            return self._waiting(asked)
        course.judging.result()  # raises what judging has raised
        return _to(f"{HOME}/sum")

    def _waiting(self, asked: Asked) -> Response:
        """Return the page that is shown while choices are judged, and asks again by itself."""
        done, todo = asked.course.lessons.progress
        so_far = say("{n} of {todo} choices so far.", n=done, todo=todo)
        page = self._page(asked.reader, "lesson_waiting.html", so_far=so_far if todo else None)
        page.headers["refresh"] = f"0; url={HOME}"
        return page

    async def _left(self, asked: Asked) -> Response:
        asked.course.at = None
        return _to(HOME)

    # one choice

    async def _one(self, asked: Asked) -> Response:
        """Ask for a choice once more, or show what is said of it, and how it could have gone on."""
        made, step = asked.course.made.get(asked.line), asked.number("step")
        lesson = made.lesson if made else asked.course.lesson(asked.line)
        if lesson is None:
            return _to(HOME)
        if made is None or asked.has("again"):
            return self._asks(asked, lesson)
        if not step:
            return self._scene(
                asked,
                lesson.own,
                lesson.since,
                doing=WORDS.verdict,
                verdict=made.verdict,
                step=1,
                plays=True,
            )
        now = await self._thought(asked, lambda _: made.step(step))
        if now is None:
            asked.course.at = None
            return _to(HOME)
        before = made.steps[step - 2] if step > 1 else lesson.own
        return self._scene(asked, now, before, doing=IT_WENT_SO, step=step + 1)

    def _asks(self, asked: Asked, lesson: Lesson, wrong: Words | None = None) -> Response:
        own = lesson.own
        return self._scene(
            asked, own, lesson.since, choices(own), 422 if wrong else 200,
            doing=say("Your choice once more: {what}", what=face_of(own.game.name).task(own)),
            told=wrong, action=f"{HOME}/{asked.line}", tells=True,
        )  # fmt: skip

    async def _answered(self, asked: Asked) -> Response:
        """Say what is to be said of a choice that was made once more; empty asks to be told."""
        lesson, text = asked.course.lesson(asked.line), asked["line"]
        if lesson is None:
            return _to(HOME)
        answer: Event | Refused | None = None
        if text:
            answer = judged(lesson.own, choices(lesson.own), text, asked.reader.tell)
        if isinstance(answer, Refused):
            return self._asks(asked, lesson, answer.plain)
        verdict = await self._thought(asked, lambda _: lesson.verdict(answer, quoted))
        asked.course.made[asked.line] = Made(lesson, verdict, lesson.goes_on())
        return _to(f"{HOME}/{asked.line}")

    # to play on

    async def _played(self, asked: Asked) -> Response:
        """Show the game that goes on from a choice, against bots."""
        made = asked.course.made.get(asked.line)
        if made is None:
            return _to(HOME)
        if made.played is None or asked.has("again"):
            begins = partial(_begun, made.lesson.own, asked.reader.tell)
            made.played = await self._thought(asked, begins)
            made.seen = made.lesson.since
        return self._plays(asked, made, made.played)

    async def _moved(self, asked: Asked) -> Response:
        """Make a move in that game; then its bots go on."""
        made = asked.course.made.get(asked.line)
        if made is None or made.played is None:
            return _to(f"{HOME}/{asked.line}")
        played, seen = made.played, made.played.view(asked.reader.viewer)
        if asked["key"] != _key(played):
            return _to(f"{HOME}/{asked.line}/play")
        refused = await self._thought(asked, lambda stop: _go_on(played, asked["line"], stop))
        if refused is not None:
            return self._plays(asked, made, played, refused)
        made.seen = seen
        return _to(f"{HOME}/{asked.line}/play")

    def _plays(
        self, asked: Asked, made: Made, played: Play, wrong: Words | None = None
    ) -> Response:
        now, seat = played.view(asked.reader.viewer), played.asked()
        moves = played.moves(now.viewer) if isinstance(seat, Seat) else ()
        others = seat.others if isinstance(seat, Seat) else ()
        face = face_of(now.game.name)
        doing = say("Your turn: {what}", what=face.task(now)) if moves else say("The game is over.")
        lets = [(bot, say("Let {player} go first", player=bot)) for bot in others]
        return self._scene(
            asked, now, made.seen or made.lesson.since, moves, 422 if wrong else 200,
            doing=doing, told=wrong, action=f"{HOME}/{asked.line}/play", lets=lets,
            outcome=outcome(now), key=_key(played), is_over=not moves,
            nth=say("Played on"),
        )  # fmt: skip

    # all of them

    async def _sum(self, asked: Asked) -> Response:
        """Show what choices and luck have brought, the curve, and what to practise."""
        course, seat = asked.course, asked.reader.viewer
        review = course.review
        if review is None:
            return _to(HOME)
        drawn, told = curve(review, seat), gist(review, seat, course.recurring)
        about = drawn and say(
            "What you could expect of the game, from line {line} to line {last}: between {least}"
            " and {most} ({unit}).",
            line=drawn.first,
            last=drawn.last,
            least=drawn.least,
            most=drawn.most,
            unit=review.judge.unit,
        )
        return self._page(
            asked.reader, "lesson_sum.html", told=told, curve=drawn, about=about,
            rule=marking(review.judge),
        )  # fmt: skip

    async def _all(self, asked: Asked) -> Response:
        """Show what every choice that is judged so far has cost."""
        course, judge = asked.course, asked.course.lessons.judge
        told = face_of(course.view.game.name).button
        rows = [
            (each, told(own, each.move), cost(each.cost, each.error, judge.chance), better)
            for each in sorted(course.lessons.found, key=lambda each: each.line)
            for own in [course.lessons.of(each).own]
            for better in [told(own, each.best) if each.best != each.move else None]
        ]
        done, todo = course.lessons.progress
        left = say("{n} of {todo} choices so far.", n=done, todo=todo) if done < todo else None
        return self._page(
            asked.reader, "lesson_all.html", rows=rows, rule=marking(judge), unit=judge.unit,
            left=left,
        )  # fmt: skip

    # shared

    def _scene(
        self,
        asked: Asked,
        now: View,
        since: View,
        moves: Sequence[Event] = (),
        status: int = 200,
        **values: Any,
    ) -> Response:
        """Return the page of one choice: the table as `now` shows it, and what is to be done."""
        reader, course = asked.reader, asked.course
        lines = [(part.part, told) for part in news(now, since) for told in part.lines]
        shown = [(part, told) for part, told in lines if told.is_shown][-MUCH:]
        if "verdict" in values:  # it was told when the choice was asked for
            shown = []
        given = [each.line for each in course.lessons.given]
        nth = say("One choice")
        if asked.line in given:
            nth = say("Choice {n}", n=given.index(asked.line) + 1)
        bare: dict[str, Any] = {
            "nth": nth, "told": None, "verdict": (), "step": 0, "plays": False, "lets": (),
            "tells": False, "outcome": None, "key": str(now.last), "is_over": False, "action": "",
        }  # fmt: skip
        return self._page(
            reader,
            "lesson.html",
            status,
            kind="seat",
            viewer=now.viewer,
            at=asked.line,
            where=say(
                "line {line}, {words}", line=asked.line, words=face_of(now.game.name).now(now)
            ),
            board=self._shown.board(now, reader),
            news=self._shown.told(now, shown, reader),
            since=since.last,
            **self._shown.in_hand(now, moves, reader.tell),
            **{**bare, **values},
        )

    def _page(
        self, reader: PageReader, template: str, status: int = 200, **values: Any
    ) -> Response:
        title = f"{called(reader.viewer)} – {reader.tell(WORDS.title)}"
        values = {"kind": "lesson", "words": WORDS, "home": HOME, "title": title, **values}
        return fresh(self._shown.page(reader, template, **values), status)


@dataclass(frozen=True)
class Asked:
    """What a seat asks for in its lessons."""

    request: Request
    reader: PageReader
    course: Course

    @property
    def line(self) -> int:
        """The line of the choice that is asked about."""
        line: int = self.request.path_params["line"]
        return line

    def __getitem__(self, name: str) -> str:
        """Return the field of this name that was sent, empty if there is none."""
        return sent(self.request).get(name, "")

    def has(self, name: str) -> bool:
        """Tell whether the address has a parameter of this name."""
        return name in self.request.query_params

    def number(self, name: str) -> int:
        """Return a parameter of the address as a number, 0 if it is none."""
        text = self.request.query_params.get(name, "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def _to(path: str) -> Response:
    return RedirectResponse(path, 303, headers=FRESH)


def _key(played: Play) -> str:
    """Return what names the question that the seat is asked."""
    return str(played.record.last)


def _begun(own: View, tell: Any, stop: Stop) -> Play:
    played = side_line(own, "", tell)
    _bots_act(played, stop)
    return played


def _go_on(played: Play, text: str, stop: Stop) -> Words | None:
    """Make the move of `text`, and those of the bots behind it; return why it cannot be made."""
    seat = played.asked()
    if not isinstance(seat, Seat):
        return None
    done = played.at_seat(seat, text)
    if isinstance(done, Refused):
        return done.plain
    if isinstance(done, NeedsYes):
        played.make(done.event)
    elif isinstance(done, BotsAct):
        played.act(done)
    _bots_act(played, stop)
    return None


def _bots_act(played: Play, stop: Stop) -> None:
    while not stop() and isinstance(asked := played.asked(), BotsAct):
        played.act(asked)
