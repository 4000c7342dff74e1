"""A review as lessons: one's own costliest choices, each to be made once more, then explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from ...models.core import Event, Record, TableError, View
from ...models.wording import player_named
from ...models.words import Words, listed, say
from ...sessions.answers import Refused
from ...sessions.gate import judged
from ...sessions.hints import Hints
from ...sessions.lessons import IT_WENT_SO, Lesson, Lessons, Recurring, gist
from ...sessions.lines import LEFT, offered_moves, one_example
from ...sessions.listener import Listener
from ...sessions.news import news
from ...sessions.review import Review
from ...sessions.worth import marking
from ...solver.play.coach import choices
from ...solver.play.judging import Judged
from ..answers.reviewed import ReviewStopped, print_curves
from ..console import print_words, printed
from ..language import speak_of, tell
from ..views.names import called
from ..views.told import print_news
from .laptop import Laptop, print_all, print_rows
from .play import show_side_line
from .questions import QuestionWord, alone, leaves
from .survival import ErrorBoundary
from .terminal import InputEnded, Terminal
from .work import BackgroundWork

LISTENING = 0.05
"""Seconds between two looks whether there is a lesson."""
LOOKING = say("Looking at your choices; any key stops that, and what was judged is kept.")


def show_lessons(
    record: Record, seats: Sequence[str], terminal: Terminal, show_list: Callable[[Terminal], None]
) -> None:
    """Teach one of `seats`, whose choices can be judged; `show_list` prints all with their costs.

    Raises BadRequest.
    """
    speak_of(record)
    with suppress(InputEnded), terminal.apart() as apart:
        seat = seats[0] if len(seats) == 1 else _whose(seats, apart)
        LessonSession(Lessons(record, seat), apart, partial(show_list, apart)).run()


def _whose(seats: Sequence[str], terminal: Terminal) -> str:
    question = say("Whose choices ({names})? Enter leaves: ", names=listed(map(called, seats)))
    while True:
        typed = terminal.ask(tell(question), lambda _: seats)
        if leaves(typed):
            raise InputEnded
        seat = player_named(seats, typed)
        if seat is not None:
            return seat
        terminal.show(
            lambda: print_words(say("Type one of these names: {names}", names=listed(seats)))
        )


class LessonSession:
    """The lessons of one player; the rest is judged in the background meanwhile."""

    def __init__(self, lessons: Lessons, terminal: Terminal, show_list: Callable[[], None]) -> None:
        self._lessons = lessons
        self._terminal = terminal
        self._laptop = Laptop(terminal)
        self._show_list = show_list
        self._work: BackgroundWork[Review | None] = BackgroundWork(lessons.judged)
        self._left = False
        """Whether the present lesson is left for the next one."""
        self._listener = Listener(tell)

    def run(self) -> None:
        """Teach until the lessons are over, or somebody leaves: raises InputEnded."""
        survival = ErrorBoundary(self._terminal)
        try:
            while self._waited(self._is_waiting) and (found := self._lessons.next()) is not None:
                with survival:
                    self._teach(found)
            if self._waited(lambda: False) and (review := self._work.found()) is not None:
                self._sum_up(review)
        finally:
            self._work.stop()

    def _is_waiting(self) -> bool:
        return self._lessons.waiting is not None

    def _waited(self, ready: Callable[[], bool]) -> bool:
        """Wait until something is `ready`, or all is judged; False if somebody did not wait."""

        def work(stop: Callable[[], bool]) -> bool:
            while not (ready() or self._work.ends(LISTENING)):
                if stop():
                    return False
            return True

        done = bool(self._terminal.worked(LOOKING, work))
        if not done:
            print_words(ReviewStopped(*self._lessons.progress).message)
        self._work.found()  # raises what judging has raised
        return done

    # one choice

    def _teach(self, lesson: Lesson) -> None:
        own, n = lesson.own, len(self._lessons.given)
        self._left = False
        answer = self._answered(own, self._news(own, lesson.since), n)
        self._listener.forget()
        if self._left:
            return
        verdict = self._terminal.worked(
            say("Comparing; any key goes on."), lambda _: lesson.verdict(answer)
        )
        self._go_on(lesson, verdict or [lesson.told()])

    def _answered(self, own: View, before: Callable[[], None], n: int) -> Event | None:
        """Return what the player would do now, None if they want to be told."""
        coming = choices(own)
        first = say("That can be asked after your choice; Enter shows the better one.")
        early = alone(say("so"), None, partial(self._laptop.refuse, first))
        desk = self._laptop.prompt(
            own, Hints(), coming, self._ways(own), [early], listener=self._listener
        )
        question = say(
            "Choice {n}, line {line}: {player}, what would you play now ({example})? Enter shows"
            " the better one: ",
            n=n,
            line=own.last + 1,
            player=called(own.viewer),
            example=one_example(own, coming),
        )
        self._laptop.turn_page(own, before)
        while not self._left:
            text = desk.ask_once(question, lambda begun: offered_moves(own, coming, begun, tell))
            if text is None:
                self._laptop.turn_page(own, before)
            elif not text and self._listener.asked is None:
                return None
            elif text and leaves(text):
                raise InputEnded
            else:
                found = judged(own, coming, text, tell, self._listener, desk.listed)
                if not isinstance(found, Refused):
                    return found
                desk.refuse(found)
        return None

    def _go_on(self, lesson: Lesson, verdict: Sequence[Words]) -> None:
        """Show the verdict; then, step by step, how it could have gone on, as long as asked."""
        own = lesson.own
        so = say("where the pieces were that you could not see: hindsight")
        hindsight = alone(say("so"), so, partial(self._so, lesson.judged))
        desk = self._laptop.prompt(own, Hints(), more=self._ways(own), asides=[hindsight])
        question = say("Enter: how it could have gone on; n: the next choice; help: ")
        page = partial(self._laptop.turn_page, own, partial(print_all, verdict))
        page()
        steps, now = lesson.goes_on(), own
        while (text := desk.ask_once(question)) is None or not self._left:
            if self._left:
                return
            if text is None:
                page()
            elif text and leaves(text):
                raise InputEnded
            elif text:
                self._laptop.say(say("n goes to the next choice; help lists what can be typed."))
            elif (following := next(steps, None)) is None:
                return
            else:
                new = self._news(following, now, IT_WENT_SO)
                page = partial(self._laptop.turn_page, following, new)
                page()
                now, question = following, say("Enter: on; n: the next choice; help: ")

    @staticmethod
    def _news(now: View, since: View, *behind: Words) -> Callable[[], None]:
        def printing() -> None:
            print_news(now, news(now, since))
            print_all(behind)

        return printing

    def _ways(self, own: View) -> list[QuestionWord]:
        """Return what else can be typed at a choice."""
        play = partial(self._play, own)
        return [
            alone(say("w"), say("play on from here, against bots"), play),
            alone(say("n"), say("the next choice"), self._next),
            self._list_word,
        ]

    @property
    def _list_word(self) -> QuestionWord:
        about = say("the list of all choices, and what they have cost")
        return alone(say("l"), about, self._show_list)

    def _next(self) -> None:
        if self._listener.asked is None:
            self._left = True
        else:  # it says no to what was asked back
            self._listener.forget()
            self._laptop.say(LEFT)

    def _so(self, each: Judged) -> None:
        from ...sessions.review import hindsight

        found = hindsight(self._lessons.record, each)
        told = [say("It was so: {where}.", where=words) for words in found]
        self._terminal.show(partial(print_all, told or [say("That is not known.")]))

    def _play(self, own: View) -> None:
        try:
            at = f"{own.last + 1} {own.viewer}"
            show_side_line(self._lessons.record, at, self._terminal)
        except TableError as error:
            self._laptop.say(error.message)

    # all of them

    def _sum_up(self, review: Review) -> None:
        """Show what the choices and luck have brought, and what recurs, until somebody leaves."""
        lessons = self._lessons
        looking = say("Looking for what recurs; any key goes on.")
        recurs = self._terminal.worked(looking, lambda _: lessons.recurring())

        def draw(_: int | None) -> None:
            print_rows(printed(partial(_show_gist, review, lessons.seat, recurs)))

        self._terminal.turn_page(draw)
        own = lessons.record
        desk = self._laptop.prompt(own, Hints(), more=[self._list_word])
        question = say("Enter leaves; l: the list of all choices; help: ")
        while (text := desk.ask_once(question)) is None or not leaves(text):
            if text is not None:
                self._laptop.say(say("Enter leaves; help lists what can be asked."))


def _show_gist(review: Review, seat: str, recurs: Recurring | None) -> None:
    print_all((*gist(review, seat, recurs), marking(review.judge)))
    print_curves(review)
