"""The settings of a game as options of the commands that begin it.

A game with a setting `HouseRule` is begun with `--house-rule on` as with `--set HouseRule=on`, and
`--help` behind its name shows such an option for each of its settings, and for no other ones.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer.core import TyperOption

from ..models.games import game_named, meant
from .language import tell
from .usage import CommandClass

if TYPE_CHECKING:
    from ..models.core import Setting

FIELD = "settings"
"""The parameter of a command that takes settings, as NAME=VALUE."""


def option_of(setting: Setting) -> str:
    """Return the option of commands that begin a game: `--house-rule` for `HouseRule`."""
    return "--" + re.sub(r"(?<!^)(?=[A-Z])", "-", setting.name).lower()


class SettingOption(TyperOption):
    """The option of one setting of the game on the command line."""

    def __init__(self, setting: Setting) -> None:
        words = "FILE" if setting.read_file else "|".join(setting.value.words) or "VALUE"
        super().__init__(
            param_decls=[setting.name, option_of(setting)], metavar=words, help=tell(setting.about)
        )
        self._setting = setting

    def written(self, value: str) -> str:
        """Return NAME=VALUE; raises TableError or OSError if the value is in a bad file."""
        read = self._setting.read_file
        return f"{self._setting.name}={read(Path(value)) if read else value}"


class SettingsClass(CommandClass):
    """A command; if it takes settings, those of the game that is named are options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if any(each.name == FIELD for each in self.params):
            self._take_options(ctx, list(args))
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        for each in self.params:
            if isinstance(each, SettingOption):
                value = ctx.params.pop(each.name)
                if value is not None:
                    ctx.params[FIELD] = [*(ctx.params[FIELD] or ()), each.written(value)]
        return super().invoke(ctx)

    def _take_options(self, ctx: Any, args: list[str]) -> None:
        """Add the options of the game among `args`; its name may stand behind them.

        Where none is named, the first word in its place is refused before any option is.
        """
        self.params = [each for each in self.params if not isinstance(each, SettingOption)]
        taken = {option for each in self.params for option in each.opts}
        asked, ctx.ignore_unknown_options = ctx.ignore_unknown_options, True
        found, rest, _ = self.make_parser(ctx).parse_args(args)
        words = [word for word in (found.get("game"), *rest) if isinstance(word, str)]
        named = next(filter(None, map(meant, words)), None)
        if named is not None:
            options = map(SettingOption, game_named(named).settings)
            self.params += [each for each in options if not taken.intersection(each.opts)]
        if named is not None or not words or words[0].startswith("-"):
            ctx.ignore_unknown_options = asked
