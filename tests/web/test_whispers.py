"""What a seat is told on a phone of the worth of moves."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from aparte.models.core import view
from aparte.models.games import face_of
from aparte.models.overseers import Step
from aparte.models.words import Words, say
from aparte.sessions.hints import UNTOLD
from aparte.sessions.hosting import Hosting
from aparte.sessions.languages import Language, catalogue
from aparte.solver.engine.reading import Estimate, Expectations
from aparte.solver.engine.solve import Solved, solve
from aparte.solver.play import advising
from aparte.solver.play.beside import called
from aparte.solver.play.coach import Advice, choices
from aparte.solver.play.contrast import Contrast
from aparte.web import whispers
from aparte.web.chances import CERTAIN, DARKEST, IMPOSSIBLE, UNKNOWN, chances
from tests.models.overseers.scenes import at_random
from tests.tables import blank, played_at_random, random_game
from tests.web.attacking import Table, told


def whispered(host: Hosting, about: str, player: str = "Ana", times: int = 1) -> list[Any]:
    """Return what a seat is answered that asks for a whisper."""

    async def asked() -> list[tuple[int, str]]:
        table = Table(host, player)
        await table.sits()
        return [await table.answer("/seat/whisper", {"about": about}) for _ in range(times)]

    answers = asyncio.run(asked())
    assert all(status == 200 for status, _ in answers)
    return [json.loads(text) for _, text in answers]


def test_a_phone_is_told_how_sure_a_value_is_and_what_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = random_game("onstage", 3, 1)
    own, action = view(record, "Ana"), next(event for _, event in record.events)
    some = Advice(action, 0.62, say("points"), 0.031, False, say("points"))
    given = (
        some,
        replace(some, exact=True),
        replace(some, chance=False, value=-0.52),
        replace(some, valued=False),
    )
    monkeypatch.setattr(advising, "ranked", lambda *_, **__: given)
    ranked = whispers.best(own, lambda: False)
    assert not isinstance(ranked, Words)
    french = [words.text_in(catalogue(Language.FRENCH)) for _, words, _ in ranked.moves]
    shown = [str(words) for _, words, _ in ranked.moves]
    assert str(ranked.unit) == "points"  # above them, and not in each
    assert shown == ["62 % ± 3", "62 %", "−0.52 ± 0.03", "no value"]
    assert french[0] == "62\N{NO-BREAK SPACE}% ± 3" and french[2] == "−0,52 ± 0,03"


def test_reasons_name_moves_as_the_buttons_do(monkeypatch: pytest.MonkeyPatch) -> None:
    own = view(played_at_random(blank("onstage", 3), 1, 14), "Ana")
    one, other, third = [event for _, event in own.events if event.verb == "plays"][:3]
    name = {move: called(own, move) for move in (one, other, third)}
    held = [
        Contrast(other, name[other], 0.0, 0.1, True),
        Contrast(third, name[third], 1.0, 0.1, False),
        Contrast(one, name[one], 1.0, 0.1, False, like=called(own, third, other)),
    ]
    more = say("{move}, yet worse", move=called(own, third, other))
    held.append(replace(held[2], like=more))
    first = Advice(one, 0.0, say("points"), 0.1, False, contrast=held[0])
    second = replace(first, action=other, contrast=held[2])
    last = replace(second, contrast=held[3])
    given = (first, second, replace(second, action=third, contrast=held[1]), last)
    monkeypatch.setattr(advising, "ranked", lambda *_, **__: given)
    ranked = whispers.best(own, lambda: False)
    assert not isinstance(ranked, Words)
    button = face_of("onstage").button
    for _, _, why in ranked.moves:
        assert not any(str(move) in str(why) for move in name.values())
    assert str(ranked.moves[0][2]) == "perhaps as good"
    assert str(ranked.legend) == f"The others are compared with “{button(own, one)}”."
    assert str(button(own, third)) in str(ranked.moves[1][2])
    assert f"{whispers.quoted(own, third)}, yet worse" in str(ranked.moves[3][2])


@pytest.mark.parametrize("about", ["hint", "best"])
@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_a_seat_that_has_not_told_its_pieces_is_to_tell_them_first(game: str, about: str) -> None:
    (answer,) = whispered(told(played_at_random(blank(game, 3), 1, 14), ["Ana"]), about)
    assert UNTOLD.text_in(catalogue(Language.ENGLISH)) in answer["html"]


@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_a_map_shades_what_may_be_somewhere_and_nothing_else(game: str) -> None:
    own = view(played_at_random(blank(game, 3), 3, 40), "Ana")
    solved, found = solve(own), chances(own)
    assert [place.name for place in found.places] == list(map(solved.called, solved.places))
    assert {item for row in found.pieces for item in row} == set(solved.items)
    for name, place in zip(solved.places, found.places, strict=True):
        for item, shade in place.shades.items():
            assert (str(shade.words) == IMPOSSIBLE) == (not solved.possible(item, name))
            assert (shade.dark == 0) == (str(shade.words) == IMPOSSIBLE)
            if str(shade.words) == CERTAIN:
                assert solved.settled(item, name) == 1 and shade.dark == DARKEST
        alone = [item for item in place.shades if solved.hidden.items[item] == 1]
        shown = sum(solved.chance(item, name) or 0 for item in alone)
        assert abs(sum(place.shades[i].dark for i in alone) / DARKEST - shown) <= len(alone)


def test_an_estimate_is_called_one_shows_its_error_and_never_rules_out_what_is_possible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = view(played_at_random(blank("overseers", 4), 3, 40), "Ana")
    solved = replace(solve(own), posterior=None, reader=None)
    expected = {(i, p): Estimate(0.0, 0.02) for i in solved.items for p in solved.places}
    guessed = Expectations(False, expected, {}, {}, {})
    monkeypatch.setattr(Solved, "reading", guessed)
    monkeypatch.setattr("aparte.solver.engine.solve.solve", lambda _: solved)
    found = chances(own)
    shown = {
        str(shade.words) for place in found.places for shade in place.shades.values() if shade.dark
    }
    assert shown == {"0.0 ± 0.02"}
    assert any("estimates" in str(words) for words in found.notes)


def test_a_hint_goes_on_where_the_one_before_ended_and_its_button_says_so() -> None:
    host = told(played_at_random(blank("adresses-jaunes", 3), 1, 20))
    found = whispered(host, "hint", times=5)
    assert [each["first"] for each in found] == [True, False, False, False, True]
    words = [each["more"] for each in found]
    assert words[0] == words[4] and len(set(words)) == 4


@pytest.mark.parametrize("about", ["hint", "best"])
def test_who_is_not_on_turn_is_told_so_once(about: str) -> None:
    record = played_at_random(blank("onstage", 3), 1, 20)
    waits = next(each for each in record.setup.players if not choices(view(record, each)))
    (answer,) = whispered(told(record), about, waits)
    assert "has nothing to choose now." in answer["html"] and "<ol>" not in answer["html"]
    assert "more" not in answer


def test_the_odds_of_a_performance_are_drawn_and_are_those_that_chances_gives() -> None:
    own = view(played_at_random(blank("bards", 3), 3, 12), "Ana")
    face = face_of("bards")
    odds, found = face.odds(own), chances(own)
    assert len(odds) == len(found.odds) > 0
    for each, place in zip(odds, found.odds, strict=True):
        assert str(each.name) in str(place.name)
        for word, odd in each.chances.items():
            shade = place.shades[word]
            assert (str(shade.words) == UNKNOWN) == (odd is None)
            if odd is not None:
                never = odd.chance == 0 and not odd.error
                assert (str(shade.words) == IMPOSSIBLE) == (shade.dark == 0) == never
                if odd.error:
                    assert str(shade.words) == f"{odd.in_percent} %"
    (answer,) = whispered(told(own), "chances")
    assert "Odds of a performance" in answer["html"]


def test_whom_a_vote_may_accuse_is_told_with_the_chances() -> None:
    own = view(at_random(blank("overseers", 3), Random(0), Step.VOTE), "Ana")
    found = chances(own)
    assert [str(place.name) for place in found.odds] == list(own.setup.players)
    (answer,) = whispered(told(own), "chances")
    html = answer["html"]
    assert "All votes guessed (an estimate)" in html
    assert html.count("<b>accused</b>") == html.count("<b>rightly accused</b>") == 3
