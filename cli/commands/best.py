"""`aparte best`: the moves of one seat, ranked, each with its value and the reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ...models.core import TABLE
from ...models.words import figure, listed, say
from ..answers.advised import data, show
from ..answers.chances import tell_odds
from ..arguments import (
    HALF,
    Behaviour,
    RecordFile,
    Seat,
    Strength,
    Time,
    read_record,
    seats_in,
    seen_by,
    wrong,
)
from ..console import AsJson, print_json, print_words
from ..language import N_

Iterations = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help=N_("Try so many worlds instead of a time.")),
]
Seed = Annotated[int, typer.Option(help=N_("A number: another one draws other worlds."))]
Every = Annotated[bool, typer.Option("--all", help=N_("Show every move, not the first few only."))]
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
    every: Every = False,
    seat: Seat = None,
    json: AsJson = False,
) -> None:
    from ...solver.play.advising import ranked
    from ...solver.play.coach import ADVICE, play_of
    from ...solver.play.trial import Assumptions

    record = read_record(file)
    view = seen_by(record, seat)
    plays = play_of(view.game.name)
    habit = plays.behaviour
    if plays.advise is None:
        raise wrong(say("there is no coach for {game} yet", game=view.game.title))
    if behaviour and habit is None:
        raise wrong(say("nothing is assumed about behaviour in {game}", game=view.game.title))
    if convention and "Convention" not in {setting.name for setting in view.game.settings}:
        raise wrong(say("{game} is played without a convention", game=view.game.title))
    if view.viewer == TABLE:
        if record.viewer == TABLE:
            raise wrong(say("the table has seen no hand: advice needs the record of a player"))
        seats = listed(seats_in(record))
        raise wrong(say("only players have moves: choose one with --seat ({seats})", seats=seats))
    seconds, tries = time or ADVICE.seconds, iterations or ADVICE.iterations
    budget = replace(ADVICE, seconds=seconds, iterations=tries)
    assumed = Assumptions(convention, strength if behaviour else None)
    advice = ranked(view, budget, seed, assumed)
    if json:
        print_json([data(view, each) for each in advice])
        return
    if advice and behaviour and habit:
        print_words(
            say("Assumed with strength {n}: {habit}.", habit=habit, n=figure(strength, "g"))
        )
    show(view, advice, every, say("--all"))
    tell_odds(view, plays.odds(view, assumed, advice[0].action if advice else None))
