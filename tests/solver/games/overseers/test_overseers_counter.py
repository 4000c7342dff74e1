from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from aparte.models.core import View, complete, view
from aparte.models.hidden import World
from aparte.models.overseers import GAME, Step
from aparte.solver.engine.count import Posterior, TooManyStates, count
from aparte.solver.engine.deduce import deduce
from aparte.solver.games.overseers.draft import Draft
from aparte.solver.games.overseers.passes import Pass
from aparte.solver.games.overseers.reading import reader
from aparte.solver.games.overseers.sampling import Sampler
from aparte.solver.games.overseers.worlds import Worlds
from tests.models.overseers.scenes import at_random, begun, tiny
from tests.models.overseers.writing_out import records
from tests.tables import blank

DECKS = ({"M": 3, "H": 5, "T": 6}, {"M": 2, "P": 5, "T": 7}, {"B": 3, "H": 4, "A": 2, "T": 4})


def views(seed: int, step: int) -> Iterator[View]:
    """Yield views of a tiny random game, at every `step`th line, some with packs left out."""
    rng = Random(seed)
    record = at_random(begun(tiny(DECKS[seed % len(DECKS)], 3 + seed % 2)), rng)
    for line in range(len(record.tags) + 5, record.last + 1, step):
        cut = record.until(line)
        for viewer in ("Ana", "table"):
            seen = view(cut, viewer)
            yield skipped(seen, rng) if rng.random() < 0.3 else seen


def counted(seen: View) -> tuple[Posterior, Sequence[World]]:
    """Return what the counter of the game says, and worlds it has drawn."""
    own = reader(seen)
    return own.posterior(), own.shown()


def skipped(seen: View, rng: Random) -> View:
    """Return a view whose keeper did not write down every pack."""
    lines = []
    for line in seen.lines:
        event = line.event
        if event and event.verb in ("deal", "gets") and rng.random() < 0.5:
            line = replace(line, event=replace(event, outcome=("?",) * len(event.outcome)))
        lines.append(line)
    return seen.with_lines(lines)


@pytest.mark.parametrize("seed", range(3))
def test_own_and_general_counter_agree(seed: int) -> None:
    compared = 0
    for seen in views(seed, 4):
        hidden = seen.game.model.hidden(seen)
        own, worlds = counted(seen)
        for world in worlds[:3]:
            assert not hidden.broken(world)
        try:
            general = count(hidden, 40_000).by_name(hidden)
        except TooManyStates:
            continue
        compared += 1
        assert own.worlds == general.worlds
        assert {key: own.weight[key] for key in general.weight} == general.weight
    assert compared > 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", [0, 2])
def test_own_counter_agrees_with_all_records_written_out(seed: int) -> None:
    compared = 0
    for seen in views(seed, 2):
        own, worlds = counted(seen)
        if own.worlds > 2_000_000:
            continue
        compared += 1
        whole = records(seen)
        assert sum(whole.values()) % own.worlds == 0
        for world in worlds[:3]:
            filled = complete(seen, world)

            told = tuple(e for _, e in filled.events if e.verb not in ("votes", "meets"))
            assert told in whole
    assert compared > 1


def test_samples_have_the_exact_chances() -> None:
    record = at_random(begun(tiny(DECKS[0])), Random(5), Step.VOTE)
    seen = view(record, "Ana")
    worlds, hidden = Worlds(Pass(Draft.of(seen))), seen.game.model.hidden(seen)
    sampler, exact = Sampler(worlds, Random(1)), worlds.posterior()
    drawn: Counter[tuple[str, str]] = Counter()
    n = 4000
    for _ in range(n):
        drawn.update(_names(sampler.world(), hidden.known_as))
    for key, weight in exact.weight.items():
        assert abs(drawn[key] / n - Fraction(weight, exact.worlds)) < 0.06


def _names(world: World, known_as: dict[str, str]) -> Iterator[tuple[str, str]]:
    for kind, places in world.items():
        for place in places:
            yield kind, known_as[place]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_cpsat_proves_what_the_counter_supports(players: int) -> None:
    record = at_random(blank("overseers", players), Random(players), Step.VOTE)
    seen = view(record, record.setup.players[1])
    hidden = seen.game.model.hidden(seen)
    posterior, worlds = counted(seen)
    deduction = deduce(hidden, worlds=worlds)
    assert deduction.complete
    possible = {item: set(names) for item, names in deduction.possible.items()}
    for item in hidden.items:
        supported = {name for name in hidden.open_names if posterior.weight[item, name]}
        assert supported == possible[item]


def test_a_likelihood_shifts_chances_but_not_what_is_possible() -> None:
    record = at_random(blank("overseers", 3), Random(4), Step.VOTE)
    table = Draft.of(view(record, "Ana"))
    plain = Worlds(Pass(table))
    hidden_murders = Worlds(Pass(table, lambda *args: 9.0 if "M" in args[2] else 1.0))
    rests = {cards.rest for cards in plain.joint("Bo")}
    assert {cards.rest for cards in hidden_murders.joint("Bo")} == rests

    def chance(worlds: Worlds) -> float:
        joint = worlds.joint("Bo")
        return sum(w for cards, w in joint.items() if "M" in cards.rest) / worlds.total

    assert chance(hidden_murders) >= chance(plain)


def test_lines_that_contradict_each_other_leave_no_world() -> None:
    record = at_random(blank("overseers", 3), Random(8), Step.DISCARD)
    seen = view(record, "Ana")
    lines = list(seen.lines)
    at, line = next(
        (i, each) for i, each in enumerate(lines) if each.event and each.event.verb == "gets"
        and each.event.words == ("Ana",) and i > len(lines) - 8
    )  # fmt: skip
    assert line.event is not None
    foreign = next(k for k in GAME.box.kinds if k not in line.event.outcome)
    lines[at] = replace(line, event=replace(line.event, outcome=(foreign,)))
    posterior, worlds = counted(seen.with_lines(lines))
    changed = Worlds(Pass(Draft.of(seen.with_lines(lines))))
    assert (posterior.worlds == 0) == (not changed.total) == (not worlds)
