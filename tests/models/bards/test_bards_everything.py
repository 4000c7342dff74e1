"""A card set that uses all of the language of cards, by the rules."""

from __future__ import annotations

from random import Random

import pytest

from aparte.models.bards import InPlay, State
from aparte.models.bards.cards import GAINS, ICONS, POWERS, PRICES, SUPPORTS
from aparte.models.core import Event, complete, replay, view
from aparte.models.errors import IllegalAction
from aparte.models.record import begun, write
from aparte.solver.engine.count import Counter
from aparte.solver.play.coach import RandomBot
from aparte.solver.play.driver import played
from tests.bards_tables import Eager, everything, show
from tests.tables import NAMES, blank

GAME = everything()
CARDS = GAME.box.cards


def table(**troupe: object) -> State:
    return show(troupe, {"dice": "B3"}, game=GAME)


def after(state: State, *lines: Event) -> State:
    for line in lines:
        state = GAME.apply(state, line)
    return state


def ana(verb: str, words: str = "") -> Event:
    return Event(verb, "Ana", tuple(words.split()))


def ruling(state: State, event: Event) -> str:
    with pytest.raises(IllegalAction) as wrong:
        GAME.apply(state, event)
    return wrong.value.ruling


def test_the_set_uses_all_that_can_be_said() -> None:
    bards, audiences = CARDS.bards.values(), CARDS.audiences.values()
    costs = [bard.cost for bard in bards if bard.cost]
    assert {icon.kind for bard in bards for icon in bard.icons} == set(ICONS)
    assert {price.kind for bard in bards for price in bard.pays} == set(PRICES)
    assert {gain.kind for each in audiences for gain in each.gains} == set(GAINS)
    assert {power.kind for each in audiences for power in each.powers} == set(POWERS)
    assert {cost.sign for cost in costs if cost.dice == 1} == {">=", "<=", "=", "odd", "even"}
    assert {cost.sign for cost in costs if cost.dice == 2} == {">=", "<=", "equal"}
    assert {power.kind for bard in bards for power in bard.supports} <= set(SUPPORTS)
    assert {bard.kind for bard in bards if bard.supports} == {"basic", "leader", "veteran"}
    assert max(len(bard.supports) for bard in bards) == 2
    assert max(len(each.powers) for each in audiences) == 2
    assert min(bard.points for bard in bards) < 0 > min(each.points for each in audiences)


def test_odd_and_even_costs() -> None:
    state = table(stage="Dancer Singer", dice="B2 B3")
    assert ruling(state, ana("uses", "Dancer with B2")) == "BB-5"
    assert ruling(state, ana("uses", "Singer with B3")) == "BB-5"
    assert after(state, ana("uses", "Dancer with B3")).duties[0].verb == "rolls"
    lent = after(state, ana("uses", "Singer with B2"), Event("rolls", "Ana", (), ("R1",)))
    lent = after(lent, ana("chooses", "support"))
    after(lent, ana("uses", "Dancer with B3"))


def test_a_cost_of_two_dice() -> None:
    state = table(stage="Vesper Lumen", deck="Dancer", dice="B4 P4 R4 O5")
    assert ruling(state, ana("uses", "Vesper with B4 P4")) == "BB-5"
    assert ruling(state, ana("uses", "Vesper with O5")) == "BB-5"
    used = after(state, ana("uses", "Vesper with B4 O5"))
    assert used.troupes["Ana"].stage[0] == InPlay("Vesper", "B4", "O5")
    assert used.troupes["Ana"].locked == ("B4", "O5") and used.troupes["Ana"].dice == ("P4", "R4")
    assert ruling(state, ana("uses", "Lumen with O5 P4")) == "BB-5"
    after(state, ana("uses", "Lumen with P4 R4"))


def test_a_price_beside_dice() -> None:
    poor = table(stage="Mirza Tamsin", dice="B5 P6")
    assert ruling(poor, ana("uses", "Mirza with B5")) == "BB-5"
    assert ruling(poor, ana("uses", "Tamsin with P6")) == "BB-5"
    assert not any(event.verb == "uses" for event in GAME.turn(poor))  # type: ignore[union-attr]
    rich = table(stage="Mirza Tamsin", dice="B5 P6", melodies=1, performances="R")
    rich = after(rich, ana("uses", "Mirza with B5"), ana("uses", "Tamsin with P6"))
    assert rich.troupes["Ana"].melodies == 0
    assert rich.troupes["Ana"].performances == ("B", "P", "P", "P")


def test_a_die_rolled_again_or_turned_by_an_icon() -> None:
    state = after(table(stage="Alouet", dice="B1 P6 R3"), ana("uses", "Alouet with R3"))
    assert ruling(state, ana("rerolls", "B1 P6")) == "BB-5"
    assert ruling(state, ana("rerolls", "R3")) == "BB-5"
    assert ruling(state, ana("keeps", "B1")) == "BB-5"
    turning = after(state, ana("rerolls", "B1"), Event("rolls", "Ana", (), ("B4",)))
    assert ruling(turning, ana("raises", "P6")) == "BB-5"
    assert ruling(turning, ana("raises", "B4 with melody")) == "BB-5"
    assert after(turning, ana("lowers", "P6")).troupes["Ana"].dice == ("B4", "P5")
    assert after(turning, ana("keeps")).troupes["Ana"].dice == ("B4", "P6")


def test_a_card_of_the_hand_is_trashed_or_none() -> None:
    state = table(stage="Pirouel", hand="Dancer Poster", dice="B1")
    state = after(state, ana("uses", "Pirouel with B1"))
    assert ruling(state, ana("trashes", "Singer")) == "BB-5"
    assert after(state, ana("trashes", "Dancer")).troupes["Ana"].trashed == ("Dancer",)
    assert len(after(state, ana("keeps")).troupes["Ana"].hand) == 2


def test_two_supports_and_two_powers_on_a_card() -> None:
    state = table(stage="Nyx", dice="B5 P5 R6 O1", audiences="Archmages Generals")
    lent = after(state, ana("uses", "Nyx with B5"), ana("chooses", "support"))
    after(lent, ana("performs", "P5 R6 O1 as R"))
    performed = after(lent, ana("performs", "P5 R6 O1 as R"))
    assert performed.troupes["Ana"].melodies - lent.troupes["Ana"].melodies == 2  # BB-20


def test_what_an_audience_brings_when_it_is_won() -> None:
    state = table(performances="P P P B")
    state = show({"performances": "P P P B"}, game=GAME, audiences=("Courtiers", "Weavers"))
    won = after(state, ana("wins", "Courtiers with B P P P"))
    assert won.troupes["Ana"].performances == ("R",) and won.troupes["Ana"].melodies == 1
    won = after(state, ana("wins", "Weavers with P P"))
    assert [duty.verb for duty in won.duties] == ["takes", "rolls", "top"]


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_and_every_view_of_them(seed: int) -> None:
    """Views fold as the game does; a world that fits them replays and looks the same."""
    names = NAMES[: 2 + seed % 3]
    plain = blank("bards", names)
    new = begun(GAME, plain.setup, plain.viewer, plain.tags)
    bots = {name: (Eager, RandomBot)[seed % 2]() for name in names}
    record = played(new, bots, Random(seed))
    assert record.closed and len([*replay(record)]) > 60
    rng = Random(seed)
    lines = [number for number, event in record.events if event.verb in ("trashes", "uses")]
    for at in rng.sample(lines, 3):
        seen = view(record.until(at), names[0])
        counter = Counter(seen.game.model.hidden(seen))
        twin = complete(seen, counter.world(rng.randrange(counter.worlds)))
        assert write(view(twin, names[0])) == write(seen)
