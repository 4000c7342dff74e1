"""The contract of a hidden model: the truth is a world of it, and whatever is proved is true.

What is true is told by the same model of the referee's record, in which nothing is open.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, pvariance

import pytest

from ..cli.views import sentences
from ..models.core import TABLE, Record, complete, turn, view
from ..models.games import face_of, game_named
from ..models.hidden import Because, Count, Fact, Hidden
from ..models.record import blank, next_words, write
from ..models.words import say
from ..solver.engine.count import Counter, TooManyStates, count
from ..solver.engine.deduce import Status, deduce
from ..solver.engine.explain import Proof, prove_all
from ..solver.play.coach import choices
from ..solver.play.driver import drawn as dealt
from ..web.faces import drawn
from .command import aparte
from .promise import promise
from .proving import has_world, proves
from .scenes import cuts, ends, free, viewers
from .twins import twins

DENSELY = pytest.mark.parametrize("n", [2, pytest.param(12, marks=pytest.mark.slow)])
"""Views that are taken of each of some games."""
LUCK = 5
"""Standard errors: what differs by more in any of some hundred places, is no chance."""
Lies = Tally[tuple[str, str]]
"""How many copies of an item lie at a place, by the names of both."""


def lies(whole: Record) -> tuple[Hidden, Lies]:
    """Return the model of the referee's record, and what lies where in it."""
    hidden = whole.game.model.hidden(whole)
    left = [pair for pair, status in deduce(hidden).status.items() if status is Status.OPEN]
    assert not left, f"the referee's record leaves open: {left[:6]}"
    world = Counter(hidden).world(0)
    names = ((item, hidden.name_of(p)) for item, places in world.items() for p in places)
    return hidden, Lies((item, name) for item, name in names if name is not None)


def shared(hidden: Hidden, seen: Hidden) -> list[tuple[str, str]]:
    """Return the items and places that both models call by the same names."""
    return [
        (item, name)
        for item in seen.items
        for name in seen.names
        if name in hidden.names and hidden.items.get(item) == seen.items[item]
    ]


@promise("the truth is a world of every view", "game.model.hidden")
@DENSELY
def test_the_truth_is_a_world(game: str, n: int) -> None:
    judged = 0
    for record, rng in cuts(game, n):
        hidden, truth = lies(record)
        for viewer in rng.sample(viewers(record), 2):
            seen = record.game.model.hidden(view(record, viewer))
            because = Because(0, say("it is so"), setup=True)
            so: list[Fact] = [
                Count(frozenset({item}), seen.places_of(name), n, n, because)
                for item, name in shared(hidden, seen)
                for n in [truth[item, name]]
            ]
            judged += len(so)
            assert has_world(seen.assuming(*so)), (viewer, write(record))
    assert judged


@DENSELY
@promise(
    "every world of a view is a game that looks the same: all is deduced, all holes are filled",
    "game.model.hidden",
    "game.model.fill",
)
def test_every_world_is_a_game_that_looks_the_same(game: str, n: int) -> None:
    """Late in a game there are few worlds: one that a fact left out would allow is met soon."""
    completed = 0
    late = ((record, rng, viewers(record), n) for record, rng in ends(game))
    some = ((record, rng, rng.sample(viewers(record), 1), 2) for record, rng in cuts(game, n))
    for record, rng, looking, worlds in (*some, *late):
        for seen in (view(record, viewer) for viewer in looking):
            with suppress(TooManyStates):
                for world in Counter(record.game.model.hidden(seen)).sample(rng, worlds):
                    twin = view(complete(seen, world), seen.viewer)
                    assert write(twin) == write(seen) and twin.state == seen.state
                    assert turn(twin) == turn(seen)
                    completed += 1
    assert completed


@promise("every deal is equally likely", "game.turn", "game.model.hidden")
@pytest.mark.parametrize("deals", [30, pytest.param(400, marks=pytest.mark.slow)])
def test_every_deal_is_equally_likely(game: str, deals: int) -> None:
    """How often a piece is dealt to a place differs from its chance by no more than luck."""
    rng, header = Random(f"{game}/deals"), blank(game, game_named(game).seats[0])
    expected: dict[str, Mapping[tuple[str, str], float]] = {}
    off: dict[tuple[str, str], list[float]] = {}
    for _ in range(deals):
        record = dealt(header, rng)
        hidden, truth = lies(record)
        table = view(record, TABLE)
        seen, text = table.game.model.hidden(table), write(table)
        if text not in expected:
            counted = count(seen).by_name(seen)
            expected[text] = {pair: float(counted.expected(*pair)) for pair in shared(hidden, seen)}
        for pair, chance in expected[text].items():
            off.setdefault(pair, []).append(truth[pair] - chance)
    assert off, "nothing is hidden when the first player chooses"
    for (item, place), differ in off.items():
        many, least = len(differ), 1 / len(differ)
        told = f"{item} at {place} was dealt {sum(differ):+.1f} times more often than expected"
        assert abs(mean(differ)) < LUCK * sqrt((pvariance(differ) + least) / many), told


@promise("where the viewer sees every piece, nothing is left open", "game.model.hidden")
def test_where_every_piece_is_seen_nothing_is_open(game: str) -> None:
    looked = 0
    for record, rng in (*cuts(game, 2), *ends(game)):
        viewer = rng.choice(record.setup.players)
        hidden = record.game.model.hidden(view(record, viewer))
        everywhere = replace(hidden, viewed=frozenset(), seen=frozenset())
        for (item, name), status in deduce(everywhere).status.items():
            if name in hidden.viewed | hidden.seen:
                told = f"{viewer} does not see whether {item} is at {name}: see Hidden.viewed"
                assert status is not Status.OPEN, told
            looked += 1
    assert looked


@promise("what is proved is true", "game.model.hidden")
@DENSELY
def test_what_is_proved_is_true_and_proved_again(game: str, n: int) -> None:
    checked = 0
    for record, rng in cuts(game, n):
        hidden, truth = lies(record)
        viewer = rng.choice(viewers(record))
        seen = record.game.model.hidden(view(record, viewer))
        claims = [c for c in deduce(seen).claims if c.item not in seen.shown]
        for claim in claims:
            if (claim.item, claim.place) in shared(hidden, seen):
                assert (truth[claim.item, claim.place] > 0) == claim.holds, (claim, write(record))
                checked += 1
        some = rng.sample(claims, min(len(claims), 4))
        for proof in prove_all(seen, some, work=100_000).values():
            if isinstance(proof, Proof):
                assert proves(seen, proof)
                checked += 1
    assert checked


@promise(
    "answers tell a seat nothing that is hidden from it",
    "face.region",
    "face.sentences",
    "game.model.hidden",
    "play.nudge",
)
def test_twins_look_alike_in_every_answer(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    pairs = (
        (record, viewer, twin)
        for record, rng in cuts(game, 8, range(3))
        for viewer in (*free(record), *viewers(record))
        for twin in islice(twins(record, viewer, rng), 1)
    )
    record, viewer, twin = next(pairs)
    assert told(record, viewer, tmp_path) == told(twin, viewer, tmp_path)


def told(record: Record, viewer: str, folder: Path) -> list[object]:
    """Return all that is told to `viewer` of a whole record."""
    file = folder / "whole.rec"
    file.write_text(write(record), "utf-8")
    own = view(record, viewer)
    hidden, face = own.game.model.hidden(own), face_of(own.game.name)
    item, place = next(iter(hidden.items)), hidden.names[-1]
    asked = [
        ("solve", file, "--shortest", "--json"),
        ("explain", file, f"{place} {item}"),
        ("hint", file, "--level", "answer"),
    ]
    shown = [aparte(*each, "--seat", viewer, code=None) for each in asked]
    replayed = aparte("replay", file, "--as", viewer)
    return [
        *((each.exit_code, each.stdout, each.stderr) for each in (*shown, replayed)),
        *sentences(own),
        drawn(own),
        face.hand(own),
        face.now(own),
        face.region(own, hidden.items),
        choices(own) if viewer in own.setup.players else (),
        next_words(own, ""),
    ]
