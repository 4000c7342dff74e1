"""`aparte best`: the moves of one seat, ranked, each with its worth and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...models.core import TABLE
from ...models.record import read_file, write_event
from ...models.words import Words, say
from ..arguments import HALF, Behaviour, RecordFile, Seat, Strength, finite, seen_by, wrong
from ..console import AsJson, console, plain, print_json, print_words
from ..language import N_, percent, tell

if TYPE_CHECKING:
    from ...models.core import View
    from ...solver.play.coach import Advice

Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        metavar=N_("SECONDS"),
        min=0.01,
        callback=finite,
        help=N_("How long to think about a move."),
    ),
]
Iterations = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help=N_("How many worlds to look at instead.")),
]
Seed = Annotated[int, typer.Option(help=N_("A number: another one draws other worlds."))]
Convention = Annotated[
    bool,
    typer.Option(
        "--convention", help=N_("All players follow the coach; their choices are clues, too.")
    ),
]


def best(
    file: RecordFile,
    time: Time = None,
    iterations: Iterations = None,
    seed: Seed = 0,
    convention: Convention = False,
    behaviour: Behaviour = False,
    strength: Strength = HALF,
    seat: Seat = None,
    json: AsJson = False,
) -> None:
    from ...solver.play.coach import Assumptions, Budget, play_of

    view = seen_by(read_file(file), seat)
    plays = play_of(view.game.name)
    advise, habit = plays.advise, plays.behaviour
    if advise is None:
        raise wrong(say("there is no coach for {game} yet", game=view.game.name))
    if behaviour and habit is None:
        raise wrong(say("nothing is assumed about behaviour in {game}", game=view.game.name))
    if convention and "Convention" not in {setting.name for setting in view.game.settings}:
        raise wrong(say("{game} is played without a convention", game=view.game.name))
    if view.viewer == TABLE:
        raise wrong(say("a move is a player's: say with --seat whose is meant"))
    budget = Budget(seconds=time, iterations=iterations, quick=False)
    assumed = Assumptions(convention, strength if behaviour else None)
    advice = advise(view, budget, seed, assumed)
    if json:
        print_json([_data(view, each) for each in advice])
    elif advice:
        if behaviour and habit:
            print_words(say("Assumed: {habit}; believed by {n}.", habit=habit, n=f"{strength:g}"))
        _show(view, advice)
    else:
        print_words(say("{player} has nothing to choose now.", player=view.viewer))


def move_of(view: View, advice: Advice) -> str:
    """Return the record line of the move that `advice` is about, without its actor."""
    return write_event(view.game, advice.action).removeprefix(f"{view.viewer} ")


def _data(view: View, advice: Advice) -> Any:
    return {
        "move": move_of(view, advice),
        "value": advice.value,
        "unit": tell(advice.unit),
        "error": advice.error,
        "exact": advice.exact,
        "why": tell(advice.why),
    }


def _show(view: View, advice: list[Advice]) -> None:
    from rich.table import Table

    print_words(say("Value: {unit}.", unit=advice[0].unit))
    if plain():
        for each in advice:
            move, why = move_of(view, each), tell(each.why)
            console().print(f"{move}: {tell(_worth(each))}; {why}")
        return
    table = Table.grid(padding=(0, 2))
    for each in advice:
        table.add_row(move_of(view, each), tell(_worth(each)), tell(each.why))
    console().print(table)


def _worth(advice: Advice) -> Words:
    from fractions import Fraction

    if not advice.chance:
        amount = f"{advice.value:+.2f}"
        if advice.exact:
            return say("{amount}", amount=amount)
        return say("{amount} ± {error}", amount=amount, error=f"{advice.error:.2f}")
    value = percent(Fraction(advice.value).limit_denominator(10_000))
    if advice.exact:
        return say("{value} %", value=value)
    error = f"{100 * advice.error:.1f}"
    return say("{value} % ± {error}", value=value, error=error)
