"""The `aparte` command."""

from typing import Annotated

import typer

from .. import __version__

# Without Rich's markup `--help` answers in half the time.
app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)


def print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aparte {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def aparte(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Referee and deduction coach for hidden-information tabletop games."""


def run() -> None:
    app(prog_name="aparte")
