"""`aparte scores`: who has won how often, in all or on one evening."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated

import typer

from ...models.words import say
from ...sessions.scores import People, begin_of, data, day_of
from ...sessions.scores import scores as reckoned
from ...sessions.store import Store, opened, opened_to_read
from ..arguments import wrong
from ..console import AsJson, complain, print_json, print_words
from ..language import N_
from ..session.paging import show_long

Since = Annotated[
    str | None,
    typer.Option(metavar=N_("DAY"), help=N_("Only games from this day on, as in 2026-11-20.")),
]
Day = Annotated[
    str | None,
    typer.Option(
        metavar=N_("DAY"),
        help=N_("The sheet of one day, as in 2026-11-20; `last` for that of the last game."),
    ),
]
Rename = Annotated[
    str | None,
    typer.Option(metavar=N_("OLD=NEW"), help=N_("Give a person another name from now on.")),
]
Forget = Annotated[
    str | None,
    typer.Option(metavar=N_("NAME"), help=N_("Do not name a person in scores any more.")),
]
Remember = Annotated[
    str | None, typer.Option(metavar=N_("NAME"), help=N_("Name a forgotten person again."))
]
Html = Annotated[
    Path | None,
    typer.Option(metavar=N_("FILE"), dir_okay=False, help=N_("Write the scores as one page.")),
]


def scores(
    since: Since = None,
    day: Day = None,
    json: AsJson = False,
    html: Html = None,
    rename: Rename = None,
    forget: Forget = None,
    remember: Remember = None,
) -> None:
    from ..answers import scored

    if since is not None and day is not None:
        raise wrong(say("--since and --day exclude each other"))
    changes = (rename, forget, remember) != (None, None, None)
    with opened() if changes else opened_to_read() as store:
        if forget is not None and not _is_known(store, forget):
            raise wrong(say("nobody called {name} has played a finished game here", name=forget))
        people = _changed(store, rename, forget, remember)
        if day == "last":
            games = [game.when for game in reckoned(store, people).games if game.when]
            first = day_of(max(games)) if games else None
        else:
            first = _day(day or since)
        last = first if day is not None else None
        found = reckoned(
            store,
            people,
            begin_of(first) if first else None,
            begin_of(last + timedelta(days=1)) if last else None,
        )
    title = scored.title(found, str(first or ""), str(last or ""))
    if html is not None:
        html.write_text(scored.html(found, people, title), encoding="utf-8")
    if found.unread:
        complain(scored.unread(found))
    if json:
        print_json(data(found, people))
    elif found.games:
        show_long(lambda: scored.show(found, people, title, sheet=first is not None))
    else:
        print_words(say("No finished game is saved here."))
    if found.practice and not json:
        print_words(scored.practice(found))


def _is_known(store: Store, name: str) -> bool:
    """Tell whether a person of this name has played a saved game, or was renamed."""
    people = People.read(store)
    games = reckoned(store, replace(people, forgotten=frozenset())).people
    asked = people.key("_".join(name.split()))
    return any(people.key(each.name) == asked for each in games)


def _changed(store: Store, rename: str | None, forget: str | None, remember: str | None) -> People:
    people = People.read(store)
    before = people
    if rename is not None:
        old, _, new = rename.partition("=")
        people = people.renamed(old, new)
    if forget is not None:
        people = people.without(forget)
    if remember is not None:
        people = people.remembering(remember)
    if people != before:
        people.write(store)
    return people


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise wrong(say("expected a day such as 2026-11-20, not '{text}'", text=text)) from None
    if not 1971 <= found.year < 9999:
        raise wrong(say("expected a day such as 2026-11-20, not '{text}'", text=text))
    return found
