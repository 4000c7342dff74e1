"""Puzzles that ask for a choice: held to all that the rules allow, and to every deal."""

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from itertools import permutations
from random import Random

import pytest

from aparte.models import games
from aparte.models.bards import GAME as BARDS
from aparte.models.core import View, complete
from aparte.models.onstage import GAME as ONSTAGE
from aparte.models.onstage import State as Theatre
from aparte.models.onstage import Step
from aparte.models.overseers import State as Table
from aparte.models.position import position
from aparte.models.record import read, write
from aparte.models.words import say
from aparte.puzzles.bards.kinds import ends_of, reckoned
from aparte.puzzles.bards.planned import Turns, deeds
from aparte.puzzles.bards.turn import ends
from aparte.puzzles.grade import Played, played_way
from aparte.puzzles.kinds import Engine, shown
from aparte.puzzles.onstage.kinds import best_move
from aparte.puzzles.onstage.sure import cases, deals, going_on, planned, sure
from aparte.puzzles.overseers.hands import hands, highest, plain
from aparte.puzzles.played import played, turns
from aparte.puzzles.readers import Trait
from aparte.puzzles.room import puzzles
from aparte.solver.engine.count import Counter
from aparte.solver.engine.sweep import TooManyStates
from aparte.solver.games.bards.worth import in_sight, worth
from aparte.solver.games.overseers.reading import reader
from aparte.solver.games.overseers.reckoning import Reckoning
from aparte.solver.games.overseers.sampling import Sampler
from tests.bards_positions import position as any_turn
from tests.bards_tables import show
from tests.bundled import puzzles_of


def few_dice(seed: int) -> Turns | None:
    """Return a turn with dice that differ, None for a seed that has none."""
    state = any_turn(Random(seed), 4, cards=2, melodies=1, chancy=False)
    if len(set(state.troupes["Ana"].dice)) < 4:
        return None
    return Turns(state.box, state)


def hold(turn: Turns, told: object = None) -> None:
    """Hold the planner to all lines of a turn; raises TooManyStates."""
    found = ends(BARDS, turn.state)
    best = max(end.worth for end in found)
    done = [(dict(end.roles), end.won) for end in found if end.worth == best]
    plans = turn.best()
    assert plans[0].value + worth(turn.box, turn.state, "Ana") == best, told
    assert (len(plans) == 1) == (len(done) == 1), told
    if len(done) == 1:
        assert deeds(plans[0]) == done[0], told
    for card in in_sight(turn.state):
        dice = [len(end.roles) for end in found if card in end.won]
        assert turn.fewest(card) == min(dice, default=None), (told, card)


def held(seed: int) -> bool:
    """Hold the planner to a turn at random; tell whether there was one."""
    turn = few_dice(seed)
    if turn is None:
        return False
    try:
        hold(turn, seed)
    except TooManyStates:
        return False
    return True


@pytest.mark.parametrize("card", ["Rondel", "Poster"])
def test_an_extra_action_makes_up_for_the_one_it_takes(card: str) -> None:
    state = show({"stage": card, "dice": "R5"}, line=("Vesper", "Tamsin", "Cantor", "Rondel"))
    assert {end.worth for end in ends(BARDS, state)} == {worth(state.box, state, "Ana")}
    hold(Turns(state.box, state))


def test_the_best_turn_is_the_best_of_all_that_the_rules_allow() -> None:
    assert sum(map(held, range(6))) > 1


@pytest.mark.soak
def test_every_best_turn_is_the_best_of_all_that_the_rules_allow() -> None:
    assert sum(map(held, range(12, 200))) > 50


def test_an_audience_that_is_given_up_for_another_makes_a_turn_harder() -> None:
    doors = next(each for each in puzzles("bards") if each.name == "20-two-doors")
    found = ends_of(doors.question)
    best = max(found, key=lambda end: end.worth)
    assert any(end.won - best.won for end in found)
    assert Trait.WEIGHED in doors.grade.patterns


def endings(seed: int, cards: int) -> Iterator[View[Theatre]]:
    """Yield the boards of a game before the last cards, as who is to play sees them."""

    def fits(seen: View) -> bool:
        state: Theatre = seen.state
        return state.step is Step.PLAY and len(state.hands[seen.viewer]) <= cards

    yield from map(position, turns("onstage", (3,), ("greedy",), Random(seed), fits))


def brute(states: Sequence[Theatre], viewer: str, round_: int, then: str = "") -> int:
    """Return what is sure in all of `states`, whole deals that look alike to the viewer.

    Who plays `then` next, if that may be played, has no other choice of a card there.
    """
    state = states[0]
    if state.round != round_ or state.step not in (Step.PLAY, Step.CLAIM):
        return min(each.scores[-1][each.players.index(viewer)] for each in states)
    every = {move: None for each in states for move in ONSTAGE.turn(each)}  # type: ignore[union-attr]
    if state.step is Step.PLAY and state.to_play == viewer:
        every = {move: None for move in every if move.words[0] == then} or every
        then = ""
    values = (
        brute(
            [ONSTAGE.apply(each, move) for each in states if move in ONSTAGE.turn(each)],  # type: ignore[operator]
            viewer,
            round_,
            then,
        )
        for move in every
    )
    return max(values) if next(iter(every)).actor == viewer else min(values)


def whole(view: View[Theatre]) -> list[Theatre]:
    """Return the states of all deals that fit `view`."""
    counter = Counter(view.game.model.hidden(view))
    return [complete(view, counter.world(n)).state for n in range(counter.worlds)]


def test_what_is_sure_is_so_in_every_deal_against_every_defence() -> None:
    held = 0
    for view in endings(1, 2):
        states = whole(view)
        if len(states) > 6:
            continue
        found = sure(write(view), Engine.COUNT)
        assert found == sure(write(view), Engine.PROOF)
        for move, n in found.items():
            after = [ONSTAGE.apply(each, move) for each in states]
            assert brute(after, view.viewer, view.state.round) == n, (move, write(view))
            held += 1
    assert held > 10


def hold_plans(view: View[Theatre], most: int) -> int:
    """Hold what each plan is sure of to brute force; return how many were held."""
    states = whole(view)
    if len(view.state.hands[view.viewer]) < 3 or len(states) > most:
        return 0
    found = planned(write(view), Engine.COUNT)
    assert found == planned(write(view), Engine.PROOF)
    free = sure(write(view), Engine.COUNT)
    for (move, then), n in found.items():
        after = [ONSTAGE.apply(each, move) for each in states]
        assert brute(after, view.viewer, view.state.round, then) == n, (move, then, write(view))
        assert n <= free[move]
    reached = max(found.values())
    left_out = {move for move in free} - {move for move, _ in found}
    assert all(free[move] < reached for move in left_out)
    return len(found)


def test_what_a_plan_is_sure_of_is_so_in_every_deal() -> None:
    held = (hold_plans(view, 3) for view in endings(2, 3) if len(view.state.trick))
    assert sum(held) > 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 9))
def test_every_plan_is_as_sure_as_brute_force_says(seed: int) -> None:
    assert sum(hold_plans(view, 6) for view in endings(seed, 3))


def test_a_plan_that_is_asked_for_is_worse_with_any_other_card() -> None:
    asked = puzzles_of("onstage", "plan")
    for puzzle in asked:
        found = planned(shown(puzzle.question), Engine.PROOF)
        best = max(found.values())
        plans = {(move.words[0], then, str(n)) for (move, then), n in found.items() if n == best}
        assert plans == {puzzle.answer}, puzzle.name
    assert len(asked) > 3


def test_the_best_card_of_a_plan_goes_on_with_the_next_one_that_is_asked_for() -> None:
    for puzzle in puzzles_of("onstage", "plan"):
        view, (now, then, n) = puzzle.question, puzzle.answer
        line = going_on(shown(view), best_move(view, now, then), int(n), then)
        own = [each.words[0] for each in line if (each.verb, each.actor) == ("plays", view.viewer)]
        assert own[0] == now, puzzle.name
        follows = own[1][0] != then[0]  # another suit was led, which has to be followed
        assert own[1] == then or follows, (puzzle.name, line)


def test_it_is_told_where_blossoms_come_from_that_nobody_claims() -> None:
    (puzzle,) = (each for each in puzzles("onstage") if each.titles[0] == "The Quick Change")
    told = [each.words.text_in(NullTranslations()) for each in puzzle.way.thoughts]
    alone = [text.count("Bo has") == text.count("(alone without performers)") > 0 for text in told]
    assert alone == [" is sure of 3. " in text for text in told]


def test_no_cases_show_more_than_is_sure() -> None:
    own = [each.question for each in puzzles_of("onstage", "plan")]
    fewer = set[bool]()
    for view in own[:5]:
        text, every = shown(view), len(deals(view, Engine.COUNT))
        for move, n in sure(text, Engine.COUNT).items():
            assert cases(text, move, n + 1) == every, (move, text)
            fewer.add(1 < cases(text, move, n) < every)
    assert fewer == {True, False}


FORCED = """[Game "onstage"]
[Record "1"]
[Players "Ana Bo Cy"]
[From "position"]
[Seat "Ana"]
[Kind "plan"]
line G3
stage P2 B1 K2
claimed Ana K3 P3 B3 G2 P1 B2 K1
claimed Bo G1
deal Ana K8 P4 G6
deal Bo ???
deal Cy ???
gone K1 K2 K4 K5 K7 P1 P3 P5 P6 P7 P8 P9 B1 B2 B4 B5 B6 B7 B8 B9 G2 G3 G4 G5 G7 G8 G9
round 1 leader Ana
"""


def test_deals_are_told_apart_by_who_holds_a_card() -> None:
    view = read(FORCED)
    assert len(deals(view, Engine.COUNT)) == 20
    plans = planned(FORCED, Engine.COUNT)
    best = max(plans, key=lambda plan: plans[plan])
    assert (best[0].words[0], best[1], plans[best]) == ("G6", "P4", 20)
    # Either of them has G1, has to follow with it, and so brings the performer that G6 claims.
    assert cases(FORCED, best[0], 20, "P4") == 2


def test_deals_make_a_plan_hard_only_where_they_have_to_be_told_apart() -> None:
    asked = {each.titles[0]: each for each in puzzles_of("onstage", "plan")}
    many, few = asked["Two Acts Ahead"], asked["The Quick Change"]
    assert len(deals(many.question, Engine.COUNT)) > len(deals(few.question, Engine.COUNT)) > 1
    assert Trait.SUPPOSED not in many.grade.patterns
    assert Trait.SUPPOSED in few.grade.patterns
    assert many.grade.through[-1] > few.grade.through[-1]


CONTRADICTING = """[Game "onstage"]
[Record "1"]
[Players "Ana Bo Cy"]
[From "position"]
[Seat "Cy"]
line B1
stage B2 P3 K2 P2
claimed Ana G3
claimed Bo B3 G2 G1 K3 K1
claimed Cy P1
deal Ana ?
deal Bo ?
deal Cy P8 G1
Ana laid B7
Bo laid G4
gone K1 K2 K3 K4 K5 K6 K7 K8 K9 P1 P2 P3 P4 P5 P6 P7 P9 B1 B3 B4 B5 B6 B9 G2 G3 G5 G6 G7 G8 G9
round 1 leader Ana
"""


def test_a_board_that_contradicts_itself_can_be_tuned_and_is_no_puzzle() -> None:
    assert not deals(read(CONTRADICTING), Engine.COUNT)
    found = sure(CONTRADICTING, Engine.COUNT)
    assert {move.words[0]: n for move, n in found.items()} == {"G1": 1, "P8": 4}
    with pytest.raises(TooManyStates):
        sure(CONTRADICTING, Engine.PROOF)


def test_a_search_that_is_too_long_stays_so_whatever_was_looked_at_before() -> None:
    view = next(view for view in endings(1, 2) if len(view.state.hands[view.viewer]) == 2)
    text = write(view)
    for _ in range(2):
        with pytest.raises(TooManyStates):
            sure(text, Engine.COUNT, 3)
        assert sure(text, Engine.COUNT)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_every_three_cards_are_as_sure_as_brute_force_says(seed: int) -> None:
    for view in endings(seed, 3):
        states = whole(view)
        if len(view.state.trick) < 1 or len(states) > 10:
            continue
        for move, n in sure(write(view), Engine.COUNT).items():
            after = [ONSTAGE.apply(each, move) for each in states]
            assert brute(after, view.viewer, view.state.round) == n


def test_all_deals_are_found_by_both_engines() -> None:
    for view in endings(3, 3):
        if Counter(view.game.model.hidden(view)).worlds < 30:
            assert deals(view, Engine.COUNT) == deals(view, Engine.PROOF)


def test_what_lies_face_down_is_told_by_both_engines_and_shown_by_worlds() -> None:
    def fits(seen: View) -> bool:
        state: Table = seen.state
        return state.step.value in ("vote", "answer")

    checked = 0
    for seen in turns("overseers", (3,), ("greedy",), Random(4), fits):
        view = position(seen)
        others = [player for player in view.setup.players if player != view.viewer]
        if not all(plain(view, player) for player in others):
            continue
        for player in others:
            assert hands(view, player, Engine.COUNT) == hands(view, player, Engine.PROOF)
        can = highest(view, Engine.COUNT)
        sampler = Sampler(reader(view)._counted, Random(1))  # type: ignore[arg-type]
        for _ in range(50):
            rows, _pile = sampler.rows(view.state)
            score = {p: Reckoning(view.state).points(p, rows[p]) for p in view.setup.players}
            best = max(score.values())
            assert {player for player, n in score.items() if n == best} <= {*can}
        checked += 1
        if checked == 3:
            break
    assert checked


def test_of_traits_that_are_as_hard_hints_tell_the_same_one_in_whatever_order_they_come() -> None:
    traits = [Trait.CHANGED, Trait.ANSWERED, Trait.WEIGHED, Trait.OPEN]
    told = {
        thought.skill
        for order in permutations(traits)
        for thought in played_way([Played(say("a step"), order)], 1, 0.0).thoughts
    }
    assert len(told) == 1


def test_dice_are_reckoned_by_performance_and_by_bards_whom_a_die_fits() -> None:
    def dice(card: str, **ana: str) -> int:
        return reckoned(show(ana), card)

    fits = {"stage": "Vesper", "dice": "B1 R5"}  # Vesper brings a B for a die of 4 or more
    assert dice("Stargazers", **fits) == 1 + 3  # for B B
    assert dice("Stargazers", stage="Vesper", dice="B1 R3") == 3 + 3
    assert dice("Stargazers", **fits, performances="B") == 1
    assert dice("Millers", **fits) == 3 + 3  # for O O
    assert dice("Stargazers", stage="Tambour Vesper", dice="O6 R5") == 1 + 1  # brings an O, too
    assert dice("Millers", stage="Tambour Vesper", dice="O6 R5") == 1 + 3


@pytest.mark.parametrize("game", ["adresses-jaunes", "bards", "onstage", "overseers"])
def test_records_of_puzzles_are_of_the_version_that_new_games_have(game: str) -> None:
    seen = next(played(game, (3,), ("random",), 2, Random(1)))
    assert seen.tag("Record") == games.game_named(game).notation.versions[-1]
