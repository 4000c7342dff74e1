"""What people call bots: one table, in which every bot that people meet has its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..models.words import Listed, Tell, Words, bare, listed, say, spellings

STRENGTHS: Mapping[str, Words] = {
    "beginner": say("beginner"),
    "regular": say("regular"),
    "coach": say("master"),
}
"""The bots for people, the weakest first; they differ by what they overlook."""
NAMES: Mapping[str, Words] = {
    **STRENGTHS,
    "random": say("random"),
    "greedy": say("greedy"),
}
"""The names of the bots that come with Aparté; one of another game is called as that game does."""


def for_people(there: Iterable[str]) -> Sequence[str]:
    """Return which of the bots `there` are offered to people: the three strengths, if they are."""
    there = list(there)
    return [bot for bot in STRENGTHS if bot in there] or there


def bot_called(bot: str) -> Words:
    """Return what people call a bot."""
    return NAMES.get(bot) or say("{bot}", bot=bot)


def bots_called(bots: Iterable[str]) -> Listed:
    """Return what people call the bots that are offered to them."""
    return listed(map(bot_called, for_people(bots)))


def bot_named(text: str, there: Iterable[str], tell: Tell = str) -> str | None:
    """Return the bot of those `there` that `text` names, by what it is called or as it is written.

    None if it names none.
    """
    typed = bare(text.strip())
    return next(
        (bot for bot in there if typed in (bare(bot), *spellings(bot_called(bot), tell))), None
    )
