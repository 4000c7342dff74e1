"""A puzzle opened at the terminal: on one screen where there is room, else line by line."""

from __future__ import annotations

from functools import partial

from ...models.words import say
from ...puzzles.bundled import LEVEL_NAMES
from ...puzzles.room import Puzzle
from ...sessions import solved
from ...sessions.store import opened
from ..console import console, print_words
from ..language import language, speak_of, tell
from .puzzle import PuzzleSession, pose
from .puzzle_app import has_room, solve_on_screen
from .terminal import scroll


def open_puzzle(puzzle: Puzzle) -> None:
    """Let somebody solve `puzzle`; it is saved as it stands.

    Where its level is not told, that is worked out first, which may take ten seconds.
    """
    speak_of(puzzle.record)
    with console(stderr=True).status(tell(say("One moment…"))):
        _ = puzzle.level
    with opened() as store:
        if has_room():
            solve_on_screen(puzzle, store)
            return
        begun = solved.line(store, puzzle)
        pose_titled(puzzle)
        terminal = scroll(begun, partial(solved.keep_line, store, puzzle))
        PuzzleSession(puzzle, terminal, store).run()


def pose_titled(puzzle: Puzzle) -> None:
    """Print the title and the level of `puzzle`, its board and its question."""
    print_words(
        say("{title} ({level})", title=puzzle.title(language()), level=LEVEL_NAMES[puzzle.level])
    )
    pose(puzzle)
