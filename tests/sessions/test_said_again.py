"""Lines of whole games, said in many ways: read as that line, asked or refused, never another."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE, Event, Record, TableError, view
from aparte.models.record import write_event
from aparte.models.saying import COMMON, NUMBERS
from aparte.models.wording import worded
from aparte.models.words import Words
from aparte.sessions.doubt import Doubt
from aparte.sessions.fixing import is_typed
from aparte.sessions.news import sentence
from aparte.sessions.typed import events_of
from tests.tables import random_game

GAMES = [("adresses-jaunes", 3), ("onstage", 4), ("overseers", 4), ("bards", 3)]
OPENING = {
    "en": ("so, ", "ok then: ", "um ", "well, "),
    "fr": ("alors ", "du coup ", "euh, ", "ben "),
}
CLOSING = {"en": (".", " of course", ", right away"), "fr": (".", ", bien sûr", " tout de suite")}
TWISTS = {
    "en": ("maybe {}", "{} next time", "{}?", "should {}", "they say {}", "{} or not"),
    "fr": (
        "peut-être {}",
        "{} la prochaine fois",
        "{} ?",
        "faut-il que {}",
        "je crois que {}",
        "{} ou pas",
    ),
}
"""What makes of a line something that nobody may take for it."""


def typed_lines(game: str, players: int, seed: int, number: int) -> Iterator[tuple[Record, Event]]:
    """Yield some lines of a random game that a table types, each with the record before it."""
    whole, rng = random_game(game, players, seed), Random(seed)
    seen = view(whole, TABLE)
    for at in rng.sample(range(len(seen.lines)), min(number, len(seen.lines))):
        before, event = seen.with_lines(seen.lines[:at]), seen.lines[at].event
        if event is not None and "?" not in write_event(seen, event) and is_typed(before, event):
            yield before, event


def ways(record: Record, event: Event, language: str, rng: Random) -> Iterator[str]:
    """Yield how people may say `event`."""
    line = tell(worded(record, write_event(record, event)))
    yield rng.choice(OPENING[language]) + line
    yield line.replace(" = ", ", ") + rng.choice(CLOSING[language])
    yield tell(sentence(record, event))
    actor, _, rest = line.partition(" ")
    if event.actor == actor:
        yield f"{actor}: {rest}"
        yield f"{actor[0]}. {rest}"
        if not {*event.words, *event.outcome} & {*record.setup.players}:
            yield f"{rest}, {actor}"
        yield said_otherwise(record, event, actor, rng)
    yield mistyped(line, rng)


def said_otherwise(record: Record, event: Event, actor: str, rng: Random) -> str:
    """Return the line with other words for its verb and its pieces, where its game has some."""
    sayings = record.notation.sayings

    def word(each: str) -> str:
        if each in sayings.parts:
            parts = (rng.choice(phrases(texts)) for texts in sayings.parts[each])
            return " ".join(parts)
        texts = sayings.words.get(each) or NUMBERS.get(each) or COMMON.get(each)
        return rng.choice(phrases(texts)) if texts is not None else tell(worded(record, each))

    return " ".join([actor, *map(word, (event.verb, *event.words, *event.outcome))])


def phrases(words: Words) -> list[str]:
    return [each.strip() for each in tell(words).split(",")]


def mistyped(line: str, rng: Random) -> str:
    """Return `line` with two letters of a long word swapped."""
    words = line.split()
    long = [at for at, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if long:
        at = rng.choice(long)
        word = words[at]
        cut = rng.randrange(1, len(word) - 1)
        words[at] = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
    return " ".join(words)


def read(record: Record, text: str) -> tuple[Event, ...] | None:
    """Return what `text` is read as, None if it is asked back or refused."""
    try:
        return events_of(record, text, tell)
    except TableError:
        return None


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("number", [2, pytest.param(60, marks=pytest.mark.slow)])
def test_what_is_said_of_a_line_is_never_read_as_another(
    game: str, players: int, number: int, language: str
) -> None:
    rng = Random(number)
    with spoken(language):
        for record, event in typed_lines(game, players, number, number):
            for text in ways(record, event, language, rng):
                found = read(record, text)
                assert found in (None, (event,)), text


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "players"), GAMES)
@pytest.mark.parametrize("number", [2, pytest.param(60, marks=pytest.mark.slow)])
def test_what_only_might_happen_is_never_read(
    game: str, players: int, number: int, language: str
) -> None:
    rng = Random(number)
    with spoken(language):
        for record, event in typed_lines(game, players, number + 1, number):
            line = tell(worded(record, write_event(record, event)))
            assert read(record, rng.choice(TWISTS[language]).format(line)) is None, line


def test_a_word_that_nobody_declared_is_asked_about_amid_what_is_mentioned() -> None:
    record, event = next(
        each for each in typed_lines("onstage", 4, 3, 60) if each[1].verb == "plays"
    )
    line = write_event(record, event)
    for text in (f"frobbingly {line}", f"{line} zorp"):
        with pytest.raises(Doubt) as doubt:
            events_of(record, text, str)
        assert doubt.value.ways == ((event,),)


def test_a_word_that_nobody_declared_is_asked_about_where_it_may_be_another_piece() -> None:
    record, event = next(
        each for each in typed_lines("onstage", 4, 3, 60) if each[1].verb == "plays"
    )
    line = write_event(record, event)
    for text in (f"{line} K77", f"{line} noothin"):
        with pytest.raises(TableError):
            events_of(record, text, str)
