"""Records with one wrong word, for tests: whatever stands there, the error is told."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..models.core import Event, Line, Record

EXTRA = ("?", "nobody", "0", "9999", "t9", "x1", "nothing", "/")


def words_of(record: Record) -> list[str]:
    """Return every word that a line of this game may hold."""
    words = record.game.notation.words
    used = (w for _, event in record.events for w in (*event.words, *event.outcome))
    return sorted({*words, *used, *record.setup.players, *EXTRA})


def like(record: Record, word: str) -> list[str]:
    """Return the words that the notation may have where `word` stands."""
    tokens = [list(token.words) for token in record.game.notation.vocabulary.values()]
    kinds = [words for words in (*tokens, list(record.setup.players)) if word in words]
    return [each for words in kinds for each in words] or [word]


def mutated(record: Record, rng: Random) -> Record:
    """Return `record` with one word of one line exchanged for another, its end cut off or not."""
    lines = list(record.lines)
    at = rng.randrange(len(lines))
    event = lines[at].event
    assert event is not None
    words, kinds = [*event.words, *event.outcome], words_of(record)
    verb, actor = event.verb, event.actor
    match rng.randrange(12):
        case 0:
            actor = rng.choice(record.setup.players) if actor else actor
        case 1:
            verb = rng.choice(
                [v.name for v in record.notation.verbs.values() if v.actor == bool(actor)]
            )
        case 2 if words:
            del words[rng.randrange(len(words))]
        case 3:
            words.insert(rng.randint(0, len(words)), rng.choice(kinds))
        case _ if words:
            i = rng.randrange(len(words))
            words[i] = rng.choice(like(record, words[i]) if rng.random() < 0.9 else kinds)
    cut = min(len(event.words), len(words))
    wrong = Event(verb, actor, tuple(words[:cut]), tuple(words[cut:]))
    lines[at] = Line(lines[at].number, wrong)
    return replace(record, lines=tuple(lines))
