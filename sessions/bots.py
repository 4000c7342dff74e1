"""What people call bots: one table, in which every bot that people meet has its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..models.words import Listed, Tell, Words, bare, listed, say, spellings

NAMES: Mapping[str, Words] = {
    "random": say("beginner"),
    "greedy": say("regular"),
    "coach": say("master"),
}
"""The names of the bots that come with Aparté; one of another game is called as that game does."""


def bot_called(bot: str) -> Words:
    """Return what people call a bot."""
    return NAMES.get(bot) or say("{bot}", bot=bot)


def bots_called(bots: Iterable[str]) -> Listed:
    """Return what people call several bots."""
    return listed(map(bot_called, bots))


def bot_named(text: str, there: Iterable[str], tell: Tell = str) -> str | None:
    """Return the bot of those `there` that `text` names, by what it is called or as it is written.

    None if it names none.
    """
    typed = bare(text.strip())
    return next(
        (bot for bot in there if typed in (bare(bot), *spellings(bot_called(bot), tell))), None
    )
