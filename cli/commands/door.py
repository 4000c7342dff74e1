"""Bare `aparte` in a terminal: leads to a game, question by question, each with a default."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import typer

from ...models import games
from ...models import words as said
from ...models.core import HANDS, REFEREE, TABLE, Game, TableError
from ...models.words import Words, bare, say, spellings
from ...sessions.bots import bot_called, bots_called
from ...sessions.errors import BadRequest
from ...sessions.house import House, read_house
from ...sessions.levels import ALL, LEVELS
from ...sessions.saved import Saved, Summary
from ...sessions.setup import bots_of, names_in, seat_of
from ...sessions.store import Store, opened
from ...solver.play.coach import bots
from ..answers.outlined import brief
from ..console import print_words
from ..language import tell
from ..session.terminal import InputEnded, Terminal, meant, scroll
from ..views.names import called
from . import games as saved_games
from .who import ask, ask_players


@dataclass(frozen=True)
class Wish:
    """What people want to play: the words of a command line."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        return shlex.join(("aparte", *self.words))


def lead() -> Wish | None:
    """Ask what to play, and show the command that does the same; None if people stop there."""
    try:
        with opened() as store:
            saved = store.summaries()
            door = FrontDoor(scroll(), saved)
            found = _last(store)
            if found is not None and door.resumes(found.id):
                if found.record.viewer != HANDS:
                    saved_games.go_on(store, found)
                    return None
                wish = Wish(("host", "--resume", str(found.id)))
            else:
                wish = door.wish()
            print_words(say("The same by a command: {command}", command=str(wish)))
            return wish if door.begins() else None
    except (InputEnded, KeyboardInterrupt):
        print()
        raise typer.Exit(130) from None


def _last(store: Store) -> Saved | None:
    try:
        return saved_games.last_open(store)
    except TableError:
        return None


class FrontDoor:
    """Asks people what they want; `saved` are their saved games."""

    def __init__(self, terminal: Terminal, saved: Sequence[Summary]) -> None:
        self._terminal = terminal
        self._saved = {each.id: each for each in saved if each.outline is not None}
        self._outlines = [each.outline for each in saved if each.outline is not None]

    def resumes(self, id: int) -> bool:
        """Ask whether to go on with the game that was left last."""
        summary = brief(self._saved[id])
        print_words(say("Game {id} is open: {summary}", id=id, summary=summary))
        return self._agreed(say("Go on with it"), True)

    def begins(self) -> bool:
        """Ask whether to begin."""
        return self._agreed(say("Begin"), True)

    def wish(self) -> Wish:
        """Ask for everything that a new game needs."""
        game = self._game()
        dealt = self._dealt()
        players = ask_players(self._terminal, game, self._outlines)
        words = ["play" if dealt else "table", game.name, "--players", ",".join(players)]
        if dealt:
            chosen = self._bots(game, players)
            if chosen:
                words += ["--bots", ",".join(f"{name}={bot}" for name, bot in chosen.items())]
            if len(players) - len(chosen) > 1 and self._on_phones():
                words[0] = "host"
        elif self._on_phones():
            words[0] = "host"
            words.append("--real")
        else:
            seat = self._seat(players)
            if seat != TABLE:
                words += ["--seat", seat]
        helped = self._help(_house())
        if helped != ALL or _house().get("help"):
            words += ["--help-level", helped]
        return Wish(tuple(map(said.called, words)))

    def _game(self) -> Game:
        names = games.names()
        print_words(say("Which game?"))
        for number, name in enumerate(names, start=1):
            print(f"  {number}  {tell(games.listing(name).called)}")
        usual = next((each.game for each in self._outlines if games.is_game(each.game)), names[0])
        default = games.listing(usual).title
        while True:
            text = self._ask(say("A number or a name"), default)
            if text.isdecimal() and 0 < int(text) <= len(names):
                return games.game_named(names[int(text) - 1])
            found = games.meant(text)
            if found is not None:
                return games.game_named(found)
            near = games.nearest(text)
            if near is not None:
                title = games.listing(near).title
                print_words(say("There is no {name}; did you mean {near}?", name=text, near=title))
            else:
                print_words(say("There is no {name}.", name=text))

    def _dealt(self) -> bool:
        usual = not self._outlines or self._outlines[0].seat == REFEREE
        print_words(say("Who deals?"))
        program = say("the program: people pass this computer, or bots sit beside you")
        people = say("you do: real pieces on a real table, noted here line by line")
        return self._number((program, people), 1 if usual else 2) == 1

    def _bots(self, game: Game, players: Sequence[str]) -> Mapping[str, str]:
        """Ask which seats are bots; for a name alone, take the best bot there is."""
        there = list(bots(game.name))
        best = "coach" if "coach" in there else "greedy" if "greedy" in there else there[0]
        usual = self._usual_bots(game, players, there)
        default = ", ".join(
            f"{called(name)}={tell(bot_called(bot))}" for name, bot in usual.items()
        )
        print_words(say("Bots of this game: {bots}", bots=bots_called(there)))
        question = say(
            "Whom does the program play (names, or NAME=BOT; {nobody})", nobody=say("nobody")
        )
        while True:
            text = self._ask(question, default or tell(say("nobody")))
            if bare(text) in spellings(say("nobody"), tell):
                return {}
            named = filter(None, names_in(text))
            told = ",".join(each if "=" in each else f"{each}={best}" for each in named)
            try:
                return bots_of(game, players, told, tell)
            except BadRequest as error:
                print_words(error.words)

    def _usual_bots(
        self, game: Game, players: Sequence[str], there: Sequence[str]
    ) -> Mapping[str, str]:
        for each in self._saved.values():
            of = each.outline
            if of is not None and (of.game, of.players) == (game.name, tuple(players)):
                return {name: bot for name, bot in each.bots.items() if bot in there}
        return {}

    def _on_phones(self) -> bool:
        return self._agreed(say("Is everybody's phone their seat"), False)

    def _seat(self, players: Sequence[str]) -> str:
        question = say("Whose companion is this: the table's, or one player's")
        while True:
            text = self._ask(question, tell(say("the table")))
            if text == tell(say("the table")):
                return TABLE
            try:
                return seat_of(players, text)
            except BadRequest as error:
                print_words(error.words)

    def _help(self, house: House) -> str:
        told = (
            say("all: hints, proofs, chances and advice"),
            say("moves: advice, but no deductions"),
            say("deductions: hints, proofs and chances, but no advice"),
            say("off: none"),
        )
        print_words(say("Which help is allowed?"))
        levels = tuple(LEVELS)[::-1]
        usual = house.get("help") or ALL
        return levels[self._number(told, levels.index(usual) + 1) - 1]

    def _number(self, told: Sequence[Words], default: int) -> int:
        """Print a numbered list, and return the number that was typed."""
        for number, words in enumerate(told, start=1):
            print(f"  {number}  {tell(words)}")
        while True:
            text = self._ask(say("A number"), str(default))
            if text.isdecimal() and 0 < int(text) <= len(told):
                return int(text)
            print_words(say("Type a number from {least} to {most}.", least=1, most=len(told)))

    def _agreed(self, question: Words, default: bool) -> bool:
        usual = tell(say("yes") if default else say("no"))
        while (answer := meant(self._ask(question, usual))) is None:
            print_words(say("Type yes or no."))
        return answer

    def _ask(self, question: Words, default: str) -> str:
        return ask(self._terminal, question, default)


def _house() -> House:
    try:
        return read_house()
    except (BadRequest, OSError):  # which has been told already
        return House()
