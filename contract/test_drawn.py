"""The contract of boards: whatever is drawn of a game can be drawn at any stage, solved or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

import pytest

from ..cli.answers.solved import show_solved
from ..cli.console import PLAIN, printed
from ..cli.language import Language, spoken, tell
from ..cli.paper.sheet import picture
from ..cli.views import look_of, show_board, show_strip
from ..models.core import View
from ..models.games import face_of
from ..models.hidden import Hidden
from ..models.words import Words, called
from ..solver.engine.deduce import deduce
from ..solver.engine.solve import Solved, solve
from ..web.faces import drawn
from ..web.templates import templates
from .promise import promise
from .scenes import stages, views

DENSELY = pytest.mark.parametrize(
    ("seeds", "most"),
    [
        pytest.param(range(1), 2, id="some"),
        pytest.param(range(2), 4, id="many", marks=pytest.mark.slow),
    ],
)
"""Games, and the stages of each that are looked at beside its beginning and its end."""


def scenes(game: str, seeds: range, most: int) -> Iterator[View]:
    """Yield what some who play see, and the table, at stages of games."""
    for seed in seeds:
        for record in stages(game, seed, most):
            yield from list(views(record).values())[: 2 if most < 3 else None]


@cache
def solved(game: str, seeds: range, most: int) -> Sequence[tuple[View, Solved | None]]:
    """Return views unsolved, with what is deduced without counts, and with what is counted."""
    found: list[tuple[View, Solved | None]] = []
    for own in scenes(game, seeds, most):
        hidden: Hidden = own.game.model.hidden(own)
        found.append((own, None))
        if hidden.is_open:
            found += (own, Solved(own, hidden, deduce(hidden), None)), (own, solve(own))
    return found


def page(own: View) -> str:
    """Return the board of a page."""
    template = templates(own.game.name).get_template("board.html")
    return template.render(t=tell, called=called, kept=lambda part, *of: part(*of), **drawn(own))


@promise(
    "the board is drawn at any stage, with chances and without them", "look.board", "look.chances"
)
@DENSELY
@pytest.mark.parametrize("language", Language)
def test_the_board_is_drawn_with_and_without_counts(
    game: str, language: Language, seeds: range, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    with spoken(language):
        for own, known in solved(game, seeds, most):
            for plain in ("", "1"):
                monkeypatch.setenv(PLAIN, plain)
                assert "".join(printed(partial(show_board, own, known))).strip()
                if known is not None:
                    assert printed(partial(show_solved, known, {}))


@promise(
    "strip, page and paper are drawn, and sentences told, at any stage",
    "look.strip",
    "look.long_strip",
    "look.drawn",
    "face.board",
    "face.sentences",
    "face.now",
)
@DENSELY
@pytest.mark.parametrize("language", Language)
def test_strips_pages_paper_and_sentences_are_drawn(
    game: str, language: Language, seeds: range, most: int
) -> None:
    face = face_of(game)
    with spoken(language):
        for own in scenes(game, seeds, most):
            told = [face.now(own), *face.sentences(own), *face.hand(own)]
            told += [*face.names(own).values(), *face.texts(own).values()]
            hidden = own.game.model.hidden(own)
            told += [face.region(own, [item]) for item in hidden.items]
            for words in told:
                assert isinstance(words, Words), f"{words!r} is no text for people: say(...) it"
                assert tell(words).strip() and "{" not in tell(words)
            strips = (printed(partial(show_strip, own, long=long)) for long in (False, True))
            assert all(text.strip() for text in (*map("".join, strips), page(own), picture(own)))
            look = look_of(own)
            for part in (look.dense, look.spread):
                assert part is None or part(own) is not None
            if look.blanks is not None:
                assert all(tell(each.about).strip() for each in look.blanks(own.blank()))
            again = own.with_lines(own.lines)
            assert drawn(own) == drawn(again), "who sees the same is shown something else"
