"""The contract of typed lines: the same few keys are the same move wherever they are typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from ..cli.language import Language, spoken, tell
from ..models.core import Event, Record, TableError, View, view
from ..models.record import write_event
from ..models.wording import shared_initials, worded
from ..models.words import bare, spellings
from ..sessions.answers import Accepted, Refused
from ..sessions.gate import move_of
from ..sessions.hosting import Hosting
from ..sessions.ledger import Ledger
from ..sessions.pieces import DealtPieces
from ..sessions.play import Play
from ..sessions.typed import events_of
from ..sessions.whatif import side_line
from ..solver.play.coach import choices
from .promise import promise
from .scenes import cuts, free

MOVES = 2
"""Of each kind, at a seat."""
WAYS = 8
"""To type each in fewer keys."""


def seats(game: str, n: int) -> Iterator[tuple[Record, View]]:
    """Yield whole records, each with the view of somebody who chooses there."""
    for record, rng in cuts(game, n):
        if free(record):
            yield record, view(record, rng.choice(free(record)))


def some(own: View) -> Iterator[Event]:
    """Yield moves of a seat, a few of each kind."""
    of_kind = Counter[str]()
    for move in Random(1).sample(choices(own), len(choices(own))):
        of_kind[move.verb] += 1
        if of_kind[move.verb] <= MOVES:
            yield move


def is_clear(own: View, verb: str) -> bool:
    """Tell whether three letters of a verb begin no other word that can come."""
    words = {*own.notation.words}
    others = {move.verb for move in choices(own)} | words | {*own.setup.players}
    return not any(bare(word).startswith(bare(verb[:3])) for word in others - {verb})


def short(move: Event) -> Iterator[str]:
    """Yield `move` with its verb cut to three letters, its name cut or left out."""
    verb = move.verb[:3]
    for name in {move.actor, move.actor[:1], ""}:
        yield " ".join((name, verb, *move.words))
        yield " ".join((name.upper(), verb.upper(), *move.words)).casefold()


def shorter(move: Event) -> Iterator[str]:
    """Yield `move` in still fewer keys: they may be too few."""
    pieces = [word for word in move.words if not word.islower()]
    for name in {move.actor, move.actor[:1], ""}:
        for verb in (move.verb, move.verb[:3], move.verb[:1], ""):
            yield " ".join((name, verb, *(word[:3] for word in move.words)))
            yield " ".join((name, verb, *pieces))
            yield " ".join((name, verb, "".join(pieces)))
            yield " ".join((name, verb, "".join(move.words)))


def at_seat(own: View, text: str) -> Event | None:
    """Return the move that `text` is where the program deals, None where it is refused."""
    try:
        return move_of(own, choices(own), text, tell)
    except TableError as error:
        assert tell(error.message)
        return None


def at_table(own: View, text: str, outcome: tuple[str, ...]) -> Event | None:
    """Return the move that `text` is beside real pieces, with what came of it, None if refused."""
    line = f"{text} = {' '.join(outcome)}" if outcome else text
    try:
        events = events_of(own, line, tell)
    except TableError:
        return None
    return events[0] if len(events) == 1 else None


def chosen(event: Event | None) -> tuple[object, ...]:
    """Return what is chosen with an event, whatever comes of it."""
    return () if event is None else (event.actor, event.verb, event.words)


def outcome_of(record: Record, move: Event) -> tuple[str, ...]:
    """Return what comes of a move as it is typed."""
    return record.resolved(move).outcome


@promise("few keys are the same move wherever they are typed", "game.notation")
def test_few_keys_are_the_same_move_where_the_program_deals_and_at_a_table(game: str) -> None:
    for record, own in seats(game, 4):
        for move in some(own):
            outcome = outcome_of(record, move)
            for text in short(move) if move.actor and is_clear(own, move.verb) else ():
                told = at_table(own, text, outcome)
                once = own.notation.verbs[move.verb].once and len(text.split()) < 2
                assert chosen(at_seat(own, text)) == (() if once else chosen(move)), text
                assert chosen(told) == (() if once else chosen(move)), text


@promise("fewer keys are this move or none", "game.notation")
def test_fewer_keys_are_this_move_or_none(game: str) -> None:
    rng, both = Random(1), 0
    for record, own in seats(game, 2):
        for move in some(own):
            outcome = outcome_of(record, move)
            for text in rng.sample(sorted({*shorter(move)}), WAYS):
                seat, told = at_seat(own, text), at_table(own, text, outcome)
                assert chosen(seat) in ((), chosen(move)), (text, move)
                both += chosen(seat) == chosen(told) != ()
    assert both > 20


@promise("lines are read without accents and capitals", "game.notation", "locale")
@pytest.mark.parametrize("language", Language)
def test_lines_are_read_without_accents_and_capitals(game: str, language: Language) -> None:
    with spoken(language):
        for _, own in seats(game, 2):
            for move in some(own):
                line = tell(worded(own, write_event(own, move)))
                for text in (line, bare(line), line.upper()):
                    assert at_seat(own, text) == move, text


@promise("verbs are cut in the language of the table", "game.notation", "locale")
def test_verbs_are_cut_in_the_language_of_the_table(game: str) -> None:
    with spoken("fr"):
        for record, own in seats(game, 3):
            words = {*own.notation.words}
            others = {*words, *(move.verb for move in choices(own)), *own.setup.players}
            told = {w: [bare(x) for x in spellings(worded(own.game, w), tell)] for w in others}
            asked = shared_initials(own.notation, tell).keys()
            for move in some(own):
                cut = bare(tell(worded(own.game, move.verb)))[:3]
                fits = {w for w, each in told.items() if any(x.startswith(cut) for x in each)}
                if asked & {*map(bare, move.words)}:
                    continue  # it is asked which of the pieces with this initial is meant
                if move.actor and move.words and fits == {move.verb}:
                    text = " ".join((cut, *move.words))
                    assert at_seat(own, text) == move, text
                    assert chosen(at_table(own, text, outcome_of(record, move))) == chosen(move)


@promise("a hosted seat reads its language", "game.notation", "locale")
def test_a_hosted_seat_reads_the_language_of_its_laptop(game: str) -> None:
    with spoken("fr"):
        for record, own in seats(game, 2):
            hosting = Hosting(Ledger(record, {}, "1"), DealtPieces({}), tell)
            question = hosting.question(own.viewer)
            move = next((m for m in some(own) if m.actor), None)
            if question is not None and move is not None:
                line = tell(worded(own, write_event(own, move)))
                assert hosting.choose(own.viewer, question.key, bare(line)) == Accepted(), line


@promise("few keys are read at every seat", "game.notation")
def test_few_keys_are_read_at_every_seat(game: str) -> None:
    for record, own in seats(game, 2):
        move = next((m for m in some(own) if m.actor and is_clear(own, m.verb)), None)
        if move is None:
            continue
        text = " ".join((move.verb[:3], *move.words))
        if own.notation.verbs[move.verb].once and not move.words:
            text = f"{move.actor} {text}"
        play = Play(Ledger(record, {}, "1"), {}, tell)
        assert not isinstance(play.move(own.viewer, text), Refused)
        hosting = Hosting(Ledger(record, {}, "1"), DealtPieces({}))
        question = hosting.question(own.viewer)
        if question is not None:
            assert hosting.choose(own.viewer, question.key, text) == Accepted()
        aside = side_line(own, "", tell)
        assert not isinstance(aside.move(own.viewer, text), Refused)
