"""What games have in common, unless they say otherwise."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Self

from .outcome import Outcome
from .words import Words


class Rules:
    """The parts of a game that few games have to say anything about; see `core.Game`."""

    aliases: tuple[str, ...] = ()
    versions: tuple[str, ...] = ("1",)
    reserved: frozenset[str] = frozenset()
    spoken: tuple[Words, ...] = ()

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    def result(self, state: Any) -> tuple[str, ...] | None:
        """Return the words of the result line, None while the game goes on."""
        outcome = self.outcome(state)
        return None if outcome is None else outcome.words

    def made(self, tags: Mapping[str, str]) -> Self:
        """Return the game as the tags of a header make it; raises TableError."""
        return self

    def page(self, language: str) -> str | None:
        """Return the rules as refereed, `rules.en.md` beside the module; None if not written."""
        folder = type(self).__module__.rpartition(".")[0]
        page = files(folder).joinpath(f"rules.{language}.md")
        return page.read_text("utf-8").strip() if page.is_file() else None
