"""The coach of Overseers: whether its field is fair, its strength, its time, the behaviour fitted.

    python -m bench.overseers_coach [--rounds N] [--fair N] [--only PART ...]

The parts are fair, behaviour, doubt, strength, other and time; together they print the figures of
docs/overseers-coach.md. Rounds are the first of a game, as many in a row with the same cards as
there are players, with the coach in every seat. Intervals are of 95 %.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from random import Random
from statistics import fmean, median, pstdev
from time import process_time

from aparte.models.core import View, view
from aparte.models.match import Match
from aparte.models.overseers import GAME, Power, Step
from aparte.solver.games.overseers import Coach, GreedyBot, behaviour
from aparte.solver.games.overseers.behaviour import Behaviour
from aparte.solver.games.overseers.bundles import Cards
from aparte.solver.games.overseers.choosing import shown
from aparte.solver.games.overseers.habits import Habits, usual
from aparte.solver.games.overseers.moves import table_of
from aparte.solver.games.overseers.outlook import Outlook
from aparte.solver.games.overseers.play import play_on
from aparte.solver.games.overseers.table import Table
from aparte.solver.play.coach import Bot, Choice, RandomBot, choices
from aparte.solver.play.driver import acted, bot_event, drawn
from bench.overseers import NAMES, SEATS, blank, played_until, vote_phase

NORMAL = 1.96
PARTS = ("fair", "behaviour", "doubt", "strength", "other", "time")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--fair", type=int, default=20_000)
    parser.add_argument("--players", type=int, nargs="+", default=SEATS)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    options, _ = parser.parse_known_args()
    if "fair" in options.only:
        fair(options.players, options.fair)
    if "behaviour" in options.only:
        fitted(options.fair // 20)
    if "doubt" in options.only:
        doubt(options.players, options.rounds // 50)
    if "strength" in options.only:
        strength(options.players, options.rounds)
    if "other" in options.only:
        other_fields(options.players, options.rounds // 8)
    if "time" in options.only:
        thinking(options.players, options.rounds // 100)


@dataclass
class Shares:
    """What one seat got, round by round: its share of the win, its lead over the others' mean."""

    wins: list[float]
    margins: list[float]

    @classmethod
    def of(cls, rounds: Iterator[tuple[Sequence[int], int]]) -> Shares:
        """Return those of rounds, each by its scores and the seat that is asked about."""
        wins, margins = [], []
        for scores, seat in rounds:
            most = max(scores)
            wins.append((scores[seat] == most) / scores.count(most))
            margins.append(scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1))
        return cls(wins, margins)

    def __str__(self) -> str:
        return f"{_interval(self.wins, 3)} of the wins, {_interval(self.margins, 2)} points"


def _interval(values: Sequence[float], digits: int) -> str:
    half = NORMAL * pstdev(values) / sqrt(len(values))
    return f"{fmean(values):.{digits}f} ± {half:.{digits}f}"


# whether the field is fair: nobody in it does better with other numbers


def dealt(players: int, rng: Random, habits: Sequence[Habits]) -> Table:
    """Return a round before its draft."""
    deck = list(GAME.box.cards(players))
    rng.shuffle(deck)
    cards, size = Cards.of(GAME.box), GAME.box.hand
    packs = [cards.bundle(deck[size * i : size * (i + 1)]) for i in range(players)]
    seats = list(range(players))
    return Table(
        cards,
        habits,
        rng.sample(tuple(Power), players),
        rng.randrange(players),
        1,
        packs,
        [0] * players,
        [[] for _ in seats],
        seats,
        seats[:],
        [-1] * players,
        taste=rng.getrandbits(64),
    )


def among(players: int, field: Habits, one: Habits, rounds: int) -> Shares:
    """Return what a seat with the habits `one` gets in a field of others."""

    def rounds_() -> Iterator[tuple[Sequence[int], int]]:
        for number in range(rounds):
            seat = number % players
            habits = [field] * players
            habits[seat] = one
            yield play_on(dealt(players, Random(number // players), habits)), seat

    return Shares.of(rounds_())


def fair(seats: Sequence[int], rounds: int) -> None:
    """Print what a single player gains by another threshold, or other worths in the draft."""
    field = usual(Cards.of(GAME.box))
    print(f"one player with another threshold than {field.bold:g}: share of wins")
    for players in seats:
        bolds = (-1.0, 1.0, 3.0, field.bold, 7.0, 9.0, 13.0)
        shares = (
            f"{bold:g}: {fmean(among(players, field, replace(field, bold=bold), rounds).wins):.3f}"
            for bold in bolds
        )
        print(f"{players} players: " + ", ".join(shares))
    print("one player with another worth of a card in the draft: points gained")
    for kind, worths in field.promise.items():
        for i, worth in enumerate(worths):
            gains = []
            for change in (-2.0, -1.0, 1.0, 2.0):
                new = (*worths[:i], worth + change, *worths[i + 1 :])
                one = replace(field, promise={**field.promise, kind: new})
                gains.append(f"{change:+g}: {_gain(seats, field, one, rounds):+.2f}")
            print(f"{kind} number {i + 1}, {worth:g}: " + ", ".join(gains))


def _gain(seats: Sequence[int], field: Habits, one: Habits, rounds: int) -> float:
    return fmean(fmean(among(n, field, one, rounds // len(seats)).margins) for n in seats)


# the assumption about behaviour, fitted


@dataclass(frozen=True)
class Laid:
    """How somebody discarded and laid six cards."""

    top: tuple[str, ...]
    kept: tuple[str, ...]
    discard: str


def laid(rounds: int, first: int) -> list[Laid]:
    """Return what was discarded and laid in rounds where greedy and coach sit by turns."""
    found = []
    for number in range(first, first + rounds):
        names = NAMES[: SEATS[number % len(SEATS)]]
        bots: dict[str, Bot] = {
            name: Coach() if (seat + number // 2) % 2 else GreedyBot()
            for seat, name in enumerate(names)
        }
        events = [event for _, event in played_until(len(names), number, bots, Step.VOTE).events]
        discards = {event.actor: event.words[0] for event in events if event.verb == "discards"}
        rows = {event.actor: event.words for event in events if event.verb == "places"}
        for name, row in rows.items():
            cut = row.index("/")
            found.append(Laid(row[:cut], (*row[:cut], *row[cut + 1 :]), discards[name]))
    return found


def fitted(rounds: int) -> None:
    """Print the temperatures that fit best, and how well they fit rounds they have not seen."""
    box = GAME.box
    seen, held_out = laid(rounds, 0), laid(rounds, rounds)

    def keeping(each: Laid, temperature: float) -> float:
        return log(behaviour.keeping(box, each.kept, each.discard, temperature))

    def hiding(each: Laid, temperature: float) -> float:
        return log(behaviour.hiding(box, each.top, each.kept, temperature))

    for name, chance in (("discard", keeping), ("top row", hiding)):
        best = max(TEMPERATURES, key=lambda at: _mean_of(chance, seen, at))
        print(
            f"{name}: temperature {best:g}; mean log chance of {len(held_out)} choices held out "
            f"{_mean_of(chance, held_out, best):.2f}, "
            f"chosen blindly {_mean_of(chance, held_out, BLIND):.2f}"
        )


def _mean_of(
    chance: Callable[[Laid, float], float], data: Sequence[Laid], temperature: float
) -> float:
    return fmean(chance(each, temperature) for each in data)


TEMPERATURES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0)
BLIND = 1e6
"""A temperature at which nothing matters."""


# how far the judgement of players lies from what shows


def doubt(seats: Sequence[int], rounds: int) -> None:
    """Print how the points that a seat expects of others differ from what shows of them."""
    print("points expected of another player, less what it seems to have: standard deviation")
    for players in seats:
        for name, assumed in (("half", Behaviour()), ("uniform", None)):
            differences = []
            for number in range(rounds):
                seat = number % players
                seen = view(vote_phase(players, number), NAMES[seat])
                expected = Outlook.of(seen, 100, Random(0), assumed).expected
                table = table_of(seen, seen.state)
                seeming = shown(table, seat, table.open())
                differences += [
                    expected[other] - seeming[i]
                    for i, other in enumerate(NAMES[:players])
                    if i != seat
                ]
            print(f"{players} players, behaviour {name}: {pstdev(differences):.2f}", flush=True)


# strength


def round_(players: int, seat: int, number: int, one: Bot, others: Bot) -> Sequence[int]:
    """Return the scores of round `number` with `one` in `seat`; the same cards in every seat."""
    bots = {name: one if i == seat else others for i, name in enumerate(NAMES[:players])}
    rng = Random(number)
    record = drawn(blank(players), rng)
    while not (scores := record.state.scores):
        event = bot_event(Match.of(record, bots), bots, rng)
        assert event is not None
        record = drawn(acted(record, event), rng)
    return tuple(scores[0])


def against(players: int, one: Bot, others: Bot, rounds: int) -> Shares:
    """Return what `one` gets among `others` in single rounds."""
    return Shares.of(
        (round_(players, i % players, i // players, one, others), i % players)
        for i in range(rounds)
    )


def strength(seats: Sequence[int], rounds: int) -> None:
    """Print the shares of one coach among greedy players."""
    print("one coach among greedy players")
    for name, assumed, number in (("half", Behaviour(), rounds), ("uniform", None, rounds // 4)):
        for players in seats:
            begun = process_time()
            shares = against(players, Coach(behaviour=assumed), GreedyBot(), number)
            seconds = (process_time() - begun) / number
            print(
                f"{players} players, behaviour {name}, {number} rounds: {shares} "
                f"(par {1 / players:.3f}; {seconds:.2f} s a round)",
                flush=True,
            )


# other fields: players whose habits are not those that the coach ascribes to them


@dataclass(frozen=True)
class Erratic:
    """Greedy, but half of its votes, answers and rows are chosen blindly."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the choice of the viewer of `view`."""
        moves = choices(view)
        if moves[-1].verb in ("votes", "admits", "places") and rng.random() < 0.5:
            return RandomBot().choose(view, rng)
        return GreedyBot().choose(view, rng)


@dataclass(frozen=True)
class Judge:
    """Greedy, but it votes and answers as the coach does: by what this is worth."""

    def choose(self, view: View, rng: Random) -> Choice:
        """Return the choice of the viewer of `view`."""
        moves = choices(view)
        judging = moves[-1].verb in ("votes", "accuses", "admits")
        return (Coach() if judging else GreedyBot()).choose(view, rng)


def other_fields(seats: Sequence[int], rounds: int) -> None:
    """Print the shares of one coach among players with other habits."""
    fields: Mapping[str, Bot] = {"erratic players": Erratic(), "judges": Judge()}
    for name, field_ in fields.items():
        print(f"one coach among {name}")
        for players in seats:
            shares = against(players, Coach(), field_, rounds)
            print(f"{players} players: {shares} (par {1 / players:.3f})", flush=True)


# time


def thinking(seats: Sequence[int], rounds: int) -> None:
    """Print how long the bot thinks about a choice, in milliseconds of processor time."""
    for players in seats:
        times: dict[str, list[float]] = {}
        clock = Clock(Coach(), times)
        for number in range(rounds):
            round_(players, number % players, number, clock, GreedyBot())
        told = (f"{verb} {median(each):.0f}/{max(each):.0f}" for verb, each in times.items())
        print(f"{players} players, median/largest: " + ", ".join(told), flush=True)


@dataclass(frozen=True)
class Clock:
    """A bot whose choices are timed, by kind of choice."""

    bot: Bot
    times: dict[str, list[float]]

    def choose(self, view: View, rng: Random) -> Choice:
        """Return what the bot chooses."""
        begun = process_time()
        choice = self.bot.choose(view, rng)
        moves = choices(view)
        if len(moves) > 1:
            self.times.setdefault(moves[-1].verb, []).append(1000 * (process_time() - begun))
        return choice


if __name__ == "__main__":
    main()
