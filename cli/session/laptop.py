"""The laptop of a table: its pages, and the cover between two hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...models.core import View
from ...models.words import Words, say
from ...sessions.play import Wanted
from ..console import print_words, printed
from ..views.names import called
from ..views.told import print_sentences
from .layout import Showing, page_rows
from .questions import LinePrompt
from .terminal import Terminal

_NO_HAND = say("No hand is open here: whoever asks at their own seat is advised.")


class Laptop:
    """The screen that people pass around; `showing` is how they want to see the table.

    `notes` are messages for the next page, which may be anybody's.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.showing = Showing()
        self.notes: list[Words] = []
        self._terminal = terminal
        self.prompt = partial(LinePrompt, terminal, showing=self.showing, no_hand=_NO_HAND)
        """Returns the prompt for the viewer of a view: see `LinePrompt`."""
        self._holder = ""
        """Who looked at their own hand last: the laptop is still with them."""

    def say(self, words: Words) -> None:
        """Print `words` for whoever looks."""
        self._terminal.show(partial(print_words, words))

    def tell_wanted(self, table: View, wanted: Wanted, losses: Sequence[Words]) -> None:
        """Print what all are asked to take back, as the `table` saw it, and its `losses`."""

        def told() -> None:
            print_words(wanted.heading)
            print_sentences(table, wanted.numbers)
            print_all(losses)

        self._terminal.show(told)

    def refuse(self, words: Words) -> None:
        """Print why a line was refused; the next lines of its block are left unread."""
        self._terminal.hold()
        self.say(words)

    def turn_page(
        self, own: View, news: Callable[[], None] = lambda: None, told: Sequence[Words] = ()
    ) -> None:
        """Show a new page: the table of the viewer of `own`, its `news`, the notes, and `told`."""
        told = (*self.notes, *told)
        self.notes.clear()

        def draw(room: int | None) -> None:
            new, more = printed(news), printed(partial(print_all, told))
            print_rows(page_rows(own, room, self.showing, new, more))

        self._terminal.turn_page(draw)

    def is_alone(self, player: str, ask: Callable[[Words], str | None]) -> bool:
        """Cover all hands until `player` says that nobody else looks; False if `ask` returns None.

        It asks only when no key is pressed any more, and only Enter alone is an answer, so that no
        key meant for something else opens a hand.
        """
        cover = say(
            "Pass the laptop to {player}. {player}, press Enter when only you look: ",
            player=called(player),
        )
        if player == self._holder:
            cover = say(
                "{player} goes on. {player}, press Enter when only you look: ",
                player=called(player),
            )
        while True:
            self._terminal.rest()
            typed = ask(cover)
            if typed is None:
                return False
            if not typed and self._terminal.pressed_enter_alone():
                self._holder = player
                return True
            self.say(say("Only Enter opens the hand of {player}.", player=called(player)))


def print_rows(rows: Sequence[str]) -> None:
    """Print the rows of a page; nothing if there are none."""
    if rows:
        print(*rows, sep="\n")


def print_all(told: Sequence[Words]) -> None:
    """Print all that is told."""
    for words in told:
        print_words(words)
