"""The languages that Aparté speaks, and the catalogue of each."""

from __future__ import annotations

import gettext
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path

from ..models.games import foreign_catalogues

DOMAIN = "aparte"
CATALOGUES = str(Path(__file__).parents[1] / "cli" / "locale")


class Language(StrEnum):
    """A language that Aparté speaks."""

    ENGLISH = "en"
    FRENCH = "fr"


@cache
def catalogue(spoken: Language) -> gettext.NullTranslations:
    """Return the messages in the language `spoken`, also those that other packages bring."""
    found = gettext.translation(DOMAIN, CATALOGUES, [spoken], fallback=True)
    if spoken is not Language.ENGLISH:
        found.add_fallback(_Elsewhere(spoken))
    return found


class _Elsewhere(gettext.NullTranslations):
    """The messages of games that other packages bring: looked for where ours lack one."""

    def __init__(self, spoken: Language) -> None:
        super().__init__()
        self._spoken = spoken

    @cached_property
    def _found(self) -> gettext.NullTranslations:
        found = gettext.NullTranslations()
        for folder in foreign_catalogues():
            found.add_fallback(gettext.translation(DOMAIN, folder, [self._spoken], fallback=True))
        return found

    def gettext(self, message: str) -> str:
        return self._found.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._found.ngettext(msgid1, msgid2, n)
