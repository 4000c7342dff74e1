"""What a seat is answered tells nothing of what others hold, whatever it posts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from aparte.contract.exchange import Exchanges, hidden_spots
from aparte.models.core import Draw, Record, turn
from aparte.models.games import OWN
from tests.tables import blank, played_at_random
from tests.web.attacking import Attacker, Table, attacked, dealt, telling, told

SHORT, LONG = 30, 500
AGAIN = 4
"""How often the same two games are attacked."""
MOST = {"onstage": 50, "adresses-jaunes": 20, "overseers": 60, "bards": 80}
"""Lines of the games that are begun."""


def pairs(game: str, rng: Random, is_drawing: bool = False) -> Iterator[tuple[str, Record, Record]]:
    """Yield who attacks, with a game and another one that looks alike to them."""
    while True:
        whole = played_at_random(blank(game, 3), rng.randrange(10**6), MOST[game])
        ends = [n for n, _ in whole.events if _is_drawn(whole, n) == is_drawing]
        record = whole.until(rng.choice(ends))
        player = rng.choice(record.setup.players)
        twin = Exchanges(record, player).twin(rng)
        if twin is not None:
            yield player, record, twin


def _is_drawn(whole: Record, number: int) -> bool:
    """Tell whether the line `number` is the last of those that all draw at once."""
    before, after = whole.until(number - 1), whole.until(number)
    event = after.lines[-1].event
    secret = event is not None and isinstance(turn(before), Draw)
    return secret and len(before.seers(event) or ()) == 1 and not isinstance(turn(after), Draw)


def attackers(record: Record, player: str, rng: Random) -> Attacker:
    hidden = sorted({spot.word for spot in hidden_spots(record, player)} - {"/"})
    return Attacker(record, player, hidden, rng)


def attack(game: str, how: str, requests: int, seed: int) -> int:
    """Return how many requests were answered alike, in as many games as that takes."""
    rng, asked = Random(f"{game} {how} {seed}"), 0
    for player, *twins in pairs(game, rng, how == "telling"):
        others = [each for each in twins[0].setup.players if each != player]
        silent = (rng.choice(others),) if how == "silent" else ()
        for _ in range(AGAIN):
            hosts = [
                dealt(each) if how == "dealt" else
                telling(each, others) if how == "telling" else told(each, silent)
                for each in twins
            ]  # fmt: skip
            if hosts[0].view(player).lines != hosts[1].view(player).lines:
                break  # what comes by itself has shown the one who attacks what is there
            tables = Table(hosts[0], player), Table(hosts[1], player)
            attacker = attackers(twins[0], player, rng)
            asked += attacked(tables, attacker, requests).requests
            if asked >= requests:
                return asked
    raise AssertionError


@pytest.mark.parametrize("how", ["told", "telling", "silent", "dealt"])
@pytest.mark.parametrize("game", OWN)
def test_who_posts_whatever_they_like_hears_nothing_of_others(game: str, how: str) -> None:
    assert attack(game, how, SHORT, 1) >= SHORT


@pytest.mark.slow
@pytest.mark.parametrize("how", ["told", "telling", "silent", "dealt"])
@pytest.mark.parametrize("game", OWN)
def test_who_posts_for_long_hears_nothing_of_others(game: str, how: str) -> None:
    assert attack(game, how, LONG, 2) >= LONG
