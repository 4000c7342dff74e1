"""A review for people, in a terminal, as a picture or as a page; and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ...models.core import Record
from ...models.record import write_event
from ...models.wording import worded
from ...models.words import Words, listed, say
from ...sessions import worth
from ...sessions.worth import cost, lost, marking
from ..console import console, plain, print_words, progress
from ..language import tell
from ..views import chart
from ..views.names import called
from .advised import apart

if TYPE_CHECKING:
    from ...sessions.review import Review, Share
    from ...solver.play.judge import Judge
    from ...solver.play.judging import Judged

GAP = 2
"""Spaces between the columns of a table."""
ROOM = 60
"""The greatest width of a chart in a terminal, in columns."""


def data(review: Review) -> dict[str, Any]:
    """Return a review as docs/schema/review.json describes it, in the unit of the game."""
    from ...sessions.lessons import MOST

    judge, taught = review.judge, {seat: review.costliest(seat, MOST) for seat in review.seats}
    found: dict[str, Any] = {
        "game": review.record.game.name,
        "unit": tell(judge.unit),
        "chance": judge.chance,
        "usual": tell(judge.usual),
        "note": None if judge.note is None else tell(judge.note),
        "marks": {
            "?!": judge.marks.doubtful,
            "?": judge.marks.mistake,
            "??": judge.marks.blunder,
        },
        "seats": {
            seat: {
                **_share(review.share(seat)),
                "cost": review.cost(seat),
                "error": review.cost_error(seat),
                "decisions": len(review.of(seat)),
                "right": sum(not each.mark for each in review.of(seat)),
                "course": [list(point) for point in review.course(seat)],
                **_lessons(review, seat, taught[seat]),
            }
            for seat in review.seats
        },
    }
    teams = {team.players: _share(share) for team, share in review.teams}
    if review.seats in teams:
        found["team"] = teams[review.seats]
    elif teams:
        found["teams"] = [{"players": list(each), **share} for each, share in teams.items()]
    found["decisions"] = [
        {
            "line": each.line,
            "seat": each.seat,
            "move": _move(review.record, each),
            "best": _best(review.record, each),
            "cost": each.cost,
            "error": each.error,
            "mark": each.mark,
            "decided": each.decided and each.decided[0],
            "decided_error": each.decided and each.decided[1],
            "before": each.before,
            "after": each.after,
            **_reason(review, each),
            **(_goes_on(review, each) if each in taught[each.seat] else {}),
        }
        for each in review.decisions
    ]
    return found


def _reason(review: Review, each: Judged) -> dict[str, Any]:
    """Return how the best move differs from the one made, for a choice with a mark."""
    from ...sessions.review import before, reason

    if not each.mark:
        return {}
    differs = reason(review.record, each)
    told = tell(differs.clause) if differs is not None and differs.speaks_for_it else None
    return {"why": told, **apart(before(review.record, each), differs)}


def _lessons(review: Review, seat: str, taught: Sequence[Judged]) -> dict[str, Any]:
    """Return the lines of a seat's lessons, what recurs in them, and the sum in sentences."""
    from ...sessions.lessons import gist, recurring

    recurs = recurring(review.record, taught)
    return {
        "lessons": [each.line for each in taught],
        "practise": recurs and {"lines": sorted(recurs.lines), "clause": tell(recurs.clause)},
        "gist": [tell(words) for words in gist(review, seat, recurs)],
    }


def _goes_on(review: Review, each: Judged) -> dict[str, Any]:
    """Return the lines that could have followed with the best move, as its seat would see them."""
    from ...sessions.lessons import goes_on
    from ...sessions.review import before

    own = before(review.record, each)
    *_, last = goes_on(own, each.best)
    lines = (write_event(last, event) for number, event in last.events if number > own.last)
    return {"goes_on": list(lines)}


def _share(share: Share) -> dict[str, Any]:
    found: dict[str, Any] = {
        "start": share.start,
        "luck": share.luck,
        "skill": share.skill,
        "result": share.result,
    }
    if share.parts:
        found["rounds"] = [_share(part) for part in share.parts]
    return found


@dataclass(frozen=True, slots=True)
class ReviewStopped:
    """A review that was stopped when `done` of `todo` choices had been judged."""

    done: int
    todo: int

    @property
    def message(self) -> Words:
        """The message that it was stopped, and that nothing is lost."""
        return say(
            "interrupted after {n} of {todo} choices; the next review continues from there",
            n=self.done,
            todo=self.todo,
        )


def gone_through(
    steps: Generator[tuple[int, int], None, Review], stop: Callable[[], bool] = lambda: False
) -> Review | ReviewStopped:
    """Run `steps` with a progress display and return the review, or that it was stopped."""
    done, todo = 0, 0
    try:
        done, todo = next(steps)
        with progress(todo) as shown:
            while not stop():
                shown(done)
                done, todo = next(steps)
    except StopIteration as end:
        found: Review = end.value
        return found
    except KeyboardInterrupt:
        pass
    return ReviewStopped(done, todo)


def show_whole(review: Review, source: str) -> None:
    """Print a review for people, then what its numbers mean.

    `source` is its file, or the number of its game, if any.
    """
    print_words(_unit(review))
    print_rows(_head(review), _shares(review))
    for words in _sums(review):
        print_words(words)
    print_rows(_counted(), _counts(review))
    for seat in review.seats:
        costliest = review.costliest(seat)
        if costliest:
            print_words(say("What has cost {player} most:", player=seat))
        for each in costliest:
            print_words(told_mistake(review.record, review.judge, each))
            for words in _behind(review, each):
                print_words(words)
        if costliest and source:
            print_words(_what_if(review, costliest[0], source))
    print_curves(review)
    for words in _meaning(review):
        print_words(words)


def _behind(review: Review, each: Judged) -> Iterator[Words]:
    """Yield why the best move is better, and where unknown pieces were."""
    yield from told_reason(review.record, each)
    if told := _hindsight(review, each):
        yield say("    in hindsight: {where}", where=listed(told, " / "))


def _what_if(review: Review, dearest: Judged, source: str) -> Words:
    """Return how to play on from such a choice otherwise; the dearest one is the example."""
    where = {"file": source, "line": dearest.line, "player": dearest.seat}
    if review.record.game.outcome(review.record.state) is None:
        return say("What if: `aparte replay {file} --seat {player} --line {line}`, then w", **where)
    return say("What if: `aparte replay {file} --line {line}`, then w", **where)


def told_reason(record: Record, each: Judged) -> Sequence[Words]:
    """Return what the best move would have changed, if that can be told."""
    from ...sessions.review import reason

    differs = reason(record, each)
    if differs is None or not differs.speaks_for_it:
        return ()
    return [say("    why: {clause}", clause=differs.clause)]


def _hindsight(review: Review, each: Judged) -> Sequence[Words]:
    from ...sessions.review import hindsight

    return hindsight(review.record, each)


def _unit(review: Review) -> Words:
    return say("Values: {unit}.", unit=review.judge.unit)


def _meaning(review: Review) -> Sequence[Words]:
    """Return what the numbers of a review mean, in sentences."""
    return (
        say("Values are what to expect if {usual}.", usual=review.judge.usual),
        *([] if review.judge.note is None else [review.judge.note]),
        say(
            "Luck is what changed them between a player's choices, skill what the choices"
            " themselves changed against the usual ones."
        ),
        say(
            "Cost is what choices were worth less than the best ones, ± its standard error; where"
            " it is no more than that, or below zero, it may be nothing."
        ),
        say(
            "The cost in all adds up every choice, also those below zero, so it can be less than"
            " the costliest choices together."
        ),
        marking(review.judge),
    )


def svg(review: Review) -> str:
    """Return the expectations, line by line, as a picture."""
    names = tell(_title(review)), tell(say("line")), tell(review.judge.unit)
    figure = _percent if review.judge.chance else chart.plain_number
    return chart.svg(courses(review), names, figure)


def _percent(chance: float) -> str:
    return f"{chart.plain_number(100 * chance)} %"


def html(review: Review) -> str:
    """Return the review as one page."""
    title = tell(_title(review))
    body = [chart.paragraph(tell(_unit(review))), svg(review)]
    body += [chart.table(_head(review), _shares(review))]
    body += [chart.paragraph(tell(words)) for words in _sums(review)]
    body.append(chart.table(_counted(), _counts(review)))
    head = say("line"), say("player"), say("mark"), say("move"), say("cost"), say("best move")
    rows = [
        (
            str(each.line),
            called(each.seat),
            each.mark,
            tell(worded(review.record, _move(review.record, each))),
            tell(cost(each.cost, each.error, review.judge.chance)),
            tell(worded(review.record, _best(review.record, each)))
            if each.best != each.move
            else "",
        )
        for each in review.decisions
    ]
    body.append(chart.table([tell(words) for words in head], rows))
    for seat in review.seats:
        for each in review.costliest(seat):
            told = [told_mistake(review.record, review.judge, each)]
            told += told_reason(review.record, each)
            body += [chart.paragraph(tell(words)) for words in told]
            if where := _hindsight(review, each):
                words = say("    in hindsight: {where}", where=listed(where, " / "))
                body.append(chart.paragraph(tell(words)))
    body += [chart.paragraph(tell(words)) for words in _meaning(review)]
    return chart.page(title, body)


def courses(review: Review) -> Sequence[chart.Course]:
    """Return what each seat could expect, line by line, with the marks of its choices."""
    return [
        chart.Course(
            called(seat),
            review.course(seat),
            [(each.line, each.mark) for each in review.of(seat) if each.mark],
        )
        for seat in review.seats
    ]


def _title(review: Review) -> Words:
    return say("Review: {game}", game=review.record.game.title)


def _head(review: Review) -> Sequence[str]:
    return [
        "",
        *(tell(words) for words in (say("start"), say("luck"), say("skill"), say("result"))),
    ]


def _shares(review: Review) -> Sequence[Sequence[str]]:
    found = []
    for name, share in (*_seats(review), *_teams(review)):
        found.append([name, *_numbers(review, share)])
        for i, part in enumerate(share.parts):
            found.append([f"  {tell(say('round {n}', n=i + 1))}", *_numbers(review, part)])
    return found


def _seats(review: Review) -> Sequence[tuple[str, Share]]:
    return [(called(seat), review.share(seat)) for seat in review.seats]


def _teams(review: Review) -> Sequence[tuple[str, Share]]:
    """Return the shares of the teams by their names."""
    return [
        (
            tell(say("the team"))
            if team.players == review.seats
            else " + ".join(map(called, team.players)),
            share,
        )
        for team, share in review.teams
    ]


def _numbers(review: Review, share: Share) -> Sequence[str]:
    numbers = (share.start, share.luck, share.skill, share.result)
    return ["–" if each is None else amount(review.judge, each) for each in numbers]


def _sums(review: Review) -> Sequence[Words]:
    """Return for each result, in a sentence, the start, luck and skill that it is the sum of."""
    of_all = any(team.players == review.seats for team, _ in review.teams)
    rows = _teams(review) if of_all else [*_seats(review), *_teams(review)]
    return [
        say(
            "{name}: {start} (start) {luck} (luck) {skill} (skill) = {result}",
            name=name,
            start=amount(review.judge, share.start),
            luck=amount(review.judge, share.luck),
            skill=amount(review.judge, share.skill),
            result=amount(review.judge, share.result),
        )
        for name, share in rows
        if share.result is not None
    ]


def _counted() -> Sequence[str]:
    words = (say("choices"), say("without a mark"), say("cost in all"))
    return ["", *map(tell, words), "?!", "?", "??"]


def _counts(review: Review) -> Sequence[Sequence[str]]:
    rows = []
    for seat in review.seats:
        marks = [each.mark for each in review.of(seat)]
        counts = (str(marks.count(mark)) for mark in ("?!", "?", "??"))
        total = tell(cost(review.cost(seat), review.cost_error(seat), review.judge.chance))
        rows.append([called(seat), str(len(marks)), str(marks.count("")), total, *counts])
    return rows


def told_mistake(record: Record, judge: Judge, each: Judged) -> Words:
    """Return what a choice has cost, and what would have been better."""
    from ...sessions.review import before

    return say(
        "  line {line}: {move} {mark} cost {cost}; better was {best}",
        line=each.line,
        move=worded(record, _move(record, each)),
        mark=each.mark,
        cost=lost(judge, each, before(record, each), with_unit=False),
        best=worded(record, _best(record, each)),
    )


def amount(judge: Judge, value: float, sign: bool = True) -> str:
    """Return a value or a difference as text: chances in percent, others in the game's unit."""
    return tell(worth.amount(value, judge.chance, sign))


def _move(record: Record, each: Judged) -> str:
    return write_event(record, each.move).removeprefix(f"{each.seat} ")


def _best(record: Record, each: Judged) -> str:
    return write_event(record, each.best).removeprefix(f"{each.seat} ")


def print_rows(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, grouped: bool = False
) -> None:
    """Print a table; in plain form, and where it is too wide, a sentence for each row.

    Titles may be wrapped, cells are not. If the rows are `grouped`, the first cell, which several
    rows share, stands above them.
    """
    from rich.table import Table

    names, cells = (head[1:], list(_grouped(rows))) if grouped else (head, rows)
    titles = None if plain() else _wrapped_to_fit(names, cells, console().width)
    if titles is None:
        for name, *told in rows:
            pairs = zip(head[1:], told, strict=True)
            words = ", ".join(f"{title} {cell}" for title, cell in pairs)
            print_words(say("{line}: {words}", line=name.strip(), words=words))
        return
    grid = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False)
    grid.add_column(titles[0], no_wrap=True)
    for title in titles[1:]:
        grid.add_column(title, justify="right", no_wrap=True)
    for row in cells:
        grid.add_row(*row)
    console().print(grid)


def _grouped(rows: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    for name, same in groupby(rows, lambda row: row[0]):
        yield [name]
        yield from ([f"  {first}", *rest] for _, first, *rest in same)


def _wrapped_to_fit(
    titles: Sequence[str], rows: Sequence[Sequence[str]], room: int
) -> Sequence[str] | None:
    """Return the titles of columns, wrapped so that a table fits `room`; None if it cannot."""
    from rich.cells import cell_len

    for width in range(max(map(len, titles)), 0, -1):
        told = ["\n".join(wrap(title, width, break_long_words=False)) for title in titles]
        widths = [
            max(map(cell_len, (*title.split("\n"), *cells)))
            for title, *cells in zip_longest(told, *rows, fillvalue="")
        ]
        if sum(widths) + GAP * (len(widths) - 1) <= room:
            return told
    return None


def print_curves(review: Review) -> None:
    """Print what each seat could expect, line by line; nothing in plain form."""
    found = courses(review)
    if plain() or not any(course.points for course in found):
        return
    least, most = chart.span(found)
    print_words(
        say(
            "Expectation by line, from {least} (▁) to {most} (█):",
            least=amount(review.judge, least),
            most=amount(review.judge, most),
        )
    )
    print_courses(found)


def print_courses(courses: Sequence[chart.Course]) -> None:
    """Print courses as rows of bars; nothing in plain form, where tables are enough."""
    if plain():
        return
    screen = console()
    name = max(len(course.name) for course in courses) + 2
    drawn = chart.bars(courses, max(10, min(ROOM, screen.width - name)))
    for course, (row, marks) in zip(courses, drawn, strict=True):
        screen.print(f"{course.name:<{name}}{row}")
        if marks:
            screen.print(" " * name + marks)
