"""Nothing that pages show stands in an order that could differ from one program to the next."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

from aparte.models.core import HANDS, TABLE, view
from aparte.models.games import OWN
from aparte.models.record import write
from aparte.sessions.hosting import Hosting
from aparte.sessions.languages import Language
from aparte.sessions.ledger import Ledger
from aparte.sessions.pieces import DealtPieces
from aparte.sessions.real_pieces import RealPieces
from aparte.sessions.seats import Seats
from aparte.web.live import Live
from aparte.web.reader import PageReader
from aparte.web.shown import Shown
from tests.aparte_cli import environment
from tests.tables import blank, played_at_random

LOOKING = (("Ana", Language.ENGLISH), ("Bo", Language.FRENCH), (TABLE, Language.ENGLISH))
CODE = re.compile(r'<section class="code">.*?</section>', re.DOTALL)


class Looks(PageReader):
    """Whoever looks from a place."""

    def __init__(self, place: str, language: Language) -> None:
        self.key, self.place, self.language = "", place, language


def pages() -> Iterator[str]:
    """Yield what is shown of games, dealt and with real pieces, at their beginnings and later."""
    for game in OWN:
        for lines in (14, 30):
            record = played_at_random(blank(game, 3), 1, lines)
            yield write(record)
            dealt = Hosting(Ledger(record, {}, "0"), DealtPieces({}))
            ledger = Ledger(view(record, HANDS), {}, "0")
            for hosting in (dealt, Hosting(ledger, RealPieces())):
                live = Live(hosting, Seats(hosting._ledger, hosting.players))
                shown = Shown(live, "1")
                for place, language in LOOKING:
                    yield CODE.sub("", shown.now(Looks(place, language)))
                yield from (str(each) for each in shown.tellings("Ana"))


def test_nothing_on_a_page_follows_the_order_of_a_set() -> None:
    asked = [sys.executable, "-c", "from tests.web.test_order import pages; print(*pages())"]
    running = [
        subprocess.Popen(asked, env=environment(PYTHONHASHSEED=seed), stdout=subprocess.PIPE)
        for seed in ("1", "2")
    ]
    once, again = (each.communicate()[0].decode().split("\n") for each in running)
    assert len(once) > 1000
    assert [pair for pair in zip(once, again, strict=True) if pair[0] != pair[1]] == []
