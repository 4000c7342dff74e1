"""Writes the options of every command into docs/commands.md, as `--help` tells them.

make options
"""

from collections.abc import Iterator
from pathlib import Path

import typer
from typer.main import get_command

from aparte.cli.language import spoken
from aparte.cli.main import EVERYWHERE, app

PAGE = Path(__file__).parents[1] / "docs/commands.md"
BEGIN, END = "<!-- begin: written by make options -->\n", "<!-- end -->\n"


def main() -> None:
    before, _, after = parts(PAGE.read_text("utf-8"))
    PAGE.write_text(before + BEGIN + options() + END + after, encoding="utf-8")


def parts(page: str) -> tuple[str, str, str]:
    """Return what stands before the options, the options, and what stands behind them."""
    before, _, rest = page.partition(BEGIN)
    written, _, after = rest.partition(END)
    return before, written, after


def options() -> str:
    """Return the section of every command, in English."""
    with spoken("en"):
        return "\n".join(map(section, commands()))


def commands() -> Iterator[typer.Context]:
    """Yield a context for each command that help shows, those of a group instead of the group."""
    yield from _below(typer.Context(get_command(app), info_name="aparte"))


def _below(context: typer.Context) -> Iterator[typer.Context]:
    group = context.command
    if not hasattr(group, "list_commands"):
        yield context
        return
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if not command.hidden:
            yield from _below(typer.Context(command, context, info_name=name))


def section(context: typer.Context) -> str:
    """Return the section of one command: what it does, and a row for each argument and option."""
    found = [each for each in context.command.params if each.name not in EVERYWHERE]
    rows = [each.get_help_record(context) for each in found]
    table = [f"| `{cell(name)}` | {cell(about)} |" for name, about in filter(None, rows)]
    head = ["", "| | |", "| --- | --- |"] if table else []
    return "\n".join([f"### {context.command_path}", "", context.command.help, *head, *table, ""])


def cell(text: str) -> str:
    """Return `text` as it can stand in a table of Markdown."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
