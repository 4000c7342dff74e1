"""What is said to follow a choice at Battle of the Bards, and where a hint says to look first."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from aparte.models.core import Event, View, complete, view
from aparte.models.record import read_file
from aparte.models.words import say
from aparte.sessions import reviewable
from aparte.solver.engine.count import Counter
from aparte.solver.games.bards.effects import (
    Deed,
    Does,
    Ends,
)
from aparte.solver.games.bards.judge import Trial
from aparte.solver.games.bards.looking import nudge
from aparte.solver.play.coach import choices
from aparte.solver.play.contrast import contrasted
from aparte.solver.play.judging import Task
from aparte.solver.play.trial import Difference, Followed

GAME = Path(__file__).parents[3] / "golden" / "bards-v2-3.rec"
WORLDS = 6


@cache
def tasks() -> list[Task]:
    return reviewable.tasks(record := read_file(GAME), record.setup.players)


def before(verb: str, number: int = 0) -> View:
    """Return the view of who chooses the line of this verb and number among its like."""
    return [task.view for task in tasks() if task.move.verb == verb][number]


def follow(seen: View, *verbs: str) -> list[Followed]:
    """Return what follows the first move of each verb."""
    moves = [next(move for move in choices(seen) if move.verb == verb) for verb in verbs]
    return Trial(seen, 5).followed(moves, WORLDS)


def test_an_audience_or_a_veteran_that_a_move_takes_is_counted_in_all_worlds() -> None:
    for verb, deeds in (
        ("wins", {Deed.WINS}),
        ("hires", {Deed.HIRES}),
    ):
        seen = before(verb)
        card = next(move for move in choices(seen) if move.verb == verb).words[0]
        (one,) = follow(seen, verb)
        (came,) = (
            column
            for effect, column in one.counts.items()
            if isinstance(effect, Does) and effect.yours and effect.deed in deeds
            if effect.card == card
        )
        assert came == [1.0] * WORLDS
        some = Does(seen.viewer, True, Deed.WINS if verb == "wins" else Deed.HIRES, None)
        assert any(
            column == [1.0] * WORLDS
            for effect, column in one.counts.items()
            if effect.name == some.name
        ), "once, however many there are"


def test_of_the_last_choice_the_encore_and_the_end_are_counted_and_nothing_is_kept() -> None:
    seen = before("passes", -1)
    trial = Trial(seen, 5)
    moves = choices(seen)
    for move, followed in zip(moves, trial.followed(moves, WORLDS), strict=True):
        assert {0.0, 1.0} >= set(followed.worths)
        won = ((e, own) for e, own in followed.counts.items() if isinstance(e, Does))
        encores = [own for effect, own in won if effect.deed is Deed.ENCORE]
        assert all(sum(won) <= 1 for won in zip(*encores, strict=True))
        if move.verb == "passes":  # by any other one the viewer may end the game
            assert followed.counts[Ends()] == [1.0] * WORLDS


def test_that_others_end_the_game_speaks_for_no_move() -> None:
    """However often the better move goes with it, what it brings itself is told."""
    ends = [0.0, 0.0, 1.0] * 20
    wins = Does("Ana", True, Deed.WINS, "Weavers", None, 4)
    better = Followed([0.4 + 0.5 * each for each in ends], {Ends(): ends, wins: [1.0] * 60})
    worse = Followed([0.1] * 60, {})
    told = contrasted(better, worse, Event("passes"), say("other"), complete=False)
    assert told.difference is not None and told.difference.effect == wins
    ending = contrasted(
        Followed([0.5] * 60, {}),
        Followed([0.4 - each / 3 for each in ends], {Ends(): ends}),
        Event("passes"),
        say("other"),
        complete=False,
    ).difference
    assert ending is not None and ending.effect == Ends() and ending.difference < 0


def test_effects_are_the_same_in_further_worlds_and_in_another_trial() -> None:
    seen = before("uses", 3)
    trial, moves = Trial(seen, 3), choices(seen)[:2]
    first, second = trial.followed(moves, WORLDS), trial.followed(moves, WORLDS)
    other = Trial(seen, 4).followed(moves, WORLDS)
    named = {effect.name: effect for effect in first[0].counts}
    for effect in (*second[0].counts, *other[0].counts):
        assert named.get(effect.name, effect) == effect


@pytest.mark.parametrize("deed", Deed)
@pytest.mark.parametrize("yours", [True, False])
def test_clauses_have_one_figure_and_no_holes(deed: Deed, yours: bool) -> None:
    for card in ("Weavers", None):
        effect = Does("Bo", yours, deed, card, 0.1)
        told = str(effect.told(Difference(effect, 0.4, 0.1, 0.8)))
        assert "in 40 of 100 cases instead of hardly any" in told and "{" not in told + str(
            effect.topic
        )


def test_a_hint_points_at_every_choice_and_knows_nothing_of_the_best_move() -> None:
    rng = Random(3)
    told = set()
    for task in rng.sample(tasks(), 40):
        moves = choices(task.view)
        if len(moves) < 2:
            continue
        words = {str(nudge(task.view, move)) for move in (moves[0], moves[-1])}
        assert len(words) == 1 and "None" not in words
        counter = Counter(task.view.game.model.hidden(task.view))
        world = counter.world(rng.randrange(counter.worlds))
        twin = view(complete(task.view, world), task.view.viewer)
        assert str(nudge(twin, moves[0])) in words
        told |= words
    assert len(told) > 5


def test_where_cards_are_chosen_the_nearest_audience_is_told() -> None:
    seen = before("stages")
    words = str(nudge(seen, choices(seen)[0]))
    cards = seen.state.box.cards.audiences
    in_sight = [*seen.state.audiences, seen.state.top_audience]
    have = list(seen.state.troupes[seen.viewer].performances)
    named = re.findall(r"(\w+): ([BPRO*](?: [BPRO*])*)", words)
    assert named and {card for card, _ in named} <= {*in_sight}
    assert len({len(lacking.split()) for _, lacking in named}) == 1  # all that lack as much
    for card, lacking in named:
        assert len(have) + len(lacking.split()) >= len(cards[card].asks)
        assert all(len(lacking.split()) <= len(cards[each].asks) for each in in_sight)
