"""Answers to the questions of one seat, as far as its view tells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..models.core import Event, View
from ..models.games import face_of
from ..models.words import Words, say
from ..sessions import hints, ranking
from ..sessions.hints import Hint, Level
from ..sessions.news import sentence
from ..sessions.ranking import Row
from ..sessions.tutor import lesson
from ..sessions.worth import lost, marked
from .thinking import Stop

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..solver.play.coach import Advice

Told = tuple[Words, ...]


def hinted(view: View, hint: Hint) -> Told:
    """Return as much of a `hint`, in words, as its level allows."""
    words = hints.hint_in_words(view, hint)
    if hint.step is None or hint.level is not Level.WHY:
        return tuple(words)
    events = dict(view.events)
    shown = [
        say("{line}: {words}", line=line, words=sentence(view, events[line]))
        for line in hint.step.lines
    ]
    return (*words, *shown)


@dataclass(frozen=True, slots=True)
class More:
    """Whether a hint is the `first` about something, and the `words` that ask for the next one."""

    first: bool
    words: Words


_NEXT = {
    Level.NUDGE: say("More: what is it about?"),
    Level.WHERE: say("More: why?"),
    Level.WHY: say("More: the answer"),
    Level.ANSWER: say("A hint"),
}


def more(hint: Hint) -> More | None:
    """Return how a seat goes on after `hint`, None if there is nothing more to tell."""
    if hint.step is None and not hint.moves:
        return None
    return More(hint.level is Level.NUDGE, _NEXT[hint.level])


def quoted(view: View, event: Event) -> Words:
    """Return a move as its button names it, in quotation marks."""
    return say("“{move}”", move=face_of(view.game.name).button(view, event))


def taught(own: View, record: View) -> Words | None:
    """Return what the tutor says about the next move after `own`, None if nothing."""
    found = lesson(own, record)
    if found is None:
        return None
    words = say(
        "{move} cost {cost}: {mark}. Better was {best}",
        move=quoted(own, found.found.move),
        mark=marked(found.found.mark),
        cost=lost(found.judge, found.found, own),
        best=quoted(own, found.found.best),
    )
    return words if found.why is None else say("{told} – {why}", told=words, why=found.why)


@dataclass(frozen=True, slots=True)
class Best:
    """The best moves, each with its value and reason, and the `unit` of the values, if any.

    The `choice` is what is said of all of them; the `legend`, how they are to be read.
    """

    unit: Words | None
    choice: Words | None
    moves: tuple[tuple[Words, Words, Words], ...]
    legend: Words | None


def best(view: View, stop: Stop) -> Best | Words:
    """Return the best moves with values and reasons, or why there are none.

    Once told to `stop`, it returns what it has so far.
    """
    from ..solver.play.advising import ranked
    from ..solver.play.coach import ADVICE, play_of

    if play_of(view.game.name).advise is None:
        return say("there is no coach for {game} yet", game=view.game.name)
    advice = ranked(view, replace(ADVICE, stop=stop))
    if not advice:
        return say("{player} has nothing to choose now.", player=view.viewer)
    actions = [each.action for each in advice]
    told = face_of(view.game.name).button
    unit = next((each.unit for each in advice if each.valued), None)
    spoken = [_spoken(view, each, actions) for each in advice]
    rows = ranking.told_first(ranking.rows(view, spoken, lambda move, _: quoted(view, move)))
    moves = ((told(view, row.advice.action), _worth(row, unit), row.why) for row in rows)
    held = ranking.legend(rows, quoted(view, actions[0])) if len(rows) > 1 else None
    return Best(unit, advice[0].choice, tuple(moves), held)


def _spoken(view: View, advice: Advice, actions: Sequence[Event]) -> Advice:
    """Return `advice` whose reasons name `actions` as the buttons of the page do."""
    from ..solver.play.beside import called

    names = {str(called(view, each, advice.action)): quoted(view, each) for each in actions}

    held = advice.contrast
    if held is None:
        return advice
    like = held.like and _renamed(held.like, names)
    return replace(advice, contrast=replace(held, called=quoted(view, held.against), like=like))


def _renamed(words: Words, names: Mapping[str, Words]) -> Words:
    """Return the new name of what `words` name, or the words with it."""
    values = {key: names.get(str(value), value) for key, value in words.values}
    return names.get(str(words)) or replace(words, values=tuple(values.items()))


def _worth(row: Row, unit: Words | None) -> Words:
    """Return the value of a move, with its unit if that is not the `unit` of the heading."""
    if row.level or not row.advice.valued or str(row.advice.unit) == str(unit):
        return row.worth
    return say("{amount} ({unit})", amount=row.worth, unit=row.advice.unit)
