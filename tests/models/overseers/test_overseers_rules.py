from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from aparte.models.bag import Bag
from aparte.models.core import BadNotation, Event, Forced, IllegalAction, Setup
from aparte.models.overseers import GAME, State, Step
from aparte.models.overseers.ending import round_scores, totals, winners
from aparte.models.overseers.scoring import holding, penalties, points, thefts
from aparte.models.overseers.state import Laid
from aparte.models.record import read_words
from tests.models.overseers.scenes import PLAIN, played, scene
from tests.tables import blank

BOX = GAME.box


@pytest.mark.parametrize(
    ("kinds", "worth"),
    [
        *(("M", 6), ("B", 4), ("A", 3), ("T", 2), ("MMTT", 16), ("", 0)),
        *(("H", 2), ("HH", 10), ("HHH", 18), ("HHHH", 18)),
        *(("P", 0), ("PP", 6), ("PPP", 21), ("PPPPP", 21)),
    ],
)
def test_cards_are_worth_what_is_printed(kinds: str, worth: int) -> None:
    assert BOX.worth(kinds) == worth


def test_decks_have_the_printed_sizes() -> None:
    assert {n: len(BOX.cards(n)) for n in BOX.deck} == {3: 25, 4: 25, 5: 32, 6: 36}
    assert len(BOX.characters) == 11


def test_the_example_of_the_rulebook() -> None:
    """Yanmei 22, Gan 23, Meixiu 24 after admitting, Suyin 25; no theft."""
    state = scene("MAH/MT ABB/MP PPP/BH BAH/HH", "Yanmei Gan Meixiu Suyin", discard="PMTA")
    state = played(state, "Ana tilts b2", "Bo draws P T", "Bo adds P", "Cy looks Ana b1 b2 = M T")
    state = played(state, "Ana votes Cy", "Bo votes Cy", "Cy votes Bo", "Dai votes Ana")
    state = played(state, "voted Cy Cy Bo Ana", "Cy admits b1 b2")
    state = played(state, "opens Ana M T", "opens Bo M P P", "opens Cy", "opens Dai H H")
    assert state.step is Step.SCORES  # nobody has a Theft: the phase is skipped
    assert round_scores(state) == (22, 23, 24, 25)


def judged(rows: str, characters: str, *lines: str, discard: str = "BTP") -> State:
    """Return the table after everybody has voted for Bo, who denies."""
    state = scene(rows, characters, Step.VOTE, discard)
    state = played(state, "Ana votes Bo", "Bo votes Ana", "Cy votes Bo", "voted Bo Ana Bo")
    state = played(state, "Bo denies")
    opens = [
        " ".join(["opens", p, *(laid.kind for laid in state.face_down(p))]) for p in state.players
    ]
    return played(state, *opens, *lines)


def test_a_rightly_accused_loses_the_dearest_pair() -> None:
    state = judged("AAA/AA PPP/MM AAA/AB", "Fushen Wuming Two-Above")
    assert points(state, "Bo") == 33
    dearest = set(penalties(state, "Bo"))  # a Piety or two: 12 points are left; 21 without Murders
    assert dearest == {*combinations(("t1", "t2", "t3", "b1", "b2"), 2)} - {("b1", "b2")}
    with pytest.raises(IllegalAction) as error:
        played(state, "Bo loses b1 b2")
    assert error.value.ruling == "OV-6"
    state = played(state, f"Bo loses {' '.join(penalties(state, 'Bo')[0])}")
    assert len(state.rows["Bo"]) == 3
    assert len(state.discard) == 5


def test_a_wrongly_accused_takes_a_card() -> None:
    state = judged("MMM/AA AAA/AA BBB/BH", "Fushen Wuming Two-Above")
    assert GAME.turn(state) == Forced(Event("finds", "Bo", outcome=("B", "P", "T")))
    with pytest.raises(IllegalAction):
        played(state, "Bo finds B P T", "Bo takes M")
    state = played(state, "Bo finds B P T", "Bo takes B")
    assert state.rows["Bo"][-1] == Laid("x1", "B", up=True)


def test_nobody_is_compensated_from_an_empty_discard() -> None:
    state = judged("MMM/AA AAA/AA BBB/BH", "Fushen Wuming Two-Above", discard="")
    assert state.step is Step.SCORES


def test_the_leader_decides_a_tied_highest() -> None:
    tied = judged("MAA/AA MAA/AA BBB/HH", "Fushen Wuming Two-Above")
    tied = replace(tied, rows={**tied.rows, "Cy": tied.rows["Cy"][:2]})
    assert [event.verb for event in GAME.turn(tied)] == ["punishes", "spares"]  # type: ignore[union-attr]
    with pytest.raises(IllegalAction) as error:
        played(tied, "Bo spares Bo")
    assert error.value.ruling == "OV-18"
    assert played(tied, "Ana spares Bo").step is Step.SCORES
    punished = played(tied, "Ana punishes Bo")
    assert all(event.verb == "loses" for event in GAME.turn(punished))  # type: ignore[union-attr]


def test_yanmei_tilts_a_theft() -> None:
    state = played(scene("TTM/AB MMM/AA BBB/AT", "Yanmei Fushen Wuming"), "Ana tilts t1")
    assert points(state, "Ana") == 5 + 5 + 6 + 3 + 4
    assert thefts(state, "Ana") == 0  # OV-7


def test_cards_gained_later_keep_their_nature() -> None:
    state = played(scene("TTM/AB MMM/AA BBB/AT", "Yanmei Fushen Wuming"), "Ana tilts t1")
    stolen = (*state.rows["Ana"], Laid("x1", "T", up=True))
    state = replace(state, rows={**state.rows, "Ana": stolen})
    assert thefts(state, "Ana") == 1  # OV-14


def test_nuying_copies_and_the_copy_stays() -> None:
    state = played(scene("PPA/AB MMM/AA BBB/AT", "Nuying Fushen Wuming"), "Ana tucks t3 under t1")
    assert points(state, "Ana") == 21 + 3 + 4
    without = replace(state, rows={**state.rows, "Ana": state.rows["Ana"][1:]})
    assert holding(without, "Ana").kinds.count("P") == 2  # OV-15: t1 has left, the copy is still P


def test_a_copied_theft_steals_and_a_stolen_copy_is_itself() -> None:
    state = scene("TAA/AB MMM/AA BBB/AH", "Nuying Fushen Wuming", up=True)
    state = replace(played(state, "Ana tucks t2 under t1"), step=Step.THEFT)
    assert thefts(state, "Ana") == 2
    state = scene("PPA/AB TMM/AA BBB/AH", "Nuying Fushen Wuming", up=True)
    state = replace(played(state, "Ana tucks t3 under t1"), step=Step.THEFT)
    state = played(state, "Bo robs Ana", "Ana gives t3")
    assert state.rows["Bo"][-1].kind == "A"  # OV-7
    assert points(state, "Bo") == 2 + 12 + 6 + 3


def test_gan_adds_a_sixth_card() -> None:
    state = scene("MAA/AB MMM/AA BBB/AT", "Gan Fushen Wuming", discard="HPT")
    state = played(state, "Ana draws H P", "Ana adds H")
    assert state.rows["Ana"][-1] == Laid("b3", "H")
    assert state.discard.known == ("P", "T")
    with pytest.raises(IllegalAction):
        played(scene("MAA/AB MMM/AA BBB/AT", "Gan Fushen Wuming"), "Ana draws B P", "Ana adds T")


def test_meixiu_looks_at_others_only_and_gains_three() -> None:
    state = scene("MAA/AB MMM/AA BBB/AT", "Meixiu Fushen Wuming")
    assert points(state, "Ana") == 6 + 3 * 3 + 4 + 3
    with pytest.raises(IllegalAction):
        played(state, "Ana looks Ana b1 b2 = A B")
    with pytest.raises(IllegalAction):
        played(state, "Ana looks Bo t1 b2 = M A")
    state = played(state, "Ana looks Bo b1 b2 = A A")
    with pytest.raises(IllegalAction):
        played(state, "Ana looks Cy b1 b2 = A T")


def test_the_points_of_steadfast_and_suyin() -> None:
    state = scene("HHP/PM MMM/AA BBB/AT", "Steadfast Suyin Wuming")
    assert points(state, "Ana") == 10 + 6 + 6 + 4
    assert points(state, "Bo") == 18 + 6 + 6


def test_thief_taker_takes_the_thefts_and_is_not_robbed() -> None:
    state = scene("HAA/AB TMM/AA BBB/AH", "Thief-Taker Fushen Wuming", Step.SEIZURE, "BTT")
    with pytest.raises(IllegalAction):
        played(state, "Ana seizes 1")
    state = played(state, "Ana seizes 2")
    assert [laid.kind for laid in state.rows["Ana"]][-2:] == ["T", "T"]
    assert GAME.turn(state) == (Event("robs", "Ana", ("Bo",)), Event("robs", "Ana", ("Cy",)))
    state = scene("TAA/AB MMM/AA BBB/AH", "Fushen Thief-Taker Wuming", Step.THEFT, "B")
    assert GAME.turn(state) == (Event("robs", "Ana", ("Cy",)),)
    with pytest.raises(IllegalAction, match="nobody steals from Bo: Thief-Taker cannot be stolen"):
        played(state, "Ana robs Bo")


def test_tied_thieves_are_settled_by_the_leader() -> None:
    state = scene("TAA/AB TMM/AA BBB/AH", "Fushen Suyin Wuming", Step.THEFT)
    with pytest.raises(IllegalAction) as error:
        played(state, "Bo robs Ana")
    assert error.value.ruling == "OV-8"
    state = played(state, "Ana appoints Bo", "Bo robs Ana", "Ana gives b2")
    assert state.rows["Bo"][-1].kind == "B"


def test_liang_takes_no_more_than_there_is() -> None:
    state = scene("MAA/AB MMM/AA P/P", "Liang Suyin Wuming", Step.DOCKING)
    state = played(replace(state, rows={**state.rows, "Cy": state.rows["Cy"][:1]}), "Ana docks Cy")
    assert round_scores(state) == (19, 30, 0)
    state = scene("MAA/AB MMM/AA BPA/AA", "Liang Suyin Wuming", Step.DOCKING)
    assert round_scores(played(state, "Ana docks Cy")) == (23, 30, 9)
    with pytest.raises(IllegalAction):
        played(state, "Ana docks Ana")


def test_ties_of_the_vote_and_of_the_lowest_are_the_leaders() -> None:
    state = scene("MAA/AB MMM/AA BBB/AT", " ".join(PLAIN[:3]), Step.VOTE)
    state = played(state, "Ana votes Bo", "Bo votes Cy", "Cy votes Ana", "voted Bo Cy Ana")
    with pytest.raises(IllegalAction):
        played(state, "Bo accuses Ana")
    assert played(state, "Ana accuses Ana").trial.accused == "Ana"  # OV-4
    even = scene("AAA/AB AAA/AB BBB/AT", "Fushen Suyin Wuming", Step.SCORES, up=True)
    even = played(replace(even, round=1), "scores 16 16 17")
    assert GAME.turn(even) == (Event("names", "Ana", ("Ana",)), Event("names", "Ana", ("Bo",)))
    assert played(even, "Ana names Bo").leaders == ("Ana", "Bo")


def test_ties_at_the_end_go_to_whoever_never_led() -> None:
    state = replace(
        scene("AAA/AB AAA/AB AAA/AB", "Fushen Suyin Wuming"),
        scores=((20, 20, 1), (10, 10, 1), (5, 5, 1)),
        leaders=("Ana", "Cy", "Cy"),
    )
    assert totals(state) == (35, 35, 3)
    assert winners(state) == ("Bo",)
    assert winners(replace(state, leaders=("Cy", "Cy", "Cy"))) == ("Ana", "Bo")


DRAFT = [
    "leader Bo",
    "characters Wuming Suyin Two-Above",
    "deal Ana A A B B H H",
    "deal Bo A M M P P T",
    "deal Cy H H M P P T",
]


def test_wuming_doubles_once_and_before_anybody_picks() -> None:
    state = GAME.start(Setup(("Ana", "Bo", "Cy"), {"Direction": "left", "Characters": "dealt"}))
    state = played(state, *DRAFT)
    with pytest.raises(IllegalAction):  # Wuming enters first
        played(state, "Bo picks M")
    state = played(state, "Ana doubles", "Ana picks A A")
    with pytest.raises(IllegalAction) as error:
        played(state, "Bo picks M")
    assert error.value.ruling == "OV-13"
    state = played(state, "Bo picks M M", "Cy picks H H")
    state = played(state, "gets Ana M P P T", "gets Bo B B H H", "gets Cy A P P T")
    with pytest.raises(IllegalAction):
        played(state, "Ana doubles")
    assert played(state, "Ana picks M", "Bo picks B").hands["Bo"].known == ("B", "M", "M")


def test_packs_may_alternate() -> None:
    settings = {"Direction": "alternate", "Characters": "dealt"}
    state = replace(GAME.start(Setup(("Ana", "Bo", "Cy"), settings)), round=2)
    assert state.receiver("Ana") == "Cy"
    assert replace(state, round=3).receiver("Ana") == "Bo"


def test_two_above_lays_two() -> None:
    state = scene("MAA/AB MMM/AA BBB/AT", "Two-Above Suyin Wuming", Step.PLACEMENT)
    hands = dict.fromkeys(state.players, Bag(("A", "A", "B", "H", "M")))
    state = replace(state, step=Step.PLACEMENT, rows=dict.fromkeys(state.players, ()), hands=hands)
    with pytest.raises(IllegalAction):
        played(state, "Ana places A A B / H M")
    assert [laid.spot for laid in played(state, "Ana places A A / B H M").rows["Ana"]] == [
        "t1", "t2", "b1", "b2", "b3",
    ]  # fmt: skip


def test_characters_can_be_chosen_from_the_second_round_on() -> None:
    settings = {"Direction": "left", "Characters": "chosen"}
    state = GAME.start(Setup(("Ana", "Bo", "Cy"), settings))
    fresh = replace(
        state, step=Step.CHARACTERS, round=2, leaders=("Ana", "Bo"), scores=((20, 9, 9),)
    )
    state = played(fresh, "laid Fushen Gan Liang Suyin")
    with pytest.raises(IllegalAction):
        played(state, "Bo becomes Gan")
    state = played(state, "Bo calls Cy", "Cy becomes Fushen", "Bo becomes Liang")
    with pytest.raises(IllegalAction):
        played(state, "Ana becomes Fushen")
    assert played(state, "Ana becomes Gan").step is Step.DEAL


def test_fushen_becomes_one_of_three_nobody_has() -> None:
    state = replace(scene("A/A A/A A/A", "Fushen Suyin Gan"), step=Step.FUSHEN)
    with pytest.raises(IllegalAction):
        played(state, "Ana meets Gan Liang Nuying")
    state = played(state, "Ana meets Liang Nuying Wuming")
    with pytest.raises(IllegalAction) as error:
        played(state, "Ana becomes Yanmei")
    assert error.value.ruling == "OV-20"
    assert played(state, "Ana becomes Liang").characters["Ana"] == "Liang"


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        ("Bo tilts t1", "OV-1"),
        ("Ana draws M", "OV-1"),
        ("Ana votes Bo", "OV-14"),
        ("Ana tilts b7", "OV-14"),
        ("Ana docks Bo", "OV-1"),
    ],
)
def test_powers_belong_to_one_character_and_phase(line: str, ruling: str) -> None:
    state = scene("MAA/AB MMM/AA BBB/AT", "Yanmei Fushen Wuming")
    with pytest.raises(IllegalAction) as error:
        played(state, line)
    assert error.value.ruling == ruling


def test_a_power_is_used_once() -> None:
    state = scene("MAA/AB MMM/AA BBB/AT", "Yanmei Fushen Wuming")
    with pytest.raises(IllegalAction) as error:
        played(played(state, "Ana tilts t1"), "Ana tilts t2")
    assert "used already" in str(error.value)


def test_nobody_votes_for_oneself() -> None:
    state = scene("MAA/AB MMM/AA BBB/AT", " ".join(PLAIN[:3]), Step.VOTE)
    with pytest.raises(IllegalAction) as error:
        played(state, "Ana votes Ana")
    assert error.value.ruling == "OV-4"
    with pytest.raises(IllegalAction):  # entered in one order, which tells nothing
        played(state, "Bo votes Ana")
    voted = played(state, "Ana votes Bo", "Bo votes Ana", "Cy votes Ana")
    with pytest.raises(IllegalAction) as error:  # also where not all votes are told yet
        played(voted, "voted Bo Bo")
    assert "oneself" in str(error.value)


def test_a_tilted_card_that_left_face_down_is_told() -> None:
    state = played(scene("MAA/AB MMM/AA BBB/AT", "Yanmei Fushen Wuming"), "Ana tilts b1")
    state = played(state, "Ana votes Bo", "Bo votes Ana", "Cy votes Ana", "voted Bo Ana Ana")
    state = played(state, "Ana admits b1 b2", "opens Ana", "opens Bo A A", "opens Cy A T")
    assert GAME.turn(state) == Forced(Event("nature", words=("Ana",), outcome=("A",)))
    assert points(played(state, "nature Ana A"), "Ana") == 6 + 5 + 5


def test_more_cards_than_the_deck_has_are_refused() -> None:
    state = scene("???/?? ???/?? ???/??", " ".join(PLAIN[:3]), Step.TOP_ROWS, "")
    rows = {p: tuple(replace(laid, up=False) for laid in r) for p, r in state.rows.items()}
    state = replace(state, step=Step.TOP_ROWS, rows=rows, box=BOX)
    state = played(state, "shows Ana M M A")
    with pytest.raises(IllegalAction) as error:
        played(state, "shows Bo M M A")
    assert "the deck holds 3 M" in str(error.value)


def test_cards_that_do_not_exist_are_no_notation() -> None:
    with pytest.raises(BadNotation, match="a card"):
        read_words(blank("overseers", 3), "Ana picks X")


def test_meixiu_looks_at_the_card_that_gan_added() -> None:
    state = scene("AAA/BB MMM/AA BBB/AT", "Gan Meixiu Fushen")
    state = played(state, "Ana draws B P", "Ana adds P", "Bo looks Ana b2 b3 = B P")
    assert points(state, "Ana") == 3 * 3 + 4 * 2


def test_no_more_thefts_are_seized_than_the_deck_has() -> None:
    state = scene("HAA/AB MMM/AA BBB/AH", "Thief-Taker Fushen Wuming", Step.SEIZURE, "")
    state = replace(state, discard=Bag(unknown=5), box=GAME.box)
    with pytest.raises(IllegalAction, match="0 to 3 Thefts, not 4"):
        played(state, "Ana seizes 4")
    assert [laid.kind for laid in played(state, "Ana seizes 3").rows["Ana"]][-3:] == ["T"] * 3


def test_a_tilted_theft_that_was_admitted_is_seized() -> None:
    state = scene("AAA/TB MMM/AA BBB/AA", "Yanmei Thief-Taker Fushen", discard="")
    state = played(state, "Ana tilts b1")
    state = played(state, "Ana votes Bo", "Bo votes Ana", "Cy votes Ana", "voted Bo Ana Ana")
    state = played(state, "Ana admits b1 b2", "opens Ana", "opens Bo A A", "opens Cy A A")
    state = played(state, "nature Ana none", "Bo seizes 1")
    assert [laid.kind for laid in state.rows["Bo"]].count("T") == 1


def test_a_copy_that_was_admitted_is_itself_again() -> None:
    state = scene("AAT/MB MMM/AA BBB/AA", "Nuying Thief-Taker Fushen", discard="")
    state = played(state, "Ana tucks b1 under t3")
    state = played(state, "Ana votes Bo", "Bo votes Ana", "Cy votes Ana", "voted Bo Ana Ana")
    state = played(state, "Ana admits b1 b2", "opens Ana", "opens Bo A A", "opens Cy A A")
    state = played(state, "Bo seizes 0")
    assert sorted(state.discard.known) == ["B", "M"]


def test_fushen_as_wuming_doubles() -> None:
    record = blank("overseers", 3)
    lines = (
        "leader Ana",
        "characters Fushen Gan Suyin",
        "deal Ana A A H P P T",
        "deal Bo A H M P T T",
        "deal Cy A B B H M P",
        "Ana meets Liang Nuying Wuming",
        "Ana becomes Wuming",
        "Ana doubles",
        "Ana picks A P",
        "Bo picks A M",
        "Cy picks B M",
    )
    for line in lines:
        event = read_words(record, line)
        record = record.plus(event)
    assert record.state.hands["Bo"].known == ("A", "M")
