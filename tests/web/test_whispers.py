"""What a seat is told on a phone of the worth of moves."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from aparte.models.core import view
from aparte.models.words import Words, say
from aparte.sessions.hints import UNTOLD
from aparte.sessions.languages import Language, catalogue
from aparte.solver.play import advising
from aparte.solver.play.coach import Advice
from aparte.web import whispers
from tests.tables import blank, played_at_random, random_game
from tests.web.attacking import Table, told


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
    french = [words.text_in(catalogue(Language.FRENCH)) for _, words, _ in ranked]
    shown = [str(words) for _, words, _ in ranked]
    assert shown == ["62 % ± 3.1 (points)", "62 % (points)", "−0.52 ± 0.03 (points)", "no value"]
    assert french[0].startswith("62\N{NO-BREAK SPACE}% ± 3,1 (")
    assert french[2].startswith("−0,52 ± 0,03 (")


@pytest.mark.parametrize("about", ["hint", "best"])
@pytest.mark.parametrize("game", ["onstage", "adresses-jaunes", "overseers", "bards"])
def test_a_seat_that_has_not_told_its_pieces_is_to_tell_them_first(game: str, about: str) -> None:
    async def asked() -> tuple[int, str]:
        table = Table(told(played_at_random(blank(game, 3), 1, 14), ["Ana"]), "Ana")
        await table.sits()
        return await table.answer("/seat/whisper", {"about": about})

    status, text = asyncio.run(asked())
    assert status == 200
    assert UNTOLD.text_in(catalogue(Language.ENGLISH)) in text
