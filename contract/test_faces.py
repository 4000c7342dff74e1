"""The contract of a game's face: whatever is seen can be told in sentences and drawn on pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..cli.language import Language, spoken, tell
from ..cli.views import sentences
from ..models.core import View, view
from ..models.games import face_of, page_of
from ..web.faces import called, drawn
from ..web.shown import templates
from .scenes import cuts, played, viewers

LANGUAGES = pytest.mark.parametrize("language", Language)


def views(game: str) -> Iterator[View]:
    """Yield views of games from their beginnings to their ends."""
    for record in (played(game, 1).blank(), *(cut for cut, _ in cuts(game, 3)), played(game, 0)):
        for viewer in viewers(record)[:2]:
            yield view(record, viewer)


def page(own: View) -> str:
    """Return the board of a page."""
    template = templates(page_of(own.game.name)).get_template("board.html")
    return template.render(t=tell, called=called, kept=lambda part, *of: part(*of), **drawn(own))


@LANGUAGES
def test_it_is_told_in_sentences_and_drawn_on_pages(game: str, language: Language) -> None:
    with spoken(language):
        for own in views(game):
            told = [*sentences(own), tell(face_of(game).now(own)), page(own)]
            assert all(text.strip() and "{" not in text for text in told)


@LANGUAGES
def test_what_moves_are_made_of_has_names(game: str, language: Language) -> None:
    face = face_of(game)
    with spoken(language):
        for own in views(game):
            assert all(pieces and tell(what) for what, pieces in face.hand(own).items())
            for word, words in {**face.names(own), **face.texts(own)}.items():
                assert word and tell(words) and "{" not in tell(words)


def test_who_sees_the_same_is_shown_the_same(game: str) -> None:
    face = face_of(game)
    for own in views(game):
        again = own.with_lines(own.lines)
        assert drawn(own) == drawn(again)
        assert face.sentences(own) == face.sentences(again)
