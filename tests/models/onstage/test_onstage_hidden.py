"""What a view of Onstage leaves open, against every record that the rules allow."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aparte.models.core import REFEREE, TABLE, Event, Record, complete, view
from aparte.models.hidden import Claim, Count, Hidden, Only, World
from aparte.models.onstage import GAME, Box, Onstage
from aparte.models.record import read, write
from aparte.sessions.awaited import example
from aparte.solver.engine.count import Counter, count
from aparte.solver.engine.explain import Proof, conflict, explain
from tests.brute import records
from tests.models.onstage.positions import game
from tests.tables import prefixes, random_game

ABILITIES = {1: "add", 3: "swap", 4: "remove"}


def tiny(suits: str, values: int, stars: int, players: int, hand: int) -> Onstage:
    """Return the game with a few cards, dealt to fewer players than there should be."""
    cards = tuple(range(1, values + 1))
    worth = {value: 1 + value % 2 for value in cards}
    patterns = {"bands": worth, "cycle": worth}
    performers = tuple(range(1, stars + 1))
    return Onstage(Box(tuple(suits), cards, performers, ABILITIES, patterns, {players: hand}))


BOXES = [
    tiny("KP", 3, 1, players=2, hand=3),
    tiny("KPBGX", 1, 2, players=2, hand=2),  # one card is removed
    tiny("KP", 3, 2, players=3, hand=2),
    tiny("K", 7, 2, players=3, hand=2),  # one card is removed
    tiny("KPB", 2, 1, players=2, hand=3),
    tiny("KPB", 3, 1, players=2, hand=4),  # one card is removed
]


def outcomes(record: Record) -> tuple[Event | None, ...]:
    return tuple(line.event for line in record.lines)


def worlds(hidden: Hidden) -> Iterator[World]:
    """Yield every world, tried item by item."""
    items = list(hidden.items)
    counts = [fact for fact in hidden.facts if isinstance(fact, Count)]
    allowed = {item: set(hidden.places) for item in items}
    for fact in hidden.facts:
        if isinstance(fact, Only):
            allowed[fact.item] &= fact.places

    def further(world: dict[str, tuple[str, ...]]) -> Iterator[World]:
        for fact in counts:
            inside = sum(world[item][0] in fact.places for item in fact.items & world.keys())
            if not fact.lo - len(fact.items - world.keys()) <= inside <= fact.hi:
                return
        if len(world) == len(items):
            yield dict(world)
            return
        item = items[len(world)]
        for place in hidden.places:
            if place in allowed[item]:
                yield from further({**world, item: (place,)})

    yield from further({})


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(range(len(BOXES))), st.integers(0, 500), st.randoms(use_true_random=False))
def test_worlds_are_the_records_that_show_as_the_view(box: int, seed: int, rng: Random) -> None:
    onstage = BOXES[box]
    (players,) = onstage.box.hand
    edition = rng.choice(("en", "fr"))
    whole = game(players, seed, onstage, Edition=edition)
    early = [each for each in whole.lines if _round(whole, each.number) <= 3]
    cut = whole.until(rng.choice(early).number)
    several = len(onstage.box.cards) > 7
    seen = view(cut, rng.choice(cut.setup.players if several else (*cut.setup.players, TABLE)))
    hidden = onstage.model.hidden(seen)
    if count(hidden).worlds > 300:
        return
    found = [outcomes(complete(seen, world)) for world in worlds(hidden)]
    told = [(outcomes(record), ways) for record, ways in records(seen)]
    assert all(ways == 1 for _, ways in told)
    assert len(set(found)) == len(found) == count(hidden).worlds
    assert set(found) == {record for record, _ in told}


def _round(record: Record, line: int) -> int:
    return sum(event.verb == "line" for number, event in record.events if number <= line)


# whole boxes


views = st.tuples(st.integers(3, 5), st.integers(0, 300), st.sampled_from(("en", "fr")))


@settings(max_examples=4, deadline=None)
@given(views)
def test_the_truth_is_among_the_worlds_of_every_seat_at_every_line(case) -> None:
    players, seed, edition = case
    whole = game(players, seed, Edition=edition)
    rng = Random(seed)
    for cut in rng.sample(list(prefixes(whole)), 12):
        truth = GAME.model.hidden(view(cut, REFEREE))
        world = {item: _only_place(truth, item) for item in truth.items}
        viewer = rng.choice((*cut.setup.players, TABLE))
        hidden = GAME.model.hidden(view(cut, viewer))
        assert hidden.items == truth.items
        assert hidden.places == truth.places
        assert not hidden.broken(world)
        assert write(complete(view(cut, viewer), world)) == write(cut)


def _only_place(hidden: Hidden, item: str) -> tuple[str, ...]:
    left = set(hidden.places)
    for fact in hidden.facts:
        if isinstance(fact, Only) and fact.item == item:
            left &= fact.places
    if len(left) > 1:  # kept, and all that is known is by whom
        left = {place for place in left if _fits(hidden, item, place)}
    (place,) = left
    return (place,)


def _fits(hidden: Hidden, item: str, place: str) -> bool:
    because = hidden.facts[0].because
    return count(hidden.assuming(Only(item, frozenset({place}), because))).worlds > 0


@settings(max_examples=10, deadline=None)
@given(views, st.randoms(use_true_random=False))
def test_whole_and_partial_records_fold_alike(case, rng: Random) -> None:
    players, seed, edition = case
    whole = game(players, seed, Edition=edition)
    cut = whole.until(rng.choice(whole.lines).number)
    state = cut.state
    for viewer in (*cut.setup.players, TABLE):
        seen = view(cut, viewer).state
        for field in ("step", "round", "theatre", "claimed", "trick", "leader", "scores"):
            assert getattr(seen, field) == getattr(state, field)
        for player, hand in state.hands.items():
            assert len(seen.hands[player]) == len(hand)
            assert set(seen.hands[player].known) <= set(hand.known)
        if viewer != TABLE:
            assert seen.hands[viewer] == state.hands[viewer]


def test_samples_are_as_frequent_as_the_chances_say() -> None:
    rng, misses, freedom = Random(1), 0.0, 0
    for seed in range(15):
        whole = game(3 + seed % 3, seed)
        seen = view(whole.until(rng.choice(whole.lines).number), rng.choice(("Ana", TABLE)))
        hidden = GAME.model.hidden(seen)
        counter = Counter(hidden)
        item = rng.choice(list(hidden.items))
        posterior, sampled = counter.posterior(), counter.sample(rng, 600)
        for place in hidden.places:
            expected = 600 * float(posterior.chance(item, place))
            found = sum(world[item] == (place,) for world in sampled)
            assert bool(found) <= bool(expected)
            if expected:
                misses += (found - expected) ** 2 / expected
                freedom += 1
        freedom -= 1
    assert freedom > 20
    assert abs(misses - freedom) < 4 * (2 * freedom) ** 0.5


# what a person would conclude


THREE = """[Game "onstage"]
[Record "1"]
[Players "Ana Bo Cy"]
[Seat "table"]
line K3 K1 G3 K2 P1 P2 P3 B3 G2 B1 G1 B2
leader Ana
deal Ana ????????????
deal Bo ????????????
deal Cy ????????????
"""


def test_who_is_left_must_hold_the_card() -> None:
    text = (
        THREE + "Ana plays K2\nBo plays K5\nCy plays B9\nBo plays P2\nCy plays P3\nAna plays G9\n"
    )
    hidden = GAME.model.hidden(read(text.replace("Bo plays P2", "Bo claims K3\nBo plays P2")))
    assert explain(hidden, Claim("K9", "Cy", holds=False)).lines == (12,)
    assert explain(hidden, Claim("P9", "Ana", holds=False)).lines == (16,)
    both = explain(hidden, Claim("K9", "Cy", holds=False))
    assert isinstance(both, Proof)
    assert "Cy played B9 and did not follow black" in str(both.words)


REVOKED = THREE + "Ana plays K2\nBo plays K5\nCy plays B9\nBo claims K3\nBo plays P2\nCy plays K8\n"


def test_the_example_for_an_unknown_hand_follows_the_lead() -> None:
    record = read(THREE + "Ana plays P2\n")
    assert example(record) == "Bo plays P1 add K1"


def test_a_revoke_names_both_plays_and_the_lead() -> None:
    with pytest.raises(Exception, match="ON-17") as refusal:
        read(REVOKED)
    assert refusal.value.kind == "illegal"
    assert refusal.value.lines == (10, 12, 15)
    assert "lines 10, 12, 15: Cy plays K8 but did not follow black with B9" in str(refusal.value)


def test_the_smallest_conflict_of_a_misreported_record() -> None:
    lines = """Ana plays P5
Bo plays P6
Cy plays B9
Bo plays P9
Cy plays B8
Ana plays G9
Bo plays K9
Cy plays B6
Ana plays G8
"""  # Cy and Ana have neither pink nor black: 14 cards of those are left for Bo's last nine
    found = conflict(GAME.model.hidden(read(THREE + lines)))
    assert found.lines == (12, 15, 17, 18)
    mended = read(THREE + lines.replace("Ana plays G8", "Ana plays K8"))
    assert conflict(GAME.model.hidden(mended)) is None


def test_the_kept_cards_are_known_as_a_set() -> None:
    whole = game(4, 3)
    second = next(line.number for line in whole.lines[5:] if line.event.verb == "line")
    seen = view(whole.until(second), TABLE)
    posterior = count(GAME.model.hidden(seen)).by_name(GAME.model.hidden(seen))
    kept = whole.until(second).state.kept
    assert len(kept) == 4
    for card in GAME.box.cards:
        weights = [posterior.weight[card, player] for player in seen.setup.players]
        assert any(weights) == (card in kept)
        assert posterior.weight[card, "deck"] == (0 if card in kept else posterior.worlds)


def test_cards_that_were_kept_are_not_dealt_again() -> None:
    whole = game(4, 3)
    deal = next(line for line in whole.lines[40:] if line.event.verb == "deal")
    seen = view(whole.until(deal.number - 1), "Ana")
    kept = sorted(seen.state.kept - set(seen.state.hands["Ana"].known))
    dealt = Event("deal", "", ("Ana",), (kept[0], *deal.event.outcome[1:]))
    with pytest.raises(Exception, match="ON-5"):
        seen.plus(dealt)


def test_a_card_of_an_earlier_round_is_called_by_its_round() -> None:
    record = view(random_game("onstage", 5, seed=1), TABLE)
    hidden = record.game.model.hidden(record)
    called = {str(hidden.piece(item)) for item in hidden.items}
    assert any(" of round " in each for each in called)
    assert not any("@" in each for each in called)
