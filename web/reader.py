"""The reader of a page: the place that they have, and the language that they read."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Self

from starlette.requests import Request

from ..models.core import TABLE, Record
from ..models.words import Words
from ..sessions.languages import Language, catalogue, catalogue_of
from ..sessions.seats import WATCH, Seats

LANGUAGE = "aparte-language"
"""The cookie for the language chosen on a phone."""


class PageReader:
    """Who looks at a page: their place, None if they have none, and their language."""

    _named: NullTranslations | None = None
    """The messages with the pieces of a game, at its table."""

    def __init__(self, seats: Seats, name: str, request: Request, house: Language) -> None:
        self.key = request.cookies.get(name, "")
        self.place = seats.place_of(self.key) if self.key else None
        self.language = _language(request, house)

    def at(self, record: Record) -> Self:
        """Return this reader, to whom pieces are called as the game of `record` does."""
        self._named = catalogue_of(self.language, record.notation, record.setup.players)
        return self

    def tell(self, words: Words) -> str:
        """Return `words` in the language of the reader."""
        return words.text_in(self._named or catalogue(self.language))

    @property
    def home(self) -> str:
        """The name of the page for this place."""
        return {None: "", TABLE: "table", WATCH: "watch"}.get(self.place, "seat")

    @property
    def viewer(self) -> str:
        """The viewer whose view is shown."""
        return self.place if self.home == "seat" and self.place else TABLE


def _language(request: Request, house: Language) -> Language:
    """Return the language chosen on this phone, or the first it asks for; that of the `house`
    where Aparté speaks none of them.
    """
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in list(Language):
        return Language(chosen)
    wanted = request.headers.get("accept-language", "")[:100].casefold()
    asked = (each.strip()[:2] for each in wanted.split(","))
    return next((Language(each) for each in asked if each in list(Language)), house)
