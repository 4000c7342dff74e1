"""The contract of sentences: each kind of line has one in every language, told from it alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from ..cli.language import Language, spoken, tell
from ..models.bag import HOLE
from ..models.core import RESULT, Event, Record, view
from ..models.errors import BadNotation
from ..models.games import OWN, game_named
from ..models.grammar import Cursor, Verb, read_event
from ..models.record import NAMES, blank, write_event
from ..sessions.news import sentence
from .promise import promise
from .scenes import SEEDS, finished, played, viewers

MOST = 9
"""Words of a line that is made up."""
LINES = 4
"""How many lines of each kind are made up."""


def made_up(record: Record, verb: Verb, rng: Random) -> Iterator[Event]:
    """Yield lines of `verb` as its grammar allows them, true or not."""
    actor = rng.choice(record.setup.players) if verb.actor else ""
    text = ""
    for _ in range(MOST):
        cursor = Cursor(text)
        with suppress(BadNotation):
            yield read_event(cursor, verb, record.notation.vocabulary, actor)
        words = record.notation.following(verb.name, text)
        if not words:
            return
        text = f"{text} {rng.choice(words)}".strip()


@promise("every kind of line has its sentence", "game.tale.sentence")
def test_every_kind_of_line_has_its_sentence(game: str) -> None:
    rules = game_named(game)
    record = blank(game, NAMES[: rules.seats[-1]])
    games = (finished(game), *(played(game, seed) for seed in SEEDS))
    found = {event.verb: event for each in games for _, event in each.events}
    for verb in rules.notation.verbs.values():
        if verb.name == RESULT:
            continue
        rng = Random(f"{game}/{verb.name}")
        events = [event for _ in range(LINES) for event in made_up(record, verb, rng)]
        events += [found[verb.name]] if verb.name in found else []
        assert events, verb.name
        for event in events:
            told = rules.tale.sentence(event, record.setup.players)
            assert told is not None or game not in OWN, write_event(record, event)


@promise("what is seen of a line stands in its sentence", "game.tale.sentence")
def test_what_is_seen_of_a_line_stands_in_its_sentence(game: str) -> None:
    record = played(game, 0)
    for viewer in viewers(record)[:2]:
        own = view(record, viewer)
        for language in Language:
            with spoken(language):
                for _, event in own.events:
                    told = tell(sentence(own, event))
                    assert told
                    assert game not in OWN or HOLE not in told, told
                    assert event.actor.replace("_", " ") in told


@promise("a sentence names no piece that is not seen", "game.tale.sentence")
def test_a_sentence_names_no_piece_that_is_not_seen(game: str) -> None:
    record = played(game, 0)
    for viewer in viewers(record):
        own = view(record, viewer)
        for (_, whole), (_, seen) in zip(record.events, own.events, strict=True):
            if HOLE in (*seen.words, *seen.outcome):
                told = str(sentence(own, seen))
                hidden = {*own.hides(whole)} - {*seen.words, *seen.outcome}
                assert not hidden & set(told.replace(",", " ").split())
