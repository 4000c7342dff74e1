"""Scores for people: tables and a chart, in a terminal and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...models.games import is_game, listing
from ...models.words import Words, listed, say, say_n
from ...solver.play.coach import play_of
from ..console import print_words
from ..language import decimal, tell
from ..views import chart
from ..views.names import called
from .reviewed import amount, print_courses, print_rows

if TYPE_CHECKING:
    from ...sessions.scores import Finished, People, Person, Scores


def show(found: Scores, people: People, title: Words, sheet: bool) -> None:
    """Print the scores; with `sheet`, every single game too."""
    print_words(title)
    if not found.games:
        return
    if sheet:
        print_rows(_sheet_head(found), _sheet(found, people))
    print_rows(_headed(_HEAD), _people(found))
    print_rows(_headed(_GAME_HEAD), _by_game(found), grouped=True)
    if len(found.games) > 1:
        print_words(say("Games won, game by game:"))
        print_courses(_courses(found))


def html(found: Scores, people: People, title: Words) -> str:
    """Return the scores as one page."""
    body = [
        chart.table(_sheet_head(found), _sheet(found, people)),
        chart.table(_headed(_HEAD), _people(found)),
        chart.table(_headed(_GAME_HEAD), _by_game(found)),
    ]
    if len(found.games) > 1:
        names = say("Games won, game by game:"), say("games played"), say("games won")
        title_, across, up = map(tell, names)
        body.append(chart.svg(_courses(found), (title_, across, up), chart.whole_number))
    return chart.page(tell(title), body)


def title(found: Scores, first: str, last: str) -> Words:
    """Return the title of the scores: which games and days they cover."""
    n = len(found.games)
    if first and first == last:
        return say_n("{n} game on {day}", "{n} games on {day}", n, day=first)
    if first:
        return say_n("{n} game since {day}", "{n} games since {day}", n, day=first)
    return say_n("{n} finished game", "{n} finished games", n)


def _courses(found: Scores) -> Sequence[chart.Course]:
    return [
        chart.Course(called(person.name), [(0, 0.0), *person.course]) for person in found.people
    ]


def _sheet_head(found: Scores) -> Sequence[str]:
    return ["", tell(say("game")), *(called(person.name) for person in found.people)]


def _sheet(found: Scores, people: People) -> Sequence[Sequence[str]]:
    return [_row(found, people, game) for game in found.games]


def _row(found: Scores, people: People, game: Finished) -> Sequence[str]:
    when = f"{game.when.astimezone():%Y-%m-%d %H:%M}" if game.when else "?"
    by_key = {people.key(player): player for player in game.players if player not in game.bots}
    cells = [_cell(game, by_key.get(people.key(person.name))) for person in found.people]
    return [when, _titled(game.game), *cells]


def _titled(game: str) -> str:
    """Return what people call a game; its name in records if the game is not installed any more."""
    return listing(game).title if is_game(game) else game


def _cell(game: Finished, player: str | None) -> str:
    if player is None:
        return "–"
    outcome = game.outcome
    points, team = outcome.points(player), outcome.team(player)
    if points is None:
        return tell(say("won") if player in outcome.winners else say("lost"))
    star = " *" if player in outcome.winners else ""
    if points != team.score:
        return tell(say("{n} of {total}", n=points, total=team.score)) + star
    return f"{points}{star}"


_HEAD = (
    *(say("games played"), say("wins"), say("share"), say("places")),
    *(say("in a row"), say("longest")),
)
_GAME_HEAD = (
    *(say("game"), say("games played"), say("wins"), say("points, mean")),
    *(say("points, most"), say("cost a choice, least")),
)
"""The heads of the columns, behind that of the names."""


def _headed(words: Sequence[Words]) -> Sequence[str]:
    return ["", *map(tell, words)]


def _people(found: Scores) -> Sequence[Sequence[str]]:
    return [_person(person) for person in found.people]


def _person(person: Person) -> Sequence[str]:
    share = "–" if person.share is None else f"{decimal(100 * person.share, 0)} %"
    places = " ".join(f"{place}:{n}" for place, n in sorted(person.places.items()))
    counts = (str(person.games), str(person.won), share)
    return [called(person.name), *counts, places, str(person.streak), str(person.longest)]


def _by_game(found: Scores) -> Sequence[Sequence[str]]:
    rows = []
    for person in found.people:
        for game, of in sorted(person.by_game.items()):
            mean = decimal(sum(of.points) / len(of.points), 1) if of.points else "–"
            most = str(max(of.points)) if of.points else "–"
            cost = _cost_of(game, min(of.costs)) if of.costs else "–"
            won = str(of.won) if of.could_win else "–"
            row = [called(person.name), _titled(game), str(of.games), won, mean, most, cost]
            rows.append(row)
    return rows


def _cost_of(game: str, cost: float) -> str:
    judge = play_of(game).judge
    return decimal(cost) if judge is None else amount(judge, cost, sign=False)


def practice(found: Scores) -> Words:
    """Return the message that names the games of practice; there must be some."""
    return say_n(
        "{n} game of practice is not counted: {ids}",
        "{n} games of practice are not counted: {ids}",
        len(found.practice),
        ids=listed(map(str, found.practice)),
    )


def unread(found: Scores) -> Words:
    """Return the message about games that could not be read."""
    return say_n(
        "{n} finished game cannot be read and does not count: {ids}",
        "{n} finished games cannot be read and do not count: {ids}",
        len(found.unread),
        ids=listed(map(str, found.unread)),
    )
