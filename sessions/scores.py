"""Scores: how often each person has won, computed from the saved games each time, bots included.

A person is a name, whatever its case. A game counts once, however often it was saved: two records
are the same game if everybody could see the same in them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

from ..models.notice import notice
from ..models.outcome import Outcome
from ..models.words import say
from .costs import costs_kept, game_key
from .errors import BadRequest
from .saved import Summary
from .store import Store
from .texts import ALL, PEOPLE

MORNING = timedelta(hours=6)
"""The hour at which the next day begins, so that an evening may go on after midnight."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game and its `outcome`; `bots` are players too.

    `costs` are the mean costs of a choice, by player in lower case, if it was reviewed.
    """

    id: int
    when: datetime | None
    game: str
    players: tuple[str, ...]
    outcome: Outcome
    bots: frozenset[str]
    costs: Mapping[str, float] = field(default_factory=dict)

    @property
    def places(self) -> Mapping[str, int]:
        """The place of each player: winners are first, the others behind them by points.

        Partners have the same place, and count as one side. Players who lost together have none,
        nor have those who can only score together.
        """
        outcome = self.outcome
        if outcome.together and not outcome.winners:
            return {}
        sides = {
            player: (player in outcome.winners, outcome.team(player).score or 0)
            for player in self.players
        }
        ranked = {outcome.team(player): side for player, side in sides.items()}.values()
        return {
            player: 1 if side[0] else 1 + sum(other > side for other in ranked)
            for player, side in sides.items()
        }


@dataclass(frozen=True)
class People:
    """What people are called: `names` by case-folded name in records, and the names `forgotten`."""

    names: Mapping[str, str] = field(default_factory=dict)
    forgotten: frozenset[str] = frozenset()

    @classmethod
    def read(cls, store: Store) -> People:
        """Return what is kept about people, empty at first; damaged data is reported."""
        text = store.texts(PEOPLE).get(ALL)
        if text is None:
            return cls()
        try:
            data = json.loads(text)
            names = {str(old): str(new) for old, new in dict(data["names"]).items()}
            return cls(names, frozenset(map(str, data["forgotten"])))
        except (ValueError, KeyError, TypeError, RecursionError):
            words = say(
                "the names of people cannot be read: everybody is called as in the records "
                "again, and nobody is forgotten"
            )
            notice(words)
            return cls()

    def write(self, store: Store) -> None:
        """Save this; raises StoreError."""
        data = {"names": dict(self.names), "forgotten": sorted(self.forgotten)}
        store.texts(PEOPLE)[ALL] = json.dumps(data)

    def key(self, name: str) -> str:
        """Return the key of a person: the same for all their names."""
        return _folded(self.called(name))

    def called(self, name: str) -> str:
        """Return what a person with this name is called."""
        return self.names.get(_folded(name), name)

    def renamed(self, old: str, new: str) -> People:
        """Return people after a change of name, earlier names included; raises BadRequest."""
        if not new.strip() or not old.strip():
            raise BadRequest(say("expected OLD=NEW, two names"))
        was, new = self.key(old), "_".join(new.split())
        kept = {each: new if _folded(name) == was else name for each, name in self.names.items()}
        return replace(self, names={**kept, _folded(old): new})

    def without(self, name: str) -> People:
        """Return people with one forgotten: no score sheet names that person any more."""
        return replace(self, forgotten=self.forgotten | {self.key(name)})

    def remembering(self, name: str) -> People:
        """Return people with one no longer forgotten."""
        return replace(self, forgotten=self.forgotten - {self.key(name)})


@dataclass
class Points:
    """The results of a person in one game: how many `games`, how many `won`, and the points.

    All but `could_win` of the games were scored together, with nothing to win. `costs` are the mean
    costs of a choice in the games that were reviewed.
    """

    games: int = 0
    could_win: int = 0
    won: int = 0
    points: list[int] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)


@dataclass
class Person:
    """A person's results in the finished games, in the order in which they ended.

    `streak` is the present number of games won in a row, `longest` the longest ever; games with
    nothing to win do not end it. `course` has for each game its number among those counted, and how
    many were won up to it.
    """

    name: str
    games: int = 0
    won: int = 0
    places: Counter[int] = field(default_factory=Counter)
    by_game: dict[str, Points] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0
    course: list[tuple[int, float]] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """The share of games won, among those that could be won; None if there are none."""
        could_win = sum(of.could_win for of in self.by_game.values())
        return self.won / could_win if could_win else None

    def add(self, number: int, game: Finished, player: str) -> None:
        """Count `game`, number `number` of those counted, in which this person was `player`."""
        won, of_kind = player in game.outcome.winners, self.by_game.setdefault(game.game, Points())
        self.games += 1
        self.won += won
        if player in game.places:
            self.places[game.places[player]] += 1
        of_kind.games += 1
        of_kind.won += won
        points = game.outcome.points(player)
        if points is not None:
            of_kind.points.append(points)
        if player.casefold() in game.costs:
            of_kind.costs.append(game.costs[player.casefold()])
        if game.outcome.can_be_won:
            of_kind.could_win += 1
            self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)
        self.course.append((number, float(self.won)))


@dataclass(frozen=True)
class Scores:
    """The games counted, in the order in which they ended, and the people, most wins first.

    `unread` are the numbers of unreadable games, `practice` those of practice games: neither is
    counted.
    """

    games: Sequence[Finished]
    people: Sequence[Person]
    unread: Sequence[int] = ()
    practice: Sequence[int] = ()


def scores(
    store: Store,
    people: People,
    first: datetime | None = None,
    last: datetime | None = None,
) -> Scores:
    """Return the scores of the games that ended from `first` on, and before `last`.

    Costs of choices come from the store, if games were reviewed.
    """

    def is_asked_for(when: datetime | None) -> bool:
        after = first is None or (when is not None and when >= first)
        return after and (last is None or (when is not None and when < last))

    unread: list[int] = []
    costs = costs_kept(store)
    over = [each for each in sorted(store.summaries(), key=lambda each: each.id) if _is_over(each)]
    counting = [each for each in over if not (each.outline and each.outline.practice)]
    games = [game for game in _once(counting, unread, costs) if is_asked_for(game.when)]
    practice = [each.id for each in over if each not in counting and is_asked_for(each.changed)]
    found: dict[str, Person] = {}
    for number, game in enumerate(games, start=1):
        for player in game.players:
            key = people.key(player)
            if player not in game.bots and key not in people.forgotten:
                person = found.setdefault(key, Person(people.called(player)))
                person.name = people.called(player)
                person.add(number, game, player)
    best = sorted(found.values(), key=lambda each: (-each.won, each.games, each.name.casefold()))
    return Scores(games, best, unread, practice)


def day_of(when: datetime) -> date:
    """Return the day to which `when` belongs: until six in the morning it is the day before."""
    return (when.astimezone() - MORNING).date()


def begin_of(day: date) -> datetime:
    """Return when the games of `day` begin to count."""
    return datetime(day.year, day.month, day.day).astimezone() + MORNING


def _is_over(summary: Summary) -> bool:
    """Tell whether a game is over, or unreadable."""
    return summary.outline is None or summary.outline.result is not None


def _once(
    over: Iterable[Summary],
    unread: list[int],
    costs: Mapping[str, Mapping[str, float]],
) -> list[Finished]:
    """Return the finished games of `over`, each once, the earliest copy; note unreadable ones."""
    found: dict[object, Finished] = {}
    for summary in over:
        outline = summary.outline
        if outline is None or outline.result is None or outline.outcome is None:
            unread.append(summary.id)
            continue
        names = " ".join(outline.players)
        tags = {"Game": outline.game, "Players": names, "Deal": outline.deal}
        game = Finished(
            summary.id,
            summary.changed,
            outline.game,
            outline.players,
            outline.outcome,
            frozenset(summary.bots),
            costs.get(game_key(tags, outline.result), {}),
        )
        found.setdefault((outline.game, names.casefold(), outline.deal, outline.told), game)
    return sorted(found.values(), key=lambda each: (each.when is None, each.when or 0, each.id))


def _folded(name: str) -> str:
    return "_".join(name.split()).casefold()


def data(found: Scores, people: People) -> dict[str, Any]:
    """Return the scores as docs/schema/scores.json describes them."""

    def shown(player: str, game: Finished) -> bool:
        return player in game.bots or people.key(player) not in people.forgotten

    def called(player: str, game: Finished) -> str:
        return player if player in game.bots else people.called(player)

    return {
        "people": [
            {
                "name": each.name,
                "games": each.games,
                "wins": each.won,
                "places": {str(place): n for place, n in sorted(each.places.items())},
                "streak": each.streak,
                "longest": each.longest,
                "by_game": {
                    game: {
                        "games": of.games,
                        "could_win": of.could_win,
                        "wins": of.won,
                        "mean": sum(of.points) / len(of.points) if of.points else None,
                        "best": max(of.points, default=None),
                        "reviewed": len(of.costs),
                        "least_cost": min(of.costs, default=None),
                    }
                    for game, of in sorted(each.by_game.items())
                },
            }
            for each in found.people
        ],
        "games": [
            {
                "id": game.id,
                "when": game.when and game.when.astimezone().isoformat(timespec="minutes"),
                "game": game.game,
                "players": [
                    {
                        "name": called(player, game),
                        "bot": player in game.bots,
                        "place": game.places.get(player),
                        "points": game.outcome.points(player),
                        "won": player in game.outcome.winners,
                    }
                    for player in game.players
                    if shown(player, game)
                ],
                "teams": [
                    {
                        "players": [
                            called(player, game) for player in team.players if shown(player, game)
                        ],
                        "points": team.score,
                    }
                    for team in game.outcome.teams
                ],
            }
            for game in found.games
        ],
        "practice": list(found.practice),
    }
