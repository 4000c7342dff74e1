"""A line that is typed with a mistake is never taken for another one without a question.

Words are dropped, swapped, misspelled or put in front, in lines and in sentences of whole games.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import Event, Record
from aparte.models.record import read_file, read_words, write_event
from aparte.models.wording import worded
from aparte.models.words import bare
from aparte.sessions.news import sentence
from tests.hearing import before, reply

GAMES = ("adresses-jaunes-3", "onstage-en-4", "overseers-4", "bards-v2-3")
FILLERS = {
    "en": ("so", "ok so", "right then,", "um,", "well", "now then"),
    "fr": ("euh alors", "bon ben", "alors", "ok", "et donc", "hop,"),
}
Mistake = Callable[[list[str], Random, str], list[str]]


def _dropped(words: list[str], random: Random, _: str) -> list[str]:
    at = random.randrange(len(words))
    return words[:at] + words[at + 1 :]


def _swapped(words: list[str], random: Random, _: str) -> list[str]:
    one, other = sorted(random.sample(range(len(words)), 2))
    turned = list(words)
    turned[one], turned[other] = words[other], words[one]
    return turned


def _misspelled(words: list[str], random: Random, _: str) -> list[str]:
    long = [at for at, word in enumerate(words) if len(word) > 3 and word.isalpha()]
    if not long:
        return words
    at = random.choice(long)
    word, slip = words[at], random.randrange(1, len(words[at]) - 1)
    ways = (
        word[:slip] + word[slip + 1 :],
        word[:slip] + word[slip] + word[slip:],
        word[:slip] + word[slip + 1] + word[slip] + word[slip + 2 :],
    )
    return [*words[:at], random.choice(ways), *words[at + 1 :]]


def _filled(words: list[str], random: Random, language: str) -> list[str]:
    return [random.choice(FILLERS[language]), *words]


MISTAKES: tuple[tuple[Mistake, bool], ...] = (
    (_filled, False),
    (_misspelled, False),
    (_dropped, True),
    (_swapped, True),
)
"""Each mistake, and whether it can make another whole line of the one that was meant."""


def _stands(record: Record, event: Event, text: str) -> bool:
    """Tell whether each word of a line stands in the text, but for a small word or an actor."""
    said = bare(text.replace(".", " ").replace(",", " ").replace(":", " ")).split()
    words = [*event.words, *event.outcome]
    return all(
        bare(word) in said or bare(tell(worded(record, word))) in " ".join(said)
        for word in words
        if word.isalnum() and not word.islower()
    )


def _read_otherwise(game: str, language: str, lines: int, seed: int) -> list[tuple[str, str, str]]:
    """Return what was typed, what was meant, and what was read, of all that is read otherwise."""
    random = Random(f"{game} {language} {seed}")
    path = Path(f"tests/golden/{game}.rec")
    whole = read_file(path)
    chosen = [n for n, line in enumerate(whole.lines) if line.event and line.event.actor]
    wrong = []
    for at in random.sample(chosen, min(lines, len(chosen))):
        record, event = before(path, at), whole.lines[at].event
        assert event is not None
        line = write_event(record, event)
        with spoken(language):
            for typed in (tell(worded(record, line)), tell(sentence(record, event))):
                for mistake, can_be_whole in MISTAKES:
                    text = " ".join(mistake(typed.split(), random, language))
                    read = reply(record, text).line
                    known = read in ("", line) or read.startswith(f"{line}; ")
                    if not known and not (can_be_whole and _is_said(record, read, text)):
                        wrong.append((text, line, read))
    return wrong


DENIED = {
    "en": (
        "maybe {}", "{}?", "{} or not", "I think {}", "if {}", "{}, no wait", "{}: scratch that",
        "{} can {}", "{} might {}", "{} wants to {}", "{} will {}", "{} never {}", "{} tries to {}",
        "{} takes back {}", "{} refuses to {}", "{} hopes to {}", "they say {}", "let {} {}",
    ),
    "fr": (
        "peut-être {}", "{} ?", "{} ou pas", "je crois que {}", "si {}", "{}, non attends",
        "{} : annule", "{} peut {}", "{} pourrait {}", "{} veut {}", "{} hésite à {}",
        "{} essaie de {}", "{} reprend {}", "{} refuse de {}", "il paraît que {}",
        "{} a oublié de {}", "et si {}", "{} aurait dû {}",
    ),
}  # fmt: skip
"""What makes of a line something that nobody says has happened; with two gaps, behind a name."""


def _denied(text: str, language: str, random: Random) -> str:
    way, (actor, _, rest) = random.choice(DENIED[language]), text.partition(" ")
    return way.format(text) if way.count("{}") == 1 else way.format(actor, rest)


@pytest.mark.parametrize("lines", [2, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_what_nobody_says_has_happened_is_no_line(game: str, language: str, lines: int) -> None:
    random, path = Random(f"{game} {language}"), Path(f"tests/golden/{game}.rec")
    whole = read_file(path)
    chosen = [n for n, line in enumerate(whole.lines) if line.event and line.event.actor]
    wrong = []
    for at in random.sample(chosen, lines):
        record, event = before(path, at), whole.lines[at].event
        assert event is not None
        with spoken(language):
            texts = (
                tell(worded(record, write_event(record, event))),
                tell(sentence(record, event)),
            )
            denied = [_denied(text, language, random) for text in texts]
            wrong += [(text, read) for text in denied if (read := reply(record, text).line)]
    assert wrong == []


def _is_said(record: Record, read: str, text: str) -> bool:
    return all(_stands(record, read_words(record, each), text) for each in read.split("; "))


@pytest.mark.parametrize("lines", [1, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_mistake_never_makes_another_line_unasked(game: str, language: str, lines: int) -> None:
    assert _read_otherwise(game, language, lines, seed=1) == []
