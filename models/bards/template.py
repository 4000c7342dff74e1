"""A template for a new card file: the workshop set, with an explanation of every field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..words import Words, listed, say
from .cards import GAINS, ICONS, POWERS, SUPPORTS, Icon, about_icon, about_power
from .loader import KINDS, LONGEST_LINE

NAME = "my-box"


def template() -> Iterator[Words | str]:
    """Yield the lines of the template; those for people to read are `Words`."""
    text = Path(__file__).with_name("workshop.toml").read_text(encoding="utf-8")
    yield from _head()
    told: set[str] = set()
    rows = text[text.index("encore = ") :].split("\n")
    for row in rows:
        kind = row.strip("[]")
        if row == f"[[{kind}]]" and kind not in told:
            told.add(kind)
            yield from _about(kind)
            yield ""
        yield row


def _head() -> Iterator[Words | str]:
    yield say(
        "A set of cards. All entries are those of the workshop set: replace them with your own,"
        " keep the number of each kind, then: aparte cards check FILE"
    )
    yield say("A line has {most} characters at most.", most=LONGEST_LINE)
    yield "format = 1"
    yield say("The name goes into records: small letters, digits and -.")
    yield f'name = "{NAME}"'
    yield say("What people read is one text, or one in each language.")
    yield 'title = { en = "my box", fr = "ma boîte" }'
    yield say("The encore cards: every pair of the four colours once.")


def _about(kind: str) -> Iterator[Words | str]:
    yield {
        "basic": say("Basic bards, 8 cards of each colour; a quarter in each starting deck."),
        "leader": say("Leaders, one of each colour."),
        "roadie": say("Roadies, 4 cards in all; they bring a die of any colour."),
        "poster": say("Wanted posters, 8 cards in all; they copy the newest bard in town."),
        "veteran": say("Veterans, 6 of each colour, with points from -20 to 20."),
        "audience": say("Audiences, 26, with points from -20 to 20."),
    }[kind]
    if kind == KINDS[0]:
        yield from _abilities()
    if kind == "audience":
        yield say("asks: the performances discarded for it, 1 to 8; any is a blank icon.")
        yield say("power: what it does for the rest of the game; one, or a list of them.")
        yield from _each(POWERS, power=True)
        yield say("won: what it brings once, when it is won; one, or a list of them.")
        yield from _each(GAINS, power=False)


def _abilities() -> Iterator[Words | str]:
    yield say("id: the word in records; letters, digits, - or ', no word of the notation.")
    yield say(
        "cost: what the die shows: >=, <= or = and 1 to 6, odd, even; for two dice"
        " two >=9 (both together), or two equal."
    )
    yield say(
        "pays: what is paid beside dice, may be left out: melody, performance COLOUR, or a list."
    )
    yield say("icons: done from left to right, up to the first that cannot be done.")
    yield from _each(ICONS, power=False)
    yield say(
        "support: what the bard lends when it is turned, exactly when an icon is support;"
        " one, or a list of them. Powers that an audience can have as well:"
    )
    yield from _each(SUPPORTS, power=True)


def _each(kinds: dict[str, str], *, power: bool) -> Iterator[Words]:
    for kind, takes in kinds.items():
        icon = Icon(kind, "COLOUR" if takes else "")
        about = about_power(icon) if power else _longer(icon)
        shown = [kind, f"{kind} any"] if takes == "colour or any" else [kind]
        if takes:
            shown = [f"{kind} COLOUR", *shown[1:]]
        yield say("   {icons}: {about}", icons=listed(shown), about=about)


def _longer(icon: Icon) -> Words:
    """Return what an icon does, for somebody who writes a card."""
    return {
        "discard": say("discard an unassigned die"),
        "explore": say("look at the top card of the deck: put it back or trash it"),
        "steal": say("swap a die with another player; each keeps or rerolls the one received"),
        "gather": say("put the top card of the deck in play without its die"),
        "support": say("one extra action, or turn the bard for its support ability"),
        "reroll": say("roll one unassigned die again, or none"),
        "turn": say("turn one unassigned die up or down by one, or none"),
        "trash": say("trash one card of the hand, or none"),
    }.get(icon.kind, about_icon(icon))
