"""The counter against every world looked at one by one, and against what must hold of any count."""

import json
from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, factorial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aparte.models.hidden import Because, Count, Fact, Hidden, Only, World, holds
from aparte.models.record import read_file
from aparte.models.words import say
from aparte.solver.engine.count import Counter, Posterior, TooManyStates, count
from tests.aparte_cli import same_always

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("adresses-jaunes-*.rec"))
BECAUSE = Because(1, say("so it was told"))
Labelled = tuple[tuple[str, tuple[str, ...]], ...]


def only(item: str, *places: str) -> Only:
    return Only(item, frozenset(places), BECAUSE)


def counted(items: Iterator[str] | str, places: Iterator[str] | str, lo: int, hi: int) -> Count:
    return Count(frozenset(items), frozenset(places), lo, hi, BECAUSE)


@st.composite
def facts(draw: st.DrawFn, items: dict[str, int], places: tuple[str, ...]) -> Fact:
    inside = draw(st.frozensets(st.sampled_from(places)))
    if draw(st.integers(0, 3)) == 0:
        return Only(draw(st.sampled_from(sorted(items))), inside, BECAUSE)
    about = draw(st.frozensets(st.sampled_from(sorted(items))))
    copies = sum(items[item] for item in about)
    lo = draw(st.integers(0, copies))
    return Count(about, inside, lo, draw(st.sampled_from([lo, lo, lo + 1, copies])), BECAUSE)


@st.composite
def models(draw: st.DrawFn) -> Hidden:
    """Return a model of at most six pieces in at most four places."""
    names = "QRST"[: draw(st.integers(1, 4))]
    items = {name: draw(st.sampled_from([1, 1, 1, 2, 0])) for name in names}
    items[draw(st.sampled_from(names))] = draw(st.integers(1, 3))
    places = tuple("abcd"[: draw(st.integers(1, 4))])
    known_as = {"c": "C", "d": "C"}
    told = draw(st.lists(facts(items, places), max_size=6))
    return Hidden(items, places, tuple(told), known_as)


def labelled_worlds(hidden: Hidden) -> list[Labelled]:
    """Return every world of `hidden`, once for each way to tell its copies apart."""
    ways = [list(product(hidden.places, repeat=copies)) for copies in hidden.items.values()]
    worlds = (dict(zip(hidden.items, places, strict=True)) for places in product(*ways))
    return [in_order(hidden, world) for world in worlds if fits(hidden, world)]


def fits(hidden: Hidden, world: World) -> bool:
    return all(holds(fact, world) for fact in hidden.facts)


def in_order(hidden: Hidden, world: World) -> Labelled:
    return tuple(
        (item, tuple(sorted(there, key=hidden.places.index))) for item, there in world.items()
    )


def by_hand(hidden: Hidden, worlds: list[Labelled]) -> Posterior:
    weight = {(item, place): 0 for item in hidden.items for place in hidden.places}
    for world in worlds:
        for item, there in world:
            for place in there:
                weight[item, place] += 1
    return Posterior(len(worlds), weight)


@settings(max_examples=100, deadline=None)
@given(models())
def test_worlds_and_weights_are_those_of_brute_force(hidden: Hidden) -> None:
    assert count(hidden) == by_hand(hidden, labelled_worlds(hidden))


@settings(max_examples=60, deadline=None)
@given(models())
def test_every_world_has_its_numbers(hidden: Hidden) -> None:
    counter = Counter(hidden)
    numbered = Tally(tuple(counter.world(n).items()) for n in range(counter.worlds))
    assert numbered == Tally(labelled_worlds(hidden))


@settings(max_examples=60, deadline=None)
@given(models())
def test_every_copy_is_somewhere(hidden: Hidden) -> None:
    posterior = count(hidden)
    for item, copies in hidden.items.items():
        everywhere = sum(posterior.weight[item, place] for place in hidden.places)
        assert everywhere == copies * posterior.worlds


@settings(max_examples=60, deadline=None)
@given(models(), st.data())
def test_a_further_fact_adds_no_world(hidden: Hidden, data: st.DataObject) -> None:
    fact = data.draw(facts(dict(hidden.items), hidden.places))
    assert count(hidden.assuming(fact)).worlds <= count(hidden).worlds


@settings(max_examples=60, deadline=None)
@given(models(), st.data())
def test_a_question_splits_the_worlds(hidden: Hidden, data: st.DataObject) -> None:
    about = data.draw(st.frozensets(st.sampled_from(sorted(hidden.items))))
    inside = data.draw(st.frozensets(st.sampled_from(hidden.places)))
    copies = sum(hidden.items[item] for item in about)
    at = data.draw(st.integers(0, copies))
    below = hidden.assuming(Count(about, inside, 0, at, BECAUSE))
    above = hidden.assuming(Count(about, inside, at + 1, copies, BECAUSE))
    assert count(below).worlds + count(above).worlds == count(hidden).worlds


@settings(max_examples=60, deadline=None)
@given(models(), st.randoms(use_true_random=False))
def test_the_order_of_facts_and_items_does_not_matter(hidden: Hidden, shuffler: Random) -> None:
    items, told = list(hidden.items.items()), list(hidden.facts)
    shuffler.shuffle(items)
    shuffler.shuffle(told)
    assert count(replace(hidden, items=dict(items), facts=tuple(told))) == count(hidden)


@settings(max_examples=60, deadline=None)
@given(models())
def test_names_add_up_their_places(hidden: Hidden) -> None:
    posterior = count(hidden)
    named = posterior.by_name(hidden)
    for item in hidden.items:
        for name in hidden.names:
            places = hidden.places_of(name)
            together = sum(posterior.weight[item, place] for place in places)
            assert named.weight[item, name] == together
    assert named.worlds == posterior.worlds


def test_nothing_hidden_is_one_world() -> None:
    counter = Counter(Hidden({}, ("Bo",), ()))
    assert counter.posterior() == Posterior(1, {})
    assert counter.world(0) == {}


def test_a_piece_without_a_place_has_no_world() -> None:
    assert count(Hidden({"R": 1}, (), ())).worlds == 0


def test_no_copies_have_one_world() -> None:
    counter = Counter(Hidden({"R": 0}, (), ()))
    assert (counter.worlds, counter.world(0)) == (1, {"R": ()})


def test_chances_of_several_copies() -> None:
    hidden = Hidden({"M": 3}, ("Bo", "Cy"), (counted("M", ["Bo"], 2, 2),))
    posterior = count(hidden)
    assert posterior.worlds == 3
    assert posterior.chance("M", "Bo") == Fraction(2, 3)
    assert posterior.expected("M", "Bo") == 2


def test_a_contradiction_has_no_world() -> None:
    hidden = Hidden({"R": 1}, ("Bo", "Cy"), (only("R", "Bo"), only("R", "Cy")))
    counter = Counter(hidden)
    posterior = counter.posterior()
    assert posterior == Posterior(0, {("R", "Bo"): 0, ("R", "Cy"): 0})
    with pytest.raises(ZeroDivisionError):
        posterior.chance("R", "Bo")
    with pytest.raises(IndexError):
        counter.sample(Random(1), 1)


def test_a_contradiction_that_only_the_sweep_finds() -> None:
    """Each two of three pieces hold exactly one: no single fact is broken, parity is."""
    pairs = ("QR", "RS", "QS")
    hidden = Hidden(
        dict.fromkeys("QRS", 1), ("a", "b"), tuple(counted(pair, "a", 1, 1) for pair in pairs)
    )
    assert count(hidden).worlds == 0


def deck_in_hands(cards: int, *hands: int) -> Hidden:
    names = [f"C{number}" for number in range(cards)]
    places = tuple(f"hand {number}" for number in range(len(hands)))
    sizes = (counted(names, [place], n, n) for place, n in zip(places, hands, strict=True))
    return Hidden(dict.fromkeys(names, 1), places, tuple(sizes))


def test_deals_are_multinomials_beyond_machine_integers() -> None:
    posterior = count(deck_in_hands(52, 13, 13, 13, 13))
    assert posterior.worlds == factorial(52) // factorial(13) ** 4
    assert posterior.chance("C7", "hand 2") == Fraction(1, 4)


def test_independent_parts_multiply() -> None:
    left, right = [f"L{n}" for n in range(30)], [f"R{n}" for n in range(30)]
    hidden = Hidden(
        dict.fromkeys(left + right, 1),
        ("a", "b"),
        (counted(left, "a", 10, 10), counted(right, "a", 20, 20)),
    )
    assert count(hidden).worlds == comb(30, 10) ** 2


def crossed(width: int) -> Hidden:
    """Return a table of `width` rows and columns with half of each in one place."""
    cells = [f"{row}-{column}" for row in range(width) for column in range(width)]
    lines = [
        [cell for cell in cells if cell.split("-")[axis] == str(number)]
        for axis in (0, 1)
        for number in range(width)
    ]
    half = width // 2
    return Hidden(
        dict.fromkeys(cells, 1), ("a", "b"), tuple(counted(line, "a", half, half) for line in lines)
    )


def test_binary_tables_with_given_margins() -> None:
    """The numbers of such tables are known: OEIS A058527."""
    assert [count(crossed(width)).worlds for width in (2, 4, 6)] == [2, 90, 297200]


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooManyStates):
        count(crossed(6), limit=100)
    needed = sum(sweep.states for sweep in Counter(crossed(6))._sweeps)
    assert count(crossed(6), limit=needed).worlds == 297200
    with pytest.raises(TooManyStates):
        count(crossed(6), limit=needed - 1)


def test_the_limit_is_for_all_parts_together() -> None:
    one, two = crossed(4), crossed(4)
    apart = Hidden(
        {**one.items, **{f"other {cell}": 1 for cell in two.items}},
        one.places,
        (
            *one.facts,
            *(
                Count(frozenset(f"other {cell}" for cell in fact.items), fact.places, 2, 2, BECAUSE)
                for fact in two.facts
                if isinstance(fact, Count)
            ),
        ),
    )
    needed = sum(sweep.states for sweep in Counter(apart)._sweeps)
    assert count(apart, limit=needed).worlds == 90 * 90
    with pytest.raises(TooManyStates):
        count(apart, limit=needed - 1)


def a_hand_of_copies() -> Hidden:
    return Hidden(
        {"M": 3, "H": 2, "K": 1},
        ("Bo", "Cy", "aside"),
        (
            counted("MHK", ["Bo"], 2, 2),
            counted("MH", ["Cy", "aside"], 3, 4),
            counted("HK", ["Cy"], 1, 2),
        ),
    )


@pytest.mark.parametrize("hidden", [a_hand_of_copies(), crossed(4)])
def test_samples_are_uniform(hidden: Hidden) -> None:
    """Chi-square over all worlds, at a level of one in a million; the seed is fixed."""
    counter = Counter(hidden)
    draws = 50 * counter.worlds
    expected = Tally(tuple(counter.world(n).items()) for n in range(counter.worlds))
    seen = Tally(tuple(world.items()) for world in counter.sample(Random(27), draws))
    chi_square = sum((seen[w] - 50 * n) ** 2 / (50 * n) for w, n in expected.items())
    degrees = len(expected) - 1
    assert seen.keys() <= expected.keys()
    assert chi_square < quantile_of_chi_square(degrees, 4.75)


def quantile_of_chi_square(degrees: int, z: float) -> float:
    """Return the quantile at `z` standard deviations, by Wilson and Hilferty (1931)."""
    return degrees * (1 - 2 / (9 * degrees) + z * (2 / (9 * degrees)) ** 0.5) ** 3


def test_samples_follow_the_exact_chances() -> None:
    hidden = deck_in_hands(27, 9, 9, 9)
    suits = [f"C{number}" for number in range(7)]
    hidden = hidden.assuming(*(only(card, "hand 0", "hand 1") for card in suits))
    counter, draws = Counter(hidden), 4000
    posterior = counter.posterior()
    worlds = counter.sample(Random(5), draws)
    for card in ("C0", "C6", "C7", "C26"):
        for place in hidden.places:
            chance = float(posterior.chance(card, place))
            seen = sum(world[card] == (place,) for world in worlds)
            assert abs(seen - draws * chance) <= 5 * (draws * chance * (1 - chance)) ** 0.5
    assert not any(hidden.broken(world) for world in worlds)


def test_the_same_seed_draws_the_same_worlds() -> None:
    """In any process: nothing may depend on the order of a set of strings."""
    program = (
        "from random import Random; from aparte.solver.engine.count import Counter;"
        "from tests.solver.engine.test_count import a_hand_of_copies, crossed;"
        "print([Counter(h).sample(Random(3), 5) for h in (a_hand_of_copies(), crossed(6))])"
    )
    assert same_always(program)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_have_their_answers(path: Path) -> None:
    answer = json.loads(path.with_suffix(".answer.json").read_text())
    record = read_file(path)
    hidden = record.game.model.hidden(record)
    posterior = count(hidden).by_name(hidden)
    assert posterior.worlds == answer["worlds"]
    for item, places in answer["items"].items():
        assert {name: posterior.weight[item, name] for name in places} == places
