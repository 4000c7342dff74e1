"""What games have in common, unless they say otherwise."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from .core import Record, Verb
from .errors import TableError
from .event import Event
from .near import Near
from .outcome import Outcome
from .tale import Account, Happened, SideScore
from .words import Words, say


def no_positions(game: str) -> TableError:
    """Return the refusal of a position of a game that has none."""
    return TableError(
        say("a record of {game} begins with its deal, there are no positions", game=game)
    )


class Rules:
    """The parts of a game that few games have to say anything about; see `core.Game`."""

    aliases: tuple[str, ...] = ()
    versions: tuple[str, ...] = ("1",)
    reserved: frozenset[str] = frozenset()
    spoken: tuple[Words, ...] = ()

    @property
    def near(self) -> Near:
        """Which words are taken for each other, beside those that lie side by side as keys."""
        return Near()

    @property
    def board(self) -> Mapping[str, Verb]:
        """The kinds of lines that put down the board as it stands."""
        return {}

    def among(self, state: Any, event: Event) -> float:
        """Return about how many legal choices `event` was one of; 1 where that tells nothing."""
        return 1.0

    @abstractmethod
    def outcome(self, state: Any) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    def result(self, state: Any) -> tuple[str, ...] | None:
        """Return the words of the result line, None while the game goes on."""
        outcome = self.outcome(state)
        return None if outcome is None else outcome.words

    def rounds_over(self, state: Any) -> int:
        """Return how many rounds are over; 0 in a game without rounds."""
        return 0

    def part(self, state: Any) -> Words | None:
        """Return the part of the game under which lines are told together."""
        return None

    def told(self, event: Event, players: Sequence[str]) -> Words | None:
        """Tell a line as a sentence, None where it is told as it is written."""
        return None

    def followed(self, line: Happened) -> Sequence[Words]:
        """Tell what came of `line` and does not stand in it."""
        return ()

    def account(self, viewer: str, state: Any, ends: Sequence[Happened]) -> Account | None:
        """Return the scores of a game that is over; None before, and where there are none."""
        outcome = self.outcome(state)
        if outcome is None or outcome.together:
            return None
        shares = tuple(SideScore((player,), (), n) for player, n in outcome.scores.items())
        return Account((), shares, say("points"))

    def so_far(self, viewer: str, state: Any, ends: Sequence[Happened]) -> Account | None:
        """Return what the rounds have brought: what is open counts only once it is over."""
        return self.account(viewer, state, ends)

    def settled(self, state: Any) -> Words | None:
        """Tell how a tie for the win was settled, None if there was none."""
        return None

    def as_it_stands(self, view: Record) -> Iterable[Event]:
        """Return the lines that put down the board to which `view` has led; raises TableError."""
        raise no_positions(view.game.name)

    def made(self, tags: Mapping[str, str]) -> Self:
        """Return the game as the tags of a header make it; raises TableError."""
        return self

    def page(self, language: str) -> str | None:
        """Return the rules as refereed, `rules.en.md` beside the module; None if not written."""
        module = sys.modules[type(self).__module__]
        page = Path(str(module.__file__)).with_name(f"rules.{language}.md")
        return page.read_text("utf-8").strip() if page.is_file() else None
