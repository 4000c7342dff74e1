"""Ranked moves are read as rows: what may be as good has a sign, and the same is told once."""

from dataclasses import replace
from functools import partial
from itertools import islice

import pytest

from aparte.models.core import Event, View, view
from aparte.models.games import OWN
from aparte.models.words import say
from aparte.sessions.ranking import LESS, NEAR, legend, rows, told_first
from aparte.solver.play import advising, coach
from aparte.solver.play.beside import called
from aparte.solver.play.coach import Advice, Budget
from aparte.solver.play.contrast import Clause, Contrast
from tests.reasons import played_positions
from tests.tables import blank, played_at_random


def _some(game: str) -> tuple[View, list[Event]]:
    own = view(played_at_random(blank(game, 3), 1, 30), "Ana")
    return own, list(dict.fromkeys(event for _, event in own.events if event.actor))[:4]


def test_a_move_that_may_be_as_good_has_a_sign_in_place_of_the_same_value() -> None:
    own, (best, same, near, worse) = _some("onstage")

    def against(gap: float, either: bool) -> Contrast:
        return Contrast(best, called(own, best), gap, 0.1, either)

    first = Advice(best, 1.0, say("points"), 0.1, False)
    given = [
        replace(first, choice=say("holds of all")),
        replace(first, action=same, contrast=against(0.0, True)),
        replace(first, action=near, value=0.9, contrast=against(-0.1, True)),
        replace(first, action=worse, value=0.2, contrast=against(-0.8, False)),
    ]
    named = partial(called, own)
    found = rows(own, given, named)
    assert [row.sign for row in found] == ["", NEAR, NEAR, ""]
    assert str(found[2].worth)[-1] == NEAR != str(found[2].worth)
    assert str(found[1].worth) == NEAR and NEAR not in str(found[3].worth)
    assert not any("holds of all" in str(row.why) for row in found), "it stands above them"
    assert "perhaps as good" in str(legend(found, called(own, best)))
    aloud = rows(own, given, named, aloud=True)
    assert not any(row.sign for row in aloud) and "perhaps as good" in str(aloud[1].why)
    told = str(legend(aloud, called(own, best)))
    assert "perhaps" not in told and "unclear" not in told
    unclear = rows(own, [replace(each, error=0.2) for each in given], named)
    assert str(unclear[0].worth) == "chance unclear"
    assert str(legend(unclear, best.verb)).endswith("Chance unclear: too few trials for a figure.")


def test_a_move_that_counts_as_less_has_a_sign_where_trials_do_not_tell() -> None:
    own, (best, less, *_) = _some("onstage")
    said = Clause(say("shows less"), good=False, counted=True)
    differs = Contrast(best, called(own, best), 0.0, 0.1, True, said=said)
    first = Advice(best, 1.0, say("points"), 0.1, False)
    given = [first, replace(first, action=less, contrast=differs)]
    named = partial(called, own)
    _, row = found = rows(own, given, named)
    assert (str(row.worth), str(row.why)) == (LESS, "shows less")
    assert "worse by its reason" in str(legend(found, called(own, best)))
    aloud = rows(own, given, named, aloud=True)
    assert [*map(str, (aloud[1].worth, aloud[1].why))] == ["99 % ± 10", "shows less"]
    assert "the reasons decide" in str(legend(aloud, called(own, best)))


@pytest.mark.parametrize("game", OWN)
def test_the_move_that_the_best_is_held_against_is_shown(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mostly it is the second; so no more than the best is shown for its own value."""
    held = 0
    for own in islice(played_positions(game, 17, 0), 5):
        advice = advising.ranked(own, Budget(iterations=12))
        monkeypatch.setattr(advising, "SHOWN", 1)
        best, *others = told_first(rows(own, advice, partial(called, own)))
        monkeypatch.undo()
        if (contrast := best.advice.contrast) is not None:
            held += 1
            assert any(contrast.against in row.moves for row in (best, *others))
    assert held


@pytest.mark.parametrize(("counted", "told"), [(True, ""), (False, "as far as can be told, ")])
def test_what_is_the_same_only_in_the_worlds_tried_is_not_stated_as_a_fact(
    monkeypatch: pytest.MonkeyPatch, counted: bool, told: str
) -> None:
    own, (one, other, *_) = _some("onstage")
    play = coach.play_of("onstage")
    assert play.same is not None
    monkeypatch.setattr(coach, "play_of", lambda _: play if counted else replace(play, same=None))
    given = [Advice(one, 1.0, say("points"), 0.1, False, same=(other,))]
    (row,) = rows(own, given, partial(called, own))
    assert str(row.why).startswith(f"{told}likewise {called(own, other, one)}; ")
