"""The `aparte` command: a table of commands, each loaded when it is called.

A command is one function in a module of `commands/`, or a Typer app if it has commands of its own;
a line of `COMMANDS` names it. Help texts are marked with `N_`; they are translated here, when the
command is built.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.main import get_command

from .. import __version__
from ..models import games
from ..models.errors import TableError
from ..models.games import Command
from ..models.notice import listening
from ..models.words import Words, listed, say
from ..sessions import faults
from ..sessions.errors import BadRequest
from ..sessions.house import House, read_house
from .console import PLAIN, complain, print_text
from .interrupts import interruptible
from .language import N_, Language, _, first, not_spoken, spoken, tell
from .screen import be_legible, be_sized
from .settings import SettingsClass
from .usage import GroupClass, complain_of, translate


def _common(module: str, function: str, help: str) -> Command:
    return Command(f"{__package__}.commands.{module}", function, help)


COMMANDS = {
    "play": _common("play", "play", N_("Deal and referee a game; people pass the laptop.")),
    "host": _common(
        "host", "host", N_("Deal and referee a game; everybody's phone is their seat.")
    ),
    "table": _common("table", "table", N_("Referee real pieces on a real table, line by line.")),
    "resume": _common("games", "resume", N_("Go on with a saved game.")),
    "again": _common("again", "again", N_("Deal another game to the same people.")),
    "games": _common("listed", "games", N_("List the saved games.")),
    "export": _common("games", "export", N_("Print the record of a saved game.")),
    "import": _common("games", "import_", N_("Save a record as a game.")),
    "verify": _common("verify", "verify", N_("Deal a finished game again, and compare.")),
    "solve": _common("solve", "solve", N_("Work out all that follows from a record, and chances.")),
    "explain": _common(
        "explain", "explain", N_("Prove a fact, or show a world where it is false.")
    ),
    "hint": _common("hint", "hint", N_("Point at the easiest deduction, as openly as you like.")),
    "best": _common("best", "best", N_("Rank the moves of a seat, with chances and reasons.")),
    "position": _common(
        "position", "position", N_("Put a board down, asked for one thing after the other.")
    ),
    "check": _common("check", "check", N_("Read a record strictly; say what is wrong in it.")),
    "replay": _common("replay", "replay", N_("Walk through a record.")),
    "review": _common(
        "review", "review", N_("Tell what each choice has cost, and how much was luck.")
    ),
    "scores": _common("scores", "scores", N_("Tell who has won how often, in all or one day.")),
    "puzzle": _common("puzzle", "app", N_("Find the one answer of a position.")),
    "simulate": _common("simulate", "simulate", N_("Let bots play many games; say who wins.")),
    "rules": _common("rules", "rules", N_("Tell the rules as refereed, with their rulings.")),
    "new-game": _common(
        "new_game", "new_game", N_("Lay down a package with a small game, to make yours of it.")
    ),
    "config": _common("house", "config", N_("Show or set what your house wants.")),
    "doctor": _common("house", "doctor", N_("Tell what is installed, where things lie, and more.")),
}
"""The commands that serve every game."""
EVERYWHERE = ("lang", "plain")
"""Options that may stand before or after a command."""
SELDOM = 20_000
"""How many objects are made before Python collects garbage. Its own 700 costs a fifteenth of a
short command, in which nearly all objects stay alive."""


def _commands() -> Mapping[str, Command]:
    """Return all commands, those that games add last."""
    brought = (games.entry(name).commands for name in games.names())
    others = {name: found for each in brought for name, found in each.items()}
    return {**COMMANDS, **{name: others[name] for name in others if name not in COMMANDS}}


def _titled(name: str) -> str:
    """Return what people call a game, and its other names."""
    game = games.listing(name)
    others = [each for each in game.aliases if each not in (game.title.casefold(), name)]
    return tell(
        say("{game}; also {names}", game=game.called, names=listed(others))
        if others
        else game.called
    )


class Commands(GroupClass):
    """The commands that serve every game, then those that games add."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_commands())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = COMMANDS.get(cmd_name) or _commands().get(cmd_name)
        if entry is None:
            return None
        command = _loaded(cmd_name, entry)
        command.params += [each for each in self.params if each.name in EVERYWHERE]
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(entry.help)) for name, entry in _commands().items()])
        with formatter.section(_("Games")):
            formatter.write_dl([(name, _titled(name)) for name in games.names()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in _commands() and (game := games.meant(args[0])):
            words = say(
                "{game} is a game, no command: `aparte play {name}` deals it, `aparte rules {name}`"
                " tells its rules",
                game=games.listing(game).title,
                name=game,
            )
            raise typer.BadParameter(tell(words), ctx)
        self.commands = dict.fromkeys(_commands(), cast(Any, self))  # only names, to suggest one
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        given = sys.argv[1:] if args is None else list(args)
        arguments, asked = first(given, ["--plain"])
        house, fault = _house()
        with spoken(asked, house.get("language")), listening(complain):
            be_legible()
            be_sized(house.get("width"))
            if fault:
                complain(fault)
            if unspoken := not_spoken():
                complain(unspoken)
            translate(self)
            extra["standalone_mode"] = False
            _at_the_edge(lambda: super(Commands, self).main(arguments, *rest, **extra))


def _house() -> tuple[House, Words | None]:
    """Return the house's defaults; if its file cannot be understood, none and the reason."""
    try:
        return read_house(), None
    except BadRequest as error:
        return House(), error.words
    except OSError as error:
        file, reason = str(error.filename or ""), error.strerror or str(error)
        return House(), say("{file}: {reason}", file=file, reason=reason)


def _loaded(name: str, entry: Command) -> Any:
    found = getattr(import_module(entry.module), entry.function)
    if not isinstance(found, typer.Typer):
        function, found = found, typer.Typer(rich_markup_mode=None, add_completion=False)
        found.command(name, cls=SettingsClass, help=entry.help)(function)
    command = get_command(found)
    command.name = name
    translate(command)
    return command


def _at_the_edge(run: Callable[[], Any]) -> NoReturn:
    """Run and exit; any error becomes one message. docs/commands.md lists the exit codes."""
    try:
        with interruptible():
            code = run()
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except TableError as error:
        complain(error.message)
        code = 1
    except OSError as error:
        complain(_unreachable(error))
        if error.filename is None:
            _print_no_more()
        code = 2
    except Exception as error:
        code = _answered(error)
    raise SystemExit(code or 0)


def _print_no_more() -> None:
    """Drop what could not be printed: Python would try again at exit, and complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _unreachable(error: OSError) -> Words:
    """Return the message about a file error; without a file name it is about standard output."""
    reason = error.strerror or str(error)
    if error.filename is None:
        return say("what was to be printed could not be written: {reason}", reason=reason)
    return say("{file}: {reason}", file=str(error.filename), reason=reason)


def _answered(error: Exception) -> int:
    """Print what is wrong, with the command line or in Aparté itself; return the exit code."""
    if isinstance(error, typer.TyperException):
        complain_of(error)
        return 2
    if isinstance(error, typer.Abort):
        complain(say("the input ended"))
        return 1
    if os.environ.get("APARTE_DEBUG"):
        raise error
    complain(faults.report(error))
    return 70


# Without Rich's markup `--help` answers in half the time.
app = typer.Typer(cls=Commands, rich_markup_mode=None, pretty_exceptions_enable=False)


def print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aparte {__version__}")
        raise typer.Exit


def be_plain(wanted: bool) -> None:
    if wanted:
        os.environ[PLAIN] = "1"  # until `spoken` is left


@app.callback(
    invoke_without_command=True, help=N_("Referee and deduction coach for tabletop games.")
)
def aparte(
    ctx: typer.Context,
    lang: Annotated[
        Language | None,
        typer.Option(help=N_("The language to speak."), expose_value=False),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            callback=be_plain,
            expose_value=False,
            help=N_("No boxes, no colour: for screen readers and pipes."),
        ),
    ] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=print_version, is_eager=True, help=N_("Print the version.")
        ),
    ] = False,
) -> None:
    """Referee and deduction coach for hidden-information tabletop games."""
    if ctx.invoked_subcommand is not None:
        return
    if all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        from .commands.door import lead

        if (wish := lead()) is not None:
            app(list(wish.words), prog_name="aparte")
    else:
        print_text(ctx.get_help())


def run() -> None:
    gc.set_threshold(SELDOM)
    try:
        app(prog_name="aparte")
    finally:
        gc.freeze()  # what is left ends with the process: to look for garbage in it takes time
