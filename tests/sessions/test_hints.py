"""Hints go on from what was told."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from random import Random
from re import findall

import pytest

from aparte.contract.twins import twins
from aparte.models.core import TABLE, View, view
from aparte.models.record import read, read_file, write_event
from aparte.models.wording import worded
from aparte.models.words import Words, say
from aparte.sessions.helping import with_help
from aparte.sessions.hints import (
    NAMELESS,
    Hint,
    Hints,
    Level,
    advised,
    bearing,
    first_step,
    hint_in_words,
    is_told,
)
from aparte.sessions.languages import Language, catalogue
from aparte.solver.engine.deduce import deduce
from aparte.solver.engine.steps import path
from aparte.solver.games.adresses_jaunes.effects import SHOWN
from aparte.solver.play import coach
from aparte.solver.play.coach import ADVICE, choices
from aparte.solver.play.contrast import Clause
from aparte.solver.play.trial import Difference
from tests.aparte_cli import EXAMPLES, FOUR
from tests.reasons import played_positions
from tests.tables import prefixes, random_game

TRIES = 24


@pytest.fixture(autouse=True)
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of what is told does not depend on how long the coach thinks about it."""
    monkeypatch.setattr(coach, "ADVICE", replace(ADVICE, iterations=TRIES))


def test_a_hint_tells_more_each_time_and_begins_again_behind_its_answer() -> None:
    own = read(FOUR.read_text("utf-8"))
    hints = Hints()
    given = [hints.next(own) for _ in range(5)]
    assert [hint.level for hint in given] == [*Level, Level.NUDGE]
    first = given[0].step
    assert first is not None and {hint.step for hint in given[:4]} == {first}
    assert given[4].step != first
    assert hints.drawn == list(first.claims)


def test_a_level_can_be_asked_for() -> None:
    own = read(FOUR.read_text("utf-8"))
    assert Hints().next(own, "why").level is Level.WHY
    assert Hints().next(own, "louder").level is Level.NUDGE


def test_who_is_past_a_pattern_gets_another() -> None:
    own = read(FOUR.read_text("utf-8"))
    hints = Hints()
    first, then = hints.next(own).step, hints.next(own, "known").step
    assert first is not None and then is not None
    assert hints.known == [first.pattern] and then.pattern != first.pattern


def test_who_is_past_a_difficulty_gets_a_harder_one() -> None:
    own = read(FOUR.read_text("utf-8"))
    hints = Hints()
    first = hints.next(own).step
    harder = hints.next(own, "harder").step
    assert first is not None and hints.past == first.difficulty
    assert harder is None or harder.difficulty > first.difficulty
    hints.past = 1000
    assert hints.next(own).step is None
    assert not any("a single line" in str(words) for words in words_of(own, hints, "nudge"))


def words_of(own: View, hints: Hints, asked: str = "") -> list[Words]:
    return hint_in_words(own, hints.next(own, asked))


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_the_ladder_leads_on_to_the_move_and_tells_nothing_hidden(game: str) -> None:
    whole = random_game(game, 3, 4)
    cut = next(
        whole.until(line.number - 1)
        for line in whole.lines[len(whole.lines) // 4 :]
        if line.event is not None and line.event.actor == "Ana"
    )
    own = view(cut, "Ana")
    moves = advised(own)
    if not choices(own):
        assert not moves
        return
    answer = words_of(own, Hints(), "answer")[-1]
    move = write_event(own, moves[0].action).removeprefix("Ana ")
    assert move in str(answer) and str(moves[0].why) in str(answer)
    french = catalogue(Language.FRENCH)
    assert worded(own.game, move).text_in(french) in answer.text_in(french)
    ladder = [words_of(own, hints) for hints in [Hints()] for _ in range(4)]
    for twin in twins(cut, "Ana", Random(1), 1):
        hints = Hints()
        assert [words_of(view(twin, "Ana"), hints) for _ in range(4)] == ladder


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_no_level_below_the_last_names_the_move(game: str) -> None:
    """Where there is a deduction to make, its pieces are named, but not the move."""
    named = 0
    for own in islice(chain.from_iterable(played_positions(game, 11, n) for n in range(9)), 4):
        hints = Hints()
        for hint in (hints.next(own) for _ in Level):
            assert hint.moves
            best = hint.moves[0].action
            told = " ".join(map(str, hint_in_words(own, hint)))
            words = {word.strip("'") for word in findall(r"[\w'+-]+", told)}
            if hint.level is Level.ANSWER:
                named += words.issuperset(best.words)
            elif hint.step is None:
                assert words.isdisjoint(best.words), told
            assert hint.level is Level.ANSWER or str(write_event(own, best)) not in told
    assert named


@pytest.mark.slow
@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_a_deduction_about_few_pieces_apart_from_the_choice_does_not_name_it(game: str) -> None:
    walked = chain.from_iterable(played_positions(game, 12, n) for n in range(99))
    apart = 0
    for own in islice(walked, 12 if game == "bards" else 24):
        hints = Hints()
        for hint in (hints.next(own) for _ in range(len(Level) - 1)):
            assert hint.moves
            if hint.step is None or not bearing(hint.moves).isdisjoint(hint.step.claims):
                continue
            hidden = hint.step.chain.hidden
            if len({hidden.piece(claim.item) for claim in hint.step.claims}) > NAMELESS:
                continue
            apart += 1
            told = " ".join(map(str, hint_in_words(own, hint)))
            words = {word.strip("'") for word in findall(r"[\w'+-]+", told)}
            best = hint.moves[0].action
            assert not best.words or not words.issuperset(best.words), told
    assert apart


def test_a_deduction_apart_from_the_choice_is_told_as_such_at_each_level() -> None:
    """Else "the same can be said about each of 5P, 5T" would be taken to be said of moves."""
    named = 0
    for own in islice(played_positions("adresses-jaunes", 96601, 0), 3):
        hints = Hints()
        for hint in (hints.next(own) for _ in range(len(Level) - 1)):
            if hint.step is None or not bearing(hint.moves).isdisjoint(hint.step.claims):
                continue
            first, then = map(str, hint_in_words(own, hint))
            assert then.startswith("Apart from that") and "Apart" not in first
            named += "about" in then
    assert named >= 2


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_what_solve_proves_hints_offer_or_a_single_line_says(game: str) -> None:
    proved = 0
    for own in islice(chain.from_iterable(played_positions(game, 12, n) for n in range(9)), 2):
        told, hints = with_help(own, {own.viewer: "deductions"}), Hints()
        while (step := hints.next(told, "answer").step) is not None:
            assert not {*step.claims} & {*hints.drawn[: -len(step.claims)]}, "told twice"
        hidden = own.game.model.hidden(own)
        claims = deduce(hidden).claims
        proved += len(claims)
        assert {*hints.drawn} <= {*claims}
        alone = [(), *([n] for n in hidden.lines)]
        known = {*hints.drawn}.union(*(deduce(hidden.told_by(each)).claims for each in alone))
        there = {claim.item for claim in known if claim.holds and hidden.items[claim.item] == 1}
        elsewhere = {claim for claim in claims if not claim.holds and claim.item in there}
        assert {*claims} <= known | elsewhere
    assert proved


def test_a_hint_leads_to_the_fact_behind_the_best_move() -> None:
    own = read(FOUR.read_text("utf-8"))
    found = list(path(own.game.model.hidden(own)))
    easiest, sought = found[0], found[-1]
    hidden = own.game.model.hidden(own)
    assert first_step(hidden, ()) == easiest
    assert first_step(hidden, (), sought=sought.claims) == sought
    assert first_step(hidden, sought.claims, sought=sought.claims) == easiest


def test_a_hint_goes_by_the_advice_that_was_read_last() -> None:
    whole = random_game("onstage", 3, 4)
    own = next(
        view(before, "Ana")
        for before in prefixes(whole)
        if len(before.lines) > 30 and len(choices(view(before, "Ana"))) > 2
    )
    hints, found = Hints(), advised(own)
    told = [*found[1:], found[0]]
    hints.thought(own, told)
    assert str(told[0].why) in str(words_of(own, hints, "answer")[-1])


def test_the_only_move_is_not_weighed_and_not_called_one_of_several() -> None:
    whole = random_game("onstage", 3, 4)
    seen = (view(before, "Ana") for before in prefixes(whole))
    own = next(each for each in seen if len(choices(each)) == 1)
    moves = advised(own)
    told = [str(words) for n in Level for words in hint_in_words(own, Hint(None, n, moves, False))]
    line = f"{moves[0].action.verb} {' '.join(moves[0].action.words)}"
    assert {*told} == {f"There is only one move, '{line}': nothing has to be weighed."}


def test_a_deduction_speaks_for_a_move_only_if_it_bears_on_it() -> None:
    """That a piece is not here or there is no reason to play it."""
    named = 0
    for own in islice(played_positions("overseers", 11, 0), 12):
        hint = Hints().next(own, "answer")
        if hint.step is None or not hint.moves:
            continue
        bears = not bearing(hint.moves).isdisjoint(hint.step.claims)
        told = " ".join(map(str, hint_in_words(own, hint)))
        assert ("speaks for" in told) == bears, told
        alone = hint_in_words(own, replace(hint, moves=hint.moves[:1]))
        assert "speaks for" not in " ".join(map(str, alone)), "nothing does for the only move"
        named += not bears and any(
            each.item in hint.moves[0].action.words for each in hint.step.claims
        )
    assert named


def test_what_is_to_be_weighed_is_the_reason_of_the_best_move() -> None:
    """Nothing that the answer gives is denied before it."""
    there = next(played_positions("adresses-jaunes", 11, 0))
    best, *others = advised(there)
    assert best.contrast is not None
    clause = Clause(say("so many hands"))
    said = replace(best.contrast, either=True, error=0.1, difference=None, said=clause)
    told = (replace(best, contrast=said), *others)
    where, why, answer = (
        str(*hint_in_words(there, Hint(None, level, told, False))[:1])
        for level in (Level.WHERE, Level.WHY, Level.ANSWER)
    )
    assert "there is something to weigh" in where
    assert "may be as good" in why and "so many hands" in why and "so many hands" in answer
    alone = (replace(best, contrast=replace(said, either=False)), *others)
    (weighed,) = hint_in_words(there, Hint(None, Level.WHERE, alone, False))
    assert "at once" not in str(weighed), "the reason may be what comes at the end of the round"
    bare = (replace(best, contrast=replace(said, said=None)), *others)
    (nothing,) = hint_in_words(there, Hint(None, Level.WHY, bare, False))
    assert "Nothing tells the best moves apart" in str(nothing)


def test_only_the_last_level_describes_the_best_move() -> None:
    """A disc is found by what it counts, though its street is not named."""
    own = view(read_file(EXAMPLES / "adresses-jaunes-3p-ana.rec"), "Ana")
    best, *others = advised(own)
    assert best.contrast is not None and best.contrast.said is not None
    said = replace(best.contrast.said, words=say("it counts so many: so many hands"))
    told = replace(best, contrast=replace(best.contrast, said=said))
    clear = replace(told, contrast=replace(best.contrast, said=said, either=False, gap=1.0))
    for each in (best, told, clear):
        hints = (Hint(None, level, (each, *others), False) for level in (Level.WHY, Level.ANSWER))
        why, answer = (" ".join(map(str, hint_in_words(own, hint))) for hint in hints)
        assert " counts " in answer and " counts " not in why and "hands" in why


def test_a_piece_that_is_called_by_its_name_names_the_best_move() -> None:
    there = next(each for each in played_positions("overseers", 4, 0) if _picks(each))
    best, *others = advised(there)
    assert best.contrast is not None
    (card,) = best.action.words
    clause = Clause(say("{card} adds 6 points", card=there.notation.names[card].name))
    told = replace(best.contrast, said=clause, difference=None)
    for differs in (told, replace(told, either=True, error=0.1)):
        moves = (replace(best, contrast=differs), *others)
        (why,) = hint_in_words(there, Hint(None, Level.WHY, moves, False))
        assert "adds 6 points" not in str(why)


def _picks(own: View) -> bool:
    return any(each.verb == "picks" and len(each.words) == 1 for each in choices(own)[1:])


def test_who_has_nothing_to_choose_is_told_so() -> None:
    whole = random_game("adresses-jaunes", 3, 4)
    own = next(each for b in prefixes(whole) if not choices(each := view(b, "Ana")))
    *_, words = words_of(own, Hints())
    assert "Ana has nothing to choose now." in str(words)


def test_a_hint_that_was_left_alone_changes_nothing() -> None:
    own = view(random_game("adresses-jaunes", 3, 4).until(30), "Ana")
    hints = Hints()
    copy = hints.copy()
    assert [copy.next(own).level for _ in range(2)] == [Level.NUDGE, Level.WHERE]
    assert hints.told == -1 and hints.last is None
    hints.become(copy)
    assert hints.told == 1


def test_a_hint_keeps_to_what_is_agreed_on() -> None:
    cut = next(
        before
        for before in prefixes(random_game("adresses-jaunes", 3, 4))
        if len(before.lines) > 12 and choices(view(before, "Ana"))
    )
    own = view(cut, "Ana")

    def hinted(level: str) -> Hint:
        return Hints().next(with_help(own, {"Ana": level}), "answer")

    for level, steps, moves in (
        ("all", True, True),
        ("deductions", True, False),
        ("moves", False, True),
        ("off", False, False),
    ):
        hint = hinted(level)
        assert (hint.step is not None, bool(hint.moves)) == (steps, moves), level


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_pieces_are_told_first_where_they_have_been_drawn(game: str) -> None:
    record = random_game(game, 3, 1)
    number, event = next((n, e) for n, e in record.events if record.seers(e) == {"Ana"})
    before, after = (view(record.until(n), "Ana") for n in (number - 1, number))
    assert not is_told(before) and is_told(after), event
    assert is_told(view(record, TABLE)), "who looks on has nothing to tell"


def test_no_hint_runs_a_line_or_a_pattern_into_its_own_words() -> None:
    """ "Line 11 tells something about 6T: nothing there" would say the opposite."""
    own = read(FOUR.read_text("utf-8"))
    hints = Hints()
    given = [hints.next(own) for _ in Level]
    step = given[0].step
    assert f"'{step.pattern.called}'" in str(hint_in_words(own, given[2])[-1])
    there = next(played_positions("adresses-jaunes", 11, 0))
    quick = advised(there)
    move = write_event(there, quick[0].action).removeprefix(f"{there.viewer} ")
    assert f"'{move}'" in str(hint_in_words(there, Hint(None, Level.ANSWER, quick))[-1])


@pytest.mark.parametrize("quoted", ["'{}'", "{}'s", "{}"])
def test_a_reason_that_names_the_move_is_not_told_before_the_answer(quoted: str) -> None:
    there = next(played_positions("adresses-jaunes", 11, 0))
    best, second, *_ = advised(there)
    assert best.contrast is not None
    said = Clause(say("{move}", move=quoted.format(best.action.words[0])), True)
    named = replace(best.contrast, either=False, gap=1.0, said=said, like=None)
    named_best = replace(best, contrast=named)
    (words,) = hint_in_words(there, Hint(None, Level.WHY, (named_best, named_best), False))
    assert str(words) == "What there is to weigh would name the best move: ask for the answer."
    worse = replace(named, gap=-1.0, said=Clause(say("that place is full"), False))
    rows = named_best, replace(second, contrast=worse)
    (words,) = hint_in_words(there, Hint(None, Level.WHY, rows, False))
    move = write_event(there, second.action).removeprefix(f"{there.viewer} ")
    assert str(words) == f"What speaks against '{move}': that place is full."


def test_a_hint_points_at_what_its_reason_is_about() -> None:
    there = next(played_positions("adresses-jaunes", 11, 0))
    best, *others = advised(there)
    assert best.contrast is not None
    topic, effect = say("what others learn"), Difference(SHOWN, -2.0, 0.0, 0.5)
    said = Clause(say("one tile is left"), True, topic=topic)
    told = replace(best.contrast, either=False, difference=effect, said=said, like=None)
    of_both = replace(told, said=replace(said, good=None))
    for given, level, expected in (
        (told, Level.WHERE, "Weigh this: what others learn."),
        (told, Level.WHY, "What speaks for the best move: one tile is left."),
        (of_both, Level.WHY, "Of the best move, weigh this: one tile is left."),
        (replace(told, said=None), Level.WHERE, f"Weigh this: {effect.effect.topic}."),
    ):
        rows = replace(best, contrast=given), *others
        (words,) = hint_in_words(there, Hint(None, level, rows, False))
        assert str(words) == expected


def test_no_step_of_a_hint_tells_that_no_reason_was_found() -> None:
    """What speaks against the other moves, if that is known, stands in its place."""
    there = next(played_positions("adresses-jaunes", 11, 0))
    best, second, third, *_ = advised(there)
    assert best.contrast is not None
    nothing = Clause(say("no reason found"), topic=say("what others learn"), void=True)
    void = replace(best.contrast, either=False, gap=1.0, difference=None, said=nothing, like=None)
    full = replace(void, gap=-1.0, said=Clause(say("that place is full"), False))
    rare = replace(full, said=Clause(say("that street is long"), False))
    best = replace(best, contrast=void, choice=None, remark=None)
    same = (best, replace(second, contrast=full), replace(third, contrast=full))
    apart = (best, replace(second, contrast=full), replace(third, contrast=rare))
    none = (best, replace(second, contrast=replace(void, gap=-1.0)))
    move, worse = (
        write_event(there, each.action).removeprefix(f"{there.viewer} ") for each in (best, second)
    )
    for moves, why, answer in (
        (same, "What speaks against all others: that place is full.", " {why}"),
        (apart, f"What speaks against '{worse}': that place is full.", " {why}"),
        (none, "The best move is worth", ""),
    ):
        told = [str(*hint_in_words(there, Hint(None, level, moves, False))[:1]) for level in Level]
        assert not any("no reason found" in each or "what others learn" in each for each in told)
        assert told[2].startswith(why)
        assert told[3] == f"The best line is '{move}'.{answer.format(why=why)}"


def test_what_comes_later_is_no_reason_that_speaks_for_a_move() -> None:
    there = next(played_positions("adresses-jaunes", 11, 0))
    best, *others = advised(there)
    assert best.contrast is not None
    later = replace(best.contrast, either=False, difference=None, said=None)
    told = (replace(best, contrast=later), *others)
    (words,) = hint_in_words(there, Hint(None, Level.WHERE, told, False))
    assert str(words) == "What happens at once does not tell the moves apart: weigh what it leaves."
    (words,) = hint_in_words(there, Hint(None, Level.WHY, told, False))
    assert str(words).endswith(" more, by what comes later.")
