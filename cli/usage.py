"""Typer's messages about a command line, in the language of the run.

Typer's sentences are fixed English. Those that people meet are listed here as templates, recognised
in what Typer says, and translated from the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup, TyperOption

from ..models.words import Figure, Words, figure, listed, say
from ..sessions.errors import BadRequest
from .console import in_one_line, print_text, print_wrapped
from .language import N_, _, tell

SENTENCES = (
    N_("Missing command."),
    N_("Missing argument {names}."),
    N_("Missing option {names}."),
    N_("No such command {name}. Did you mean {names}?"),
    N_("No such command {name}."),
    N_("No such option: {name} (Possible options: {names})"),
    N_("No such option: {name}"),
    N_("Option {name} requires an argument."),
    N_("Option {name} does not take a value."),
    N_("Invalid value for {name}: {reason}"),
    N_("Invalid value: {reason}"),
    N_("File {name} does not exist."),
    N_("File {name} is a directory."),
    N_("File {name} is not readable."),
    N_("{value} is not one of {names}."),
    N_("Arguments"),
    N_("Options"),
    N_("required"),
    N_("default: {default}"),
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)
"""The first template that matches is used; its `reason` may be such a sentence again."""
SAVED = re.compile(r"Invalid value for '\[?ID\]?': (?P<value>.+) is not a valid .+\.")
NUMBER = re.compile(r"(?P<value>.+) is not a valid (int|float)( range)?\.")
RANGE = re.compile(
    r"(?P<value>.+) is not in the range (?:(?P<least>.+)<=)?x(?P<sign>[<>]=)(?P<bound>.+)\."
)
"""What Typer says of numbers, which people are told otherwise."""
EXTRA = "Got unexpected extra argument(s) ({names})"
"""What Typer says of words that are no argument, and not what to do with them."""


class _InOurWords:
    """A mixin for help in the language of the run."""

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=_("Usage:") + " ")

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = _(option.help)
        return option


class CommandClass(_InOurWords, TyperCommand):
    """A command; given to Typer as its `cls`.

    A request that cannot be met is a wrong command line.
    """

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BadRequest as error:
            raise BadParameter(tell(error.words), ctx) from None


class GroupClass(_InOurWords, TyperGroup):
    """A command with subcommands; given to Typer as its `cls`."""


def translate(command: Any) -> None:
    """Translate the help texts of `command` and its subcommands."""
    command.help = command.help and _(command.help)
    for param in command.params:
        param.help = getattr(param, "help", None) and _(param.help)
        param.metavar = param.metavar and _(param.metavar)
    for below in getattr(command, "commands", {}).values():
        translate(below)


def complain_of(error: Any) -> None:
    """Print on standard error what is wrong with the command line."""
    if error.ctx is None or type(error).__name__ == "NoArgsIsHelpError":
        print_text(error.format_message(), stderr=True)
        return
    print_text(error.ctx.get_usage(), stderr=True)
    help_at = f"{error.ctx.command_path} --help"
    print_wrapped(_("Try '{command}' for help.").format(command=help_at) + "\n")
    message = in_one_line(error.format_message())
    if extra := re.fullmatch(_pattern(EXTRA), message, re.DOTALL):
        message = tell(_left_over(extra["names"], error.ctx))
    print_wrapped(_("Error:") + " " + _translated(message))


def _left_over(words: str, ctx: Any) -> Words:
    """Return what to do with words that are no argument: most belong behind an option."""
    options = [
        max(each.opts, key=len)
        for each in ctx.command.params
        if isinstance(each, TyperOption) and not each.is_flag and each.name != "lang"
    ]
    if not options:
        return say(
            "'{word}' is too much: {command} takes no more", word=words, command=ctx.command_path
        )
    return say(
        "type before '{word}' the option that it is meant for: {options}",
        word=words,
        options=listed(options),
    )


def _translated(message: str) -> str:
    if no_number := SAVED.fullmatch(message):
        words = say(
            "expected the number of a saved game (`aparte games` lists them), found {value}",
            value=no_number["value"],
        )
        return tell(words)
    for sentence in SENTENCES:
        match = re.fullmatch(_pattern(sentence), message, re.DOTALL)
        if match:
            found = match.groupdict()
            told = {name: _quoted(text) for name, text in found.items()}
            return _(sentence).format(**told | {"reason": _translated(found.get("reason", ""))})
    if no_number := NUMBER.fullmatch(message):
        return tell(say("{value} is no number", value=no_number["value"]))
    if off := RANGE.fullmatch(message):
        return tell(_out_of_range(off.groupdict()))
    return message


def _out_of_range(off: Mapping[str, str]) -> Words:
    bounds = {"value": off["value"], "least": off["least"] or "", "n": off["bound"]}
    values = {name: _figure(text) for name, text in bounds.items()}
    if off["least"]:
        return say("expected {least} to {n}, found {value}", **values)
    if off["sign"] == ">=":
        return say("expected {n} or more, found {value}", **values)
    return say("expected {n} or less, found {value}", **values)


def _figure(text: str) -> Figure | str:
    """Return a number with a point as this language writes it, anything else as it is."""
    point = re.fullmatch(r"-?\d+\.(\d+)", text)
    return figure(float(text), f".{len(point[1])}f") if point else text


def _quoted(text: str) -> str:
    """Return what Typer says of the command line, quoted as in this language."""
    return re.sub("'([^']*)'", lambda found: _("'{word}'").format(word=found[1]), text)


def _pattern(sentence: str) -> str:
    return re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(sentence))
