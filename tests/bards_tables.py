"""Tables of Battle of the Bards for tests: states in the middle of a show, and a small box."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from aparte.models.bag import Bag
from aparte.models.bards import GAME, Bards, Box, InPlay, Numbers, State, Step
from aparte.models.bards.loader import read_cards, read_file
from aparte.models.core import Record, Setup, View
from aparte.models.record import begun, read_words
from aparte.solver.play.coach import Choice, choices
from aparte.solver.play.driver import played
from tests.tables import NAMES, blank

SETTINGS = {setting.name: setting.default for setting in GAME.settings}


def show(
    ana: dict[str, Any], bo: dict[str, Any] | None = None, *, game: Bards = GAME, **changes: Any
) -> State:
    """Ana's turn in a show of two: troupes as given, the rest empty.

    `stage`, `hand`, `deck` and `dice` are words; the cards of a troupe are all that is named.
    """
    state = game.start(Setup(("Ana", "Bo"), SETTINGS))
    for player, given in (("Ana", ana), ("Bo", bo or {})):
        state = state.troupe(player, **_troupe(given))
    table = {
        "step": Step.SHOW,
        "duties": (),
        "round": 1,
        "first": "Ana",
        "actor": "Ana",
        "actions": 2,
        "line": ("Vesper", "Tamsin", "Cantor", "Fidelio"),
        "audiences": ("Millers", "Taverners", "Weavers"),
        "top_audience": "Stargazers",
    }
    return replace(state, **{**table, **changes})


def _troupe(given: dict[str, Any]) -> dict[str, Any]:
    words = {name: tuple(str(given.get(name, "")).split()) for name in ("stage", "hand", "deck")}
    discard = tuple(sorted(given.get("discard", "").split()))
    return {
        "cards": tuple(sorted([*words["stage"], *words["hand"], *words["deck"], *discard])),
        "stage": tuple(map(InPlay, words["stage"])),
        "hand": Bag().put(words["hand"]),
        "deck": Bag().put(words["deck"]),
        "discard": discard,
        "dice": tuple(sorted(given.get("dice", "").split())),
        "performances": tuple(sorted(given.get("performances", "").split())),
        "melodies": given.get("melodies", 0),
        "audiences": tuple(given.get("audiences", "").split()),
    }


def after(state: State, *lines: str) -> State:
    """The state after `lines`."""
    table = blank("bards", 2)
    for line in lines:
        state = GAME.apply(state, read_words(table, line))
    return state


def everything() -> Bards:
    """A box with cards that use all that the language of cards can say."""
    return Bards(Box(read_file(Path(__file__).with_name("everything.toml"))))


def small_box() -> Bards:
    """A box with decks of eight cards (two of them posters), hands of three, stages of two."""
    text = files("aparte.models.bards").joinpath("workshop.toml").read_text(encoding="utf-8")
    basics, rest = text.split("[[leader]]", 1)
    printed = Numbers.printed()
    numbers = replace(printed, hand=3, stage=2, goal=2, cards={**printed.cards, "basic": 4})
    cards = read_cards(basics.replace("copies = 8", "copies = 4") + "[[leader]]" + rest, numbers)
    return Bards(Box(cards, numbers))


def small_table(players: int) -> Record:
    """The record of a game with the small box that has not begun."""
    plain = blank("bards", NAMES[:players])
    return begun(small_box(), plain.setup, plain.viewer, plain.tags)


class Passing:
    """Throws away every card and wins nothing, so that there is no end to it."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move of the viewer of `view`."""
        moves = choices(view)
        verbs = {move.verb: move for move in moves}
        return Choice(verbs.get("trashes") or verbs.get("passes") or moves[0])


class Eager:
    """Takes what scores before what only may, else anything: quick, and its games come to an end.

    (The bot `greedy` plans for each die it takes or discards.)
    """

    _FIRST = ("wins", "hires", "performs", "uses", "stages", "discards")

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the move of the viewer of `view`."""
        moves = choices(view)
        for verb in self._FIRST:
            if some := [move for move in moves if move.verb == verb]:
                return Choice(rng.choice(some))
        return Choice(rng.choice(moves))


__all__ = ["Eager", "Passing", "after", "played", "show", "small_box", "small_table"]
