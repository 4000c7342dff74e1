"""The contract of questions: whatever is asked, at any stage of a game, is answered.

Every word that a session offers is typed bare, twice, and with nonsense behind it. No answer may be
a fault of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from ..cli.language import Language, spoken, tell
from ..cli.session.last_page import look_back
from ..cli.session.play import PlaySession
from ..cli.session.table import TableSession
from ..models.core import TABLE, Record, view
from ..models.games import game_named, names
from ..models.record import NAMES
from ..models.words import say
from ..sessions import faults
from ..sessions.ledger import Ledger
from ..sessions.play import Play
from ..sessions.table import Table
from ..solver.play import coach
from ..solver.play.coach import Budget
from .command import aparte
from .promise import promise
from .scenes import stages
from .typist import Silent, Typist

BEHIND = (
    "?",
    "zz",
    "zz 99",
    "-1",
    "0",
    "99",
    "not",
    "Ana",
    "nobody",
    "Ana Ana",
    "? ?",
    "= 1",
    "«é»",
)
"""What is typed behind a question and is no part of it, or not all of it."""
ALONE = ("", "?", "??", "zz", "#", "0", "99", "-", "?!", "help help")
"""What is typed on a line of its own."""
SECONDS = 0.02
"""How long is thought about what is asked; what is found by then is not looked at."""


class Fault(BaseException):
    """The session would have told of a mistake of the program."""


@pytest.fixture(autouse=True)
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(fault: BaseException) -> None:
        raise Fault from fault

    monkeypatch.setattr(faults, "report", told)
    monkeypatch.setattr(coach, "ADVICE", Budget(seconds=SECONDS))
    monkeypatch.setenv("COLUMNS", "80")


class Curious(Typist):
    """Asks at the first prompts all that can be asked there, then goes on with a word of `ways`."""

    def __init__(self, rng: Random, forms: int, ways: Sequence[str]) -> None:
        super().__init__(self._all(), live=False)
        self._rng, self._forms, self._ways = rng, forms, ways
        self._offered: Sequence[str] = ()
        self.asked: list[str] = []

    def ask(self, prompt: str, offer: Callable[[str], Sequence[str]] = lambda _: ()) -> str:
        self._offered = offer("")
        line = super().ask(prompt, offer)
        self.asked.append(line)
        return line

    def _all(self) -> Iterator[str]:
        for way in (*self._ways, None):
            yield from self._lines_now()
            if way is not None:
                yield way

    def _lines_now(self) -> Iterator[str]:
        quit, side = tell(say("quit")), tell(say("whatif"))
        words = dict.fromkeys(word for word in self._offered if word != quit)
        later = [word for word in words if word == side]
        for word in [*(word for word in words if word != side), *later]:
            behind = self._rng.sample((word, *BEHIND), self._forms)
            yield from (f"{word} {each}" for each in behind)
            yield word
        yield from self._rng.sample(ALONE, min(len(ALONE), 2 + self._forms))


def asked(session: Callable[[Typist], object], typist: Curious) -> None:
    with redirect_stdout(StringIO()), suppress(Silent):
        try:
            session(typist)
        except Fault as fault:
            pytest.fail(f"{typist.asked[-3:]}: {fault.__cause__!r}")


def at_notes(record: Record, viewer: str, rng: Random, forms: int) -> None:
    """Ask at a real table, where `viewer` notes what happens."""
    table = Table(Ledger(view(record, viewer), {}, "0"), tell)
    asked(lambda typist: TableSession(table, typist).run(), Curious(rng, forms, ()))


def at_the_laptop(record: Record, rng: Random, forms: int) -> None:
    """Ask in a game that is dealt: between the seats, at one, and in a side line; or behind it."""
    play = Play(Ledger(record, {}, "0"), {}, tell)
    curious = Curious(rng, forms, (rng.choice(record.setup.players), tell(say("back"))))
    asked(lambda typist: PlaySession(play, typist).run(), curious)
    if record.closed:
        asked(lambda typist: look_back(record, typist), Curious(rng, forms, ()))


@promise("every question is answered at any stage", "face", "look", "game.model.hidden")
def test_every_question_is_answered_at_some_stages(game: str) -> None:
    rng = Random(f"{game}/questions")
    before, between, over = stages(game, 0, 1)
    with spoken(list(Language)[names().index(game) % len(Language)], None):
        for viewer in (TABLE, "Ana"):
            at_notes(before, viewer, rng, 2)
        at_notes(over, "Bo", rng, 1)
        at_the_laptop(between, rng, 1)


@promise("every question is answered at any stage", "face", "look", "game.model.hidden")
@pytest.mark.slow
def test_every_question_is_answered_at_more_stages(game: str) -> None:
    """In another language than at some stages."""
    language = list(Language)[(names().index(game) + 1) % len(Language)]
    ask_all(game, 1, language, most=2, forms=1)


@promise("every question is answered at any stage", "face", "look", "game.model.hidden")
@pytest.mark.soak
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("seed", range(1, 3))
def test_every_question_is_answered_at_many_stages(
    game: str, seed: int, language: Language
) -> None:
    ask_all(game, seed, language, most=6, forms=3)


def ask_all(game: str, seed: int, language: Language, most: int, forms: int) -> None:
    rng = Random(f"{game}/{seed}/{language}/questions")
    with spoken(language, None):
        for record in stages(game, seed, most):
            for viewer in (TABLE, rng.choice(record.setup.players)):
                at_notes(record, viewer, rng, forms)
            at_the_laptop(record, rng, forms)


@promise("a lone question mark asks for help", "game.notation")
@pytest.mark.parametrize("command", ["play", "table"])
def test_a_lone_question_mark_asks_for_help(
    game: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path))
    players = ",".join(NAMES[: game_named(game).seats[0]])
    seed = ("--seed", "1") if command == "play" else ()
    asked = (command, game, "--players", players, *seed)
    one, other = (aparte(*asked, typed=f"{word}\nquit\n").stdout for word in ("?", "help"))
    told, helped = one.splitlines()[:-1], other.splitlines()[:-1]
    assert len(told) == len(helped)
    (echo,) = (pair for pair in zip(told, helped, strict=True) if pair[0] != pair[1])
    assert echo[0].removesuffix("?") == echo[1].removesuffix("help")
