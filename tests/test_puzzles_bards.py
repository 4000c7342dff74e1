"""The turns of Battle of the Bards: what is told of them adds up."""

from aparte.puzzles.bards.kinds import ends_of
from aparte.puzzles.bards.turn import gained
from aparte.puzzles.room import puzzles
from aparte.solver.games.bards.worth import worth


def test_what_each_line_of_a_turn_changes_adds_up_to_its_worth() -> None:
    looked = 0
    for puzzle in puzzles("bards"):
        if puzzle.kind.name != "best":
            continue
        view = puzzle.question
        here = worth(view.state.box, view.state, view.state.actor)
        for end in ends_of(view):
            gains = gained(view.game, view.state, end.lines)  # type: ignore[arg-type]
            assert sum(sum(gain.values()) for gain in gains) == end.worth - here
            looked += 1
    assert looked > 100


def test_the_solution_tells_what_every_step_brings() -> None:
    for puzzle in puzzles("bards"):
        if puzzle.kind.name == "best":
            assert all("in all" in str(thought.words) for thought in puzzle.way.thoughts)
