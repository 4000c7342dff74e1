"""The `aparte` command: a table of commands, each loaded when it is called.

A command is one function in a module of `commands/`, or a Typer app where it has commands of its
own; a line of `COMMANDS` names it. Help texts are marked with `N_`; they are translated here,
when the command is built.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.main import get_command

from .. import __version__
from ..models.errors import TableError
from ..models.notice import listening
from ..models.words import Words, say
from .console import PLAIN, complain
from .language import N_, Language, _, spoken, wanted
from .usage import Command, Group, complain_of, translate


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is found in `commands/`, and what it does."""

    module: str
    function: str
    help: str


COMMANDS = {
    "play": Entry("play", "play", N_("Deal and referee a game; people pass the laptop.")),
    "table": Entry("table", "table", N_("Referee real pieces on a real table, line by line.")),
    "resume": Entry("games", "resume", N_("Go on with a saved game.")),
    "games": Entry("games", "games", N_("List the saved games.")),
    "export": Entry("games", "export", N_("Print the record of a saved game.")),
    "import": Entry("games", "import_", N_("Save a record as a game.")),
    "solve": Entry("solve", "solve", N_("Work out all that follows from a record, and chances.")),
    "explain": Entry("explain", "explain", N_("Prove a fact, or show a world where it is false.")),
    "hint": Entry("hint", "hint", N_("Point at the easiest deduction, as openly as you like.")),
    "best": Entry("best", "best", N_("Rank the moves of a seat, with chances and reasons.")),
    "check": Entry("check", "check", N_("Read a record strictly; say what is wrong in it.")),
    "replay": Entry("replay", "replay", N_("Walk through a record.")),
    "puzzle": Entry("puzzle", "app", N_("Find the one answer of a position.")),
    "cards": Entry("cards", "app", N_("Show and check card sets of Battle of the Bards.")),
    "simulate": Entry("simulate", "simulate", N_("Let bots play many games; say who wins.")),
    "rules": Entry("rules", "rules", N_("Tell the rules as refereed, with their rulings.")),
}
EVERYWHERE = ("lang", "plain")
"""Options that stand before a command or behind it."""


class Commands(Group):
    """The commands, in the order of `COMMANDS`."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        command = _loaded(cmd_name, COMMANDS[cmd_name])
        command.params += [each for each in self.params if each.name in EVERYWHERE]
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(entry.help)) for name, entry in COMMANDS.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        self.commands = dict.fromkeys(COMMANDS, cast(Any, self))  # only names, to suggest one
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        arguments = sys.argv[1:] if args is None else list(args)
        with spoken(wanted(arguments)), listening(complain):
            translate(self)
            extra["standalone_mode"] = False
            _at_the_edge(lambda: super(Commands, self).main(arguments, *rest, **extra))


def _loaded(name: str, entry: Entry) -> Any:
    module = import_module(f".commands.{entry.module}", __package__)
    found = getattr(module, entry.function)
    if not isinstance(found, typer.Typer):
        function, found = found, typer.Typer(rich_markup_mode=None, add_completion=False)
        found.command(name, cls=Command, help=entry.help)(function)
    command = get_command(found)
    command.name = name
    translate(command)
    return command


def _at_the_edge(run: Callable[[], Any]) -> NoReturn:
    """Run and exit; what went wrong is told in one message. Exit codes: docs/commands.md."""
    try:
        code = run()
    except TableError as error:
        complain(error.told)
        code = 1
    except OSError as error:
        reason = error.strerror or str(error)
        complain(say("{file}: {reason}", file=str(error.filename or ""), reason=reason))
        code = 2
    except Exception as error:
        code = _answered(error)
    raise SystemExit(code or 0)


def _answered(error: Exception) -> int:
    """Tell what is wrong with the command line, or that we are; return the exit code."""
    if isinstance(error, typer.TyperException):
        complain_of(error)
        return 2
    if isinstance(error, typer.Abort):
        complain(say("the input ended"))
        return 1
    if os.environ.get("APARTE_DEBUG"):
        raise error
    complain(_mistake(error))
    return 70


def _mistake(error: Exception) -> Words:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return say(
        "a mistake in Aparté itself, please report it: {kind}: {error} ({where})",
        kind=type(error).__name__,
        error=str(error),
        where=where,
    )


# Without Rich's markup `--help` answers in half the time.
app = typer.Typer(cls=Commands, rich_markup_mode=None, pretty_exceptions_enable=False)


def print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aparte {__version__}")
        raise typer.Exit


def be_plain(wanted: bool) -> None:
    if wanted:
        os.environ[PLAIN] = "1"  # until `spoken` is left


@app.callback(no_args_is_help=True, help=N_("Referee and deduction coach for tabletop games."))
def aparte(
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


def run() -> None:
    app(prog_name="aparte")
