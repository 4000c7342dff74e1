"""Faces: what is shown of a game, as values; terminal, pages and paper only draw them.

A game's `FACE` makes them from a view alone. Its texts are `Words`, in the language of whoever
looks. A game without one is shown by the part that it has come to, and by its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .core import Event, View
from .words import Words, in_100, margin, say


def _part(view: View) -> Words:
    return view.game.tale.part(view.state) or say("{game}", game=view.game.title)


def _name_and_part(view: View) -> Sequence[Words]:
    part = view.game.tale.part(view.state)
    game = say("{game}.", game=view.game.title)
    return [game] if part is None else [game, say("{words}.", words=part)]


def _table(view: View, items: Collection[str]) -> Words:
    return say("the table")


def _nothing(view: View) -> Mapping[str, Words]:
    return {}


def _no_signs(view: View) -> Sequence[Words]:
    return ()


def _no_pieces(view: View) -> Mapping[Words, Sequence[str]]:
    return {}


def _no_odds(view: View) -> Sequence[Odds]:
    return ()


def _choose(view: View) -> Words:
    return say("choose a move")


def as_told(view: View, event: Event) -> Words:
    """Return the sentence of a line, the line itself where the game has none."""
    told = view.game.tale.sentence(event, view.setup.players)
    return told or say("{line}", line=view.notation.verbs[event.verb].write(event))


@dataclass(frozen=True, slots=True)
class Odd:
    """A chance from 0 to 1: exact, or an estimate with its standard `error`."""

    chance: Fraction
    error: float = 0.0

    @property
    def in_percent(self) -> Words:
        """The chance in percent, with its error; only what is sure is 0 or 100."""
        n = in_100(self.chance)
        if not self.error:
            return say("{n}", n=n)
        if self.error < min(self.chance, 1 - self.chance):
            return say("{n} ± {error}", n=n, error=margin(100 * self.error, 1))
        return say("about {n}", n=min(max(n, 1), 99))  # it cannot be off by as much


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely luck, or what others choose, brings what this is `about`, in the case of `name`.

    `chances` are by word of the notation; None where that is not known. A `note`, told once below
    all cases, says what these chances take for granted, where other figures do otherwise.
    """

    about: Words
    name: Words
    chances: Mapping[str, Odd | None]
    note: Words | None = None

    @staticmethod
    def notes(odds: Iterable[Odds]) -> Sequence[Words]:
        """Return the notes of several cases, each once."""
        return list(dict.fromkeys(each.note for each in odds if each.note is not None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What is shown of one game to the viewer of a record.

    Its functions are called with views of all kinds after any line, before the deal and behind the
    result, too. They may take what they show from `view.state`: it holds what the viewer has seen.
    """

    now: Callable[[View], Words] = _part
    """Returns where the game stands, to follow its name: "round 2 of 3: the deal"."""
    sentences: Callable[[View], Sequence[Words]] = _name_and_part
    """Returns the table in sentences, a line each; the first one tells where the game stands."""
    board: Callable[[View], object] | None = None
    """Returns what a template draws: frozen values, equal for all who see the same.

    None if no template draws it.
    """
    labels: Mapping[str, Words] = field(default_factory=dict)
    """The labels of parts of the board, by the names that templates use."""
    region: Callable[[View, Collection[str]], Words] = _table
    """Returns the part of the table where most of some pieces are: the first level of a hint."""
    hand: Callable[[View], Mapping[Words, Sequence[str]]] = _no_pieces
    """Returns the pieces that the viewer can use, by the place they are in."""
    names: Callable[[View], Mapping[str, Words]] = _nothing
    """Returns what people call words of the notation, for putting moves together."""
    texts: Callable[[View], Mapping[str, Words]] = _nothing
    """Returns the text of each card that is shown with its text."""
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What is printed on pieces beside their signs, such as a kind, by piece."""
    signs: Callable[[View], Sequence[Words]] = _no_signs
    """Returns what signs on the board mean and what pieces count, a line each, to look up."""
    task: Callable[[View], Words] = _choose
    """Returns what whoever has to act has to do, as an order: "follow green"."""
    odds: Callable[[View], Sequence[Odds]] = _no_odds
    """Returns the odds of luck to come for the viewer, beside the chances of hidden pieces."""
    button: Callable[[View, Event], Words] = as_told
    """Returns a choice as an order, for the button that makes it: "Play G5"."""


FACE = Face()
"""The face of a game that brings none."""
