"""A rehearsal: every kernel of a game is called once, so that its code is ready when needed.

An installation rehearses all games into the folder that comes with the program:

NUMBA_CACHE_DIR=FOLDER python -m aparte.solver.play.rehearsal

leaves it in FOLDER/aparte. Where it is missing (another Python, numba or processor), a session
rehearses in a process of its own while people play.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from threading import Thread

from ...models import games
from ...models.core import Game, Record, View
from ...models.match import Match
from ...models.notice import notice
from ...models.record import blank
from ...models.words import say
from .coach import Bot, Budget, GamePlay, RandomBot, choices, play_of
from .driver import acted, bot_event, drawn
from .shelf import WHOLE, shelf
from .trial import NOTHING, Assumptions
from .workers import in_processes

COMMAND = ("-m", f"{__package__}.rehearsal")
TIED = "--tied"
"""Behind the command, with a game: it ends when its input does, so with whoever holds the other
end, begins with that game, and leaves the other processors to them."""
FEW = Budget(iterations=60, quick=False)
SHARE = 0.25
"""The share of moves for which the coach is asked, beside the first move of each kind."""
SENSIBLE = "greedy"
"""The bot of every game that follows a rule of thumb."""
CONVENTION = "Convention"
"""The setting that makes choices clues, if a game has it."""


def begin(game: str) -> bool:
    """Compile what is missing for `game` in a separate process; tell whether anything is.

    Whoever needs it earlier waits for that process. The process ends with this one, however that
    ends.
    """
    found = shelf()
    if not play_of(game).compiled or found.whole or found.filling is not None:
        return False
    try:
        process = subprocess.Popen(
            (sys.executable, *COMMAND, TIED, game),
            stdin=subprocess.PIPE,  # the system closes it even for a process that is killed
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at the table is not meant for it
        )
    except OSError:
        return False  # then it is compiled where it is needed
    found.filling = lambda: process.poll() is None
    notice(
        say("this game's coach is being compiled, once, in about a minute; go on playing meanwhile")
    )
    return True


def _end_with_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


def rehearse(game: str) -> None:
    """Let the bots and the coach of `game` do all that they can do, in short games."""
    play, rules = play_of(game), games.game_named(game)
    for record in _games(rules):
        _play(play, record, Random(0))
        if play.judge is not None and record.tag(CONVENTION) is None:
            play.judge.start(record)


def _games(rules: Game) -> Iterator[Record]:
    """Yield games that have not begun: of the fewest, of one more, and where choices are clues."""
    for seats in (rules.seats[0], rules.seats[0] + 1):
        yield blank(rules.name, seats)
    if CONVENTION in {setting.name for setting in rules.settings}:
        yield blank(rules.name, seats, **{CONVENTION: "1"})


def _play(play: GamePlay, record: Record, rng: Random) -> None:
    """Play a game, and ask coach and bots beside it.

    The first player moves at random, so that odd things happen, the others sensibly, so that
    little is left open in the end: some kernels are for such positions.
    """
    players = record.setup.players
    match = Match.of(record, players)
    match = match.at(drawn(match.record, rng))
    others = [make() for make in play.bots.values()]
    others += [make(match.record) for make in play.ceilings.values()]
    moving: dict[str, Bot] = dict.fromkeys(players, play.bots[SENSIBLE]())
    moving[players[0]] = RandomBot()
    asked: set[str] = set()
    while (event := bot_event(match, moving, rng)) is not None:
        view = match.views[event.actor]
        new = event.verb not in asked
        if len(choices(view)) > 1 and (new or rng.random() < SHARE):
            _advise(play, view, new)
            if new:
                for bot in others:
                    bot.choose(view, rng)
            asked.add(event.verb)
        match = match.at(drawn(acted(match.record, event), rng))


def _advise(play: GamePlay, view: View, first: bool) -> None:
    if play.advise is None:
        return
    advised = play.advise(view, FEW, 0, NOTHING)
    if not first:
        return
    if play.judge is not None:
        trial = play.judge.trial(view, 0)
        trial.worths(trial.moves, 1)
        trial.followed(trial.moves, 1)
    play.advise(view, replace(FEW, quick=True), 0, NOTHING)
    for assumed in (Assumptions(convention=True), Assumptions(behaviour=0.5)):
        play.advise(view, FEW, 0, assumed)
    if play.nudge is not None and advised:
        play.nudge(view, advised[0].action)
    if play.by_convention is not None:
        play.by_convention(view)


def _rehearse_unasked(game: str) -> None:
    shelf().missed = True  # which is what this is for
    rehearse(game)


def _not_rehearsed(game: str) -> None:
    raise SystemExit(f"the process that rehearsed {game} died")


def main() -> None:
    """Rehearse all games, and print the folder that holds the code."""
    tied = TIED in sys.argv
    if tied:
        Thread(target=_end_with_input, daemon=True).start()
    found = shelf()
    if not found.whole:
        names = [name for name in games.names() if play_of(name).compiled]
        if tied:
            names.sort(key=lambda name: name != sys.argv[-1])
        processes = 1 if tied else len(names)
        for _ in in_processes(_rehearse_unasked, names, processes, _not_rehearsed):
            pass
        found.keep(WHOLE, b"")
    if not found.whole:
        raise SystemExit(1)
    print(next(folder for folder in found.folders if (folder / WHOLE).exists()))


if __name__ == "__main__":
    main()
