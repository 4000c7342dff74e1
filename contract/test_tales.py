"""The contract of what a game tells of itself: it can be told, adds up, and tells no secret."""

from __future__ import annotations

from itertools import islice

from ..cli.language import Language, spoken, tell
from ..models.core import view
from ..models.games import OWN
from ..models.words import Words
from ..sessions.news import Passage, account, ending, news
from .promise import promise
from .scenes import cuts, played, viewers
from .twins import twins


def words_of(passages: tuple[Passage, ...]) -> list[Words]:
    """Return all that is told beside the lines themselves."""
    parts = [passage.part for passage in passages if passage.part is not None]
    return parts + [w for p in passages for line in p.lines for w in line.followed]


@promise("what happened can be told to everybody", "game.tale")
def test_what_happened_can_be_told_to_everybody(game: str) -> None:
    record = played(game, 0)
    for viewer in viewers(record):
        told = words_of(news(view(record, viewer)))
        assert game not in OWN or len(told) > 10
        for language in Language:
            with spoken(language):
                assert all(map(tell, told))


@promise("news go on where somebody last looked", "game.tale")
def test_news_go_on_where_somebody_last_looked(game: str) -> None:
    for record, rng in cuts(game, 2):
        viewer = rng.choice(viewers(record))
        own = view(record, viewer)
        earlier = own.until(rng.choice(own.lines).number)
        lines = [line for passage in news(own) for line in passage.lines]
        assert [line for passage in news(own, earlier) for line in passage.lines] == [
            line for line in lines if line.number > earlier.last
        ]


@promise("what is told of a game tells nothing that is hidden", "game.tale")
def test_what_happened_tells_nothing_that_is_hidden(game: str) -> None:
    pairs = (
        (record, viewer, twin)
        for record, rng in cuts(game, 6)
        for viewer in viewers(record)
        for twin in islice(twins(record, viewer, rng), 1)
    )
    compared = list(islice(pairs, 2))
    for record, viewer, twin in compared:
        own, other = view(record, viewer), view(twin, viewer)
        assert news(own) == news(other)
        assert account(own) == account(other)
        assert ending(own) == ending(other)
    assert compared
