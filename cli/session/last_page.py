"""The last page of a game: what can be asked once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial

from ...models.core import TABLE, Record, view
from ...models.words import say
from ...sessions.hints import Hints
from ...sessions.lines import middle
from ...sessions.store import opened_to_keep
from ..console import print_words
from .play import show_side_line
from .questions import LinePrompt, QuestionWord, alone, leaves
from .terminal import InputEnded, Terminal


def show_list(whole: Record, seats: Sequence[str], source: str, terminal: Terminal) -> None:
    """Judge each choice of `seats`, and print what they have cost; a key stops it."""
    from ...sessions import review as reviews
    from ..answers import reviewed as told

    words = say("Looking at every choice; any key stops that, and what was judged is kept.")
    with opened_to_keep() as store:
        steps = reviews.reviewed(
            whole, seats, reviews.BUDGET, kept=reviews.ReviewCache(store, whole)
        )
        with closing(steps), terminal.thinking(words) as stop:
            found = told.gone_through(steps, stop)
    if isinstance(found, told.ReviewStopped):
        print_words(found.message)
        return
    terminal.show(lambda: told.show_whole(found, source))


def show_review(whole: Record, people: Sequence[str], source: str, terminal: Terminal) -> None:
    """Teach one of the `people` by their costliest choices of a finished game."""
    from ...sessions.reviewable import found_out, seats_of
    from .lesson import show_lessons

    record = found_out(whole)
    seats = seats_of(record, None)
    own = [seat for seat in seats if seat in people] or seats
    show_lessons(record, own, terminal, partial(show_list, record, seats, source))


def review_word(
    record: Record, terminal: Terminal, people: Sequence[str] = (), source: str = ""
) -> list[QuestionWord]:
    """Return the question for lessons, if `record` is of a game that is over and can be judged."""
    from ...sessions.lessons import can_be_taught

    if not can_be_taught(record):
        return []
    about = say("your costliest choices once more, and how much was luck")
    review = partial(show_review, record, people, source, terminal)
    return [alone(say("review"), about, review)]


def look_back(
    whole: Record, terminal: Terminal, source: str = "", people: Sequence[str] = ()
) -> bool:
    """Let people ask about a finished game, and try other moves, until they leave.

    A review of the `people` is offered if the game has one; `source` is the number of the saved
    game for it. Tell whether they want another game.
    """
    wanted = list[bool]()

    def what_if_from(asked: str) -> None:
        show_side_line(whole, asked, terminal)

    about = say("play it otherwise from line N, at the seat of NAME: whatif N NAME")
    once_more = say("another game with the same people")
    more = [
        QuestionWord(say("whatif"), about, what_if_from),
        alone(say("again"), once_more, partial(wanted.append, True)),
    ]
    judged = review_word(whole, terminal, people, source) if source else []
    more += judged
    desk = LinePrompt(terminal, view(whole, TABLE), Hints(), more=more)
    question = say(
        "Enter leaves; {whatif} {line} plays it otherwise from line {line};"
        " {again}: another game. ",
        whatif=say("whatif"),
        line=middle(whole),
        again=say("again"),
    )
    if judged:
        question = say(
            "Enter leaves; {review}: your costliest choices; {whatif} {line}: otherwise from line"
            " {line}; {again}: another game. ",
            review=say("review"),
            whatif=say("whatif"),
            line=middle(whole),
            again=say("again"),
        )
    with suppress(InputEnded):
        while (text := desk.ask_once(question)) is None or not leaves(text):
            if wanted:
                break
            if text is not None:
                print_words(say("Enter leaves; help lists what can be asked."))
    return bool(wanted)
