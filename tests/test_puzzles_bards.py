"""Turns of Battle of the Bards, and the rest of a round: what is told of them adds up and holds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from aparte.models.bards import GAME as BARDS
from aparte.models.bards import InPlay, State
from aparte.models.bards.cards import Card
from aparte.models.record import new_record, read
from aparte.puzzles.bards.kinds import best_of, ends_of, seems_best
from aparte.puzzles.bards.planned import SEVERAL, Turns
from aparte.puzzles.bards.rest import Rest, is_misleading, rests_of, rivals
from aparte.puzzles.bards.turn import Taken, along, gained, least_lacking, rests, taken
from aparte.puzzles.kinds import Engine
from aparte.puzzles.room import puzzles
from aparte.sessions.languages import Language, catalogue
from aparte.solver.engine.sweep import TooManyStates
from aparte.solver.games.bards.worth import in_sight, lacking, worth
from tests.bards_positions import position as any_turn
from tests.bundled import puzzles_of


def test_what_each_line_of_a_turn_changes_adds_up_to_its_worth() -> None:
    looked = 0
    for puzzle in puzzles_of("bards", "best"):
        view = puzzle.question
        here = worth(view.state.box, view.state, view.state.actor)
        for end in ends_of(view):
            gains = gained(view.game, view.state, end.lines)  # type: ignore[arg-type]
            assert sum(sum(gain.values()) for gain in gains) == end.worth - here
            looked += 1
    assert looked > 100


def test_the_solution_tells_what_every_step_brings() -> None:
    for puzzle in puzzles_of("bards", "best"):
        assert all("in all" in str(thought.words) for thought in puzzle.way.thoughts)


def test_the_solution_holds_what_seems_best_against_what_is() -> None:
    misled = 0
    for puzzle in puzzles_of("bards", "best"):
        found, here = ends_of(puzzle.question), puzzle.question.state
        seems, best = seems_best(found), best_of(found)
        value = (seems.worth - worth(here.box, here, here.actor)) / 100
        told = str(puzzle.way.runner_up)
        is_told = f"worth most at once comes to {value:+.2f}" in told
        is_told |= not seems.lines and "No action is worth anything by itself." in told
        assert is_told == ((seems.roles, seems.won) != (best.roles, best.won))
        misled += is_told
    assert misled > 3


def test_no_turn_comes_nearer_to_an_audience_than_the_solution_tells() -> None:
    """Held to all ends of the turn, line by line."""
    for puzzle in puzzles_of("bards", "win"):
        view = puzzle.question
        cards = in_sight(view.state)
        least = least_lacking(view.game, view.state, cards)  # type: ignore[arg-type]
        near = {card: min(len(n) for (of, _), n in least.items() if of == card) for card in cards}
        assert near[puzzle.answer[0]] == 0
        for end in ends_of(view):
            for state in along(view.game, view.state, end.lines):  # type: ignore[arg-type]
                troupe = state.troupes[view.state.actor]
                for card in {*cards} - {*troupe.audiences}:
                    there = Counter(troupe.performances)
                    assert sum(1 for _ in lacking(state.box, card, there)) >= near[card]
        told = str(puzzle.way.runner_up)
        assert told.count(" lacks ") + told.count("one more action") == len(cards) - 1


def test_with_fewer_dice_an_audience_still_lacks_what_the_solution_tells() -> None:
    for puzzle in puzzles_of("bards", "fewest"):
        view, fewest = puzzle.question, int(puzzle.answer[0])
        least = least_lacking(view.game, view.state, [puzzle.asked])  # type: ignore[arg-type]
        assert not min((lacks for (_, dice), lacks in least.items() if dice == fewest), key=len)
        assert "With fewer dice, at best" in str(puzzle.way.runner_up)


def test_the_solution_tells_less_than_two_points_as_each_language_counts_them() -> None:
    one = next(
        each
        for each in puzzles("bards")
        if (told := str(each.way.runner_up)) and ("worth +0." in told or "worth +1." in told)
    )
    assert one.way.runner_up is not None and " points more" in str(one.way.runner_up)
    assert " point de plus" in one.way.runner_up.text_in(catalogue(Language.FRENCH))


def alone(seed: int, dice: int, cards: int, bards: Sequence[Card] = ()) -> State:
    """Ana's turn when Bo has passed."""
    state = any_turn(Random(seed), dice, cards=cards, melodies=1, chancy=False)
    if bards:
        own = (*state.troupes["Ana"].cards, *bards)
        line = tuple(card for card in state.line if card not in bards)
        state = replace(state.troupe("Ana", stage=tuple(map(InPlay, bards)), cards=own), line=line)
    return replace(state, done=frozenset({"Bo"}))


def plain(state: State) -> set[Taken]:
    """All that can be taken by the plain rules, turn after turn; of what comes, nothing."""
    there = {*in_sight(state), *state.line}
    coming, seen, found = [state], set[object](), set[Taken]()
    while coming:
        here = coming.pop()
        troupe = here.troupes["Ana"]
        key = (troupe, here.audiences, here.top_audience, here.line, here.actions, here.duties)
        if key in seen:
            continue
        seen.add(key)
        found.add(taken(state, here))
        moves = BARDS.turn(here)
        if not isinstance(moves, tuple):
            if not {duty.verb for duty in here.duties} & {"top", "newest"}:
                continue
            moves = (next(each for each in moves.all() if not {*each.outcome} & there),)
        for move in moves:
            new = move.verb in ("wins", "hires") and move.words[0] not in there
            if not new and move.verb not in ("passes", "rerolls"):
                coming.append(BARDS.apply(here, move))
    return found


STAGES = ("Mirza", "Rondel"), ("Clogger", "Tamsin"), ("Piper", "Basso"), ("Fogle", "Vesper")


def test_the_rest_of_a_round_is_all_that_the_plain_rules_allow() -> None:
    several = 0
    for seed, bards in enumerate(STAGES, 4):
        state = alone(seed, 5, 2, bards)
        found = plain(state)
        assert set(rests(BARDS, state).takings) == found, (seed, bards)
        several += max(map(len, found)) > 1
    assert several > 2


def hold(seed: int) -> bool:
    """Hold the planner to the rest of a round; tell whether several cards are best together."""
    state = alone(seed, 5, 2)
    try:
        takings, planned = rests(BARDS, state).takings, Turns(state.box, state).most()
    except TooManyStates:
        return False
    most = max(state.box.cards.points(each) for each in takings)
    best = {each for each in takings if state.box.cards.points(each) == most}
    assert {*planned} <= best, seed
    assert len(planned) == min(SEVERAL, len(best)), seed
    return len(planned[0]) > 1


def test_the_planner_finds_what_brings_most_points_in_the_rest_of_a_round() -> None:
    assert sum(map(hold, range(12))) > 1


@pytest.mark.soak
def test_the_planner_always_finds_what_brings_most_points_in_the_rest_of_a_round() -> None:
    assert sum(map(hold, range(12, 200))) > 20


def test_the_rest_of_a_round_refutes_whoever_always_takes_what_brings_most() -> None:
    for puzzle in puzzles_of("bards", "rest"):
        assert is_misleading(puzzle.question) == puzzle.grade.refutes
        first, second, *_ = puzzle.way.thoughts
        assert "Whoever always takes next" in str(first.words) and not first.claims
        assert second.claims


@pytest.mark.parametrize("engine", Engine)
def test_the_rest_of_a_round_has_no_answer_while_somebody_else_may_still_act(
    engine: Engine,
) -> None:
    alone = puzzles_of("bards", "rest")[0].question
    passed = next(event for _, event in alone.events if event.verb == "passed")
    events = [event for _, event in alone.events if event is not passed]
    record = new_record(alone.tags, events)
    assert Rest().left(record, "", engine) == tuple(() for _ in Rest().rows(record, ""))
    assert [*Rest().asked(record)] == []
    assert [*Rest().asked(alone)] == [""]


def test_what_is_told_not_to_be_had_together_would_bring_as_much_and_cannot() -> None:
    looked = 0
    for puzzle in puzzles_of("bards", "rest"):
        found = rests_of(puzzle.question).takings
        box = puzzle.question.state.box
        best = max(found, key=lambda each: box.cards.points(each))
        for rival in rivals(puzzle.question, best):
            assert box.cards.points(rival) >= box.cards.points(best)
            assert not any(rival <= each for each in found)
            looked += 1
    assert looked


UNDONE = """\
[Game "bards"]
[Record "2"]
[Players "Ana Bo"]
[From "position"]
[Seat "Bo"]
audiences Beekeepers Miners Stargazers
line Alouet Vesper Bourree Mirza
top Bankers
encore Ana ?
deck Ana Carmin Gamba Illusionist Musician Roadie
hand Ana ?
stage Ana Poster with P6 Singer with P2 Singer
discard Ana Haze Musician Poster Velda
trashed Ana Dancer Dancer Illusionist
dice Ana R3
performances Ana B P P R
melodies Ana 6
won Ana Weavers Pilgrims Coachmen
encore Bo PR
deck Bo Poster
hand Bo Poster
stage Bo Clogger Fogle Fidelio
discard Bo Dancer Dancer Illusionist Musician Musician Ondine Poster Roadie Singer Singer
dice Bo R6 P5 B5 B3 O6 P4
performances Bo B
melodies Bo 0
trashed Bo Illusionist
won Bo Courtiers Marketplace
passed Ana
began Ana Bo
round 7 first Ana turn Bo 2
"""


def test_cp_sat_does_not_abort_where_a_rule_settles_what_is_taken() -> None:
    state: State = read(UNDONE).state
    assert not Turns(state.box, state).can_take(Taken({"Miners", "Bourree"}))
