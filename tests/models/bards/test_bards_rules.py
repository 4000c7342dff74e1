"""Battle of the Bards against its rulebook and rulings."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from aparte.models.bag import Bag
from aparte.models.bards import GAME, Step
from aparte.models.bards.abilities import gets_dice
from aparte.models.bards.dice import COLOURS
from aparte.models.bards.face import now, town
from aparte.models.bards.rounds import points
from aparte.models.bards.show import begun
from aparte.models.bards.state import InPlay
from aparte.models.chance import Draw, Forced, Roll
from aparte.models.core import replay, turn, view
from aparte.models.errors import BadNotation, IllegalAction
from aparte.models.record import read, read_file, read_words, write
from aparte.sessions.calls import calls_due
from aparte.solver.play.driver import drawn
from tests.bards_tables import after, show, small_table
from tests.snapshots import GOLDEN
from tests.tables import blank, played_at_random


def refused(state, line) -> str:
    with pytest.raises(IllegalAction) as wrong:
        after(state, line)
    return wrong.value.ruling


def offered(state) -> set[str]:
    table = blank("bards", 2)
    return {f"{e.actor} {table.notation.verbs[e.verb].write(e)}" for e in GAME.turn(state)}


def test_the_start() -> None:
    state = drawn(blank("bards", 4), Random(1)).state
    assert len(state.audiences) == 3 and state.top_audience and len(state.line) == 4
    for player in state.players:
        troupe = state.troupes[player]
        kinds = Counter(GAME.box.cards.bards[card].kind for card in troupe.cards)
        assert kinds == {"basic": 8, "poster": 2, "roadie": 1, "leader": 1}  # BB-1
        assert len(troupe.hand) == 4 and len(troupe.dice) == 2
        assert set(troupe.dice) == set(troupe.performances)
    assert len(state.encores) == 2


STAGED = """[Game "bards"]
[Record "1"]
[Players "Ana Julie"]
audiences Bankers Miners Widows
top Apprentices
line Haze Cantor Pirouel Piper
leader Ana Sol
leader Julie Carmin
encore Ana BP
encore Julie BO
first Julie
Ana draws Dancer Poster Singer Sol
Julie draws Dancer Illusionist Poster Roadie
Julie stages Dancer Illusionist Roadie
Ana stages Poster Singer Sol
Julie reveals Dancer Illusionist Roadie
Ana reveals Poster Singer Sol
"""


def test_julie_goes_on_stage() -> None:
    """A dancer, an illusionist and a roadie bring a purple, a blue and a die of any colour."""
    state = read(STAGED + "Julie takes P\n").state
    assert Counter(state.troupes["Julie"].dice) == {"P": 2, "B": 1, "R": 2}
    assert Counter(state.troupes["Ana"].dice) == {"R": 1, "O": 3}  # a poster brings none
    assert state.troupes["Julie"].hand == Bag(("Poster",))
    rolled = read(STAGED + "Julie takes P\nJulie rolls B1 P2 P3 R1 R6\nAna rolls O1 O2 O3 R4\n")
    assert rolled.state.actor == "Julie"
    for wrong in ("Julie rolls B1 P2 P3 R1", "Julie rolls B1 B2 P3 R1 R6", "Ana rolls O1 O2 O3 R4"):
        with pytest.raises(IllegalAction) as told:
            read(STAGED + "Julie takes P\n" + wrong + "\n")
        assert told.value.ruling == "BB-2" and told.value.lines == (19,)


def test_charlotte_performs() -> None:
    state = show({"dice": "P1 B2 P3 R3 B4 O5"})
    shown = offered(state)
    assert "Ana performs P1 B2 P3 as P" in shown
    assert not any(line.startswith("Ana performs P1 B2 P3 as B") for line in shown)
    assert {f"Ana performs R3 B4 O5 as {c}" for c in "BRO"} <= shown
    state = after(state, "Ana performs P1 B2 P3 as P", "Ana performs R3 B4 O5 as R")
    assert state.troupes["Ana"].performances == ("P", "R")
    assert not state.troupes["Ana"].dice
    assert state.actor == "Bo"


def test_victoria_hires() -> None:
    state = show({"dice": "B4 O4 P4", "hand": "Poster"})
    hired = after(state, "Ana hires Tamsin with B4 O4")
    assert hired.troupes["Ana"].discard == ("Poster", "Tamsin")
    assert hired.line == ("Vesper", "Cantor", "Fidelio")
    hired = after(hired, "newest Lumen")
    assert hired.newest == "Lumen" and hired.troupes["Ana"].dice == ("P4",)
    assert refused(state, "Ana hires Fidelio with B4 O4") == "BB-6"
    assert after(state, "Ana hires Fidelio with B4 O4 P4").troupes["Ana"].dice == ()
    assert refused(state, "Ana hires Tamsin with B4 O4 P4") == "BB-6"
    unequal = show({"dice": "B4 O3", "hand": "Poster"})
    assert refused(unequal, "Ana hires Tamsin with B4 O3") == "BB-6"
    assert refused(show({"dice": "B4 O4", "hand": "Dancer"}), "Ana hires Tamsin with B4 O4")


def encore(ana: str, bo: str, melodies: int = 0, audiences=("Millers",) * 4, **changes):
    state = show({"stage": "", "deck": ana, "melodies": melodies}, {"deck": bo})
    state = replace(state, encores=Bag(("PR", "PO")), **changes)
    for player, pair, won in (("Ana", "BP", audiences), ("Bo", "RO", ("Millers",) * 4)):
        state = state.troupe(player, encore=Bag((pair,)), audiences=won)
    return after(state, "Ana passes", "Bo passes", "Ana shows BP", "Bo shows RO")


def test_arthur_rolls_in_the_encore() -> None:
    """Five veterans, of whom two dancers and an illusionist are on the card: three dice."""
    state = encore("Tamsin Sarabel Vesper Cantor Fidelio", "Rondel")
    assert state.troupes["Ana"].dice == ("B", "P", "P")
    state = after(state, "Ana rolls B1 P1 P2", "Bo rolls R3")
    assert state.encore_won == "Ana"


def test_all_dice_go_back_before_the_encore_cards_are_shown() -> None:
    state = show({"dice": "P1 P2 P3", "audiences": "Miners Weavers Millers Taverners"})
    for player, pair in (("Ana", "BP"), ("Bo", "RO")):
        state = state.troupe(player, encore=Bag((pair,)))
    state = after(state, "Ana passes")
    assert state.troupes["Ana"].dice
    state = after(state, "Bo passes")
    assert state.step is Step.ENCORE and not state.troupes["Ana"].dice


def test_ties_in_the_encore_and_sudden_death() -> None:
    state = encore("Tamsin", "Cantor", melodies=1)
    state = after(state, "Ana rolls P3", "Bo rolls R4")
    assert state.actor != "Bo" and state.waiting == ("Ana",)
    tied = after(state, "Ana raises P3 with melody")
    assert tied.tops == ("Ana", "Bo")  # the tied roll again
    won = after(tied, "Ana rolls P6", "Bo rolls R4")
    assert won.encore_won == "Ana" and won.step is Step.OVER
    assert points(GAME.box, won, "Ana") - points(GAME.box, won, "Bo") == 4
    nobody = encore("Dancer", "Singer")  # no veterans, no dice: nobody wins the encore
    assert nobody.encore_won == "" and nobody.step is Step.SUDDEN
    nobody = after(nobody, "sudden PR", "Ana rolls P2", "Bo rolls P2")
    assert nobody.step is Step.SUDDEN
    over = after(nobody, "Ana rolls P2", "Bo rolls P3")
    assert GAME.outcome(over).words == ("Bo", "12", "Ana", "12")  # BB-12


def test_dice_left_from_the_encore_take_no_part_in_sudden_death() -> None:
    """A veteran each: Bo wins the encore, and Ana's performances make it a tie. BB-21"""

    def tied(version: str):
        state = encore("Tamsin", "Cantor", version=version)
        state = state.troupe("Ana", performances=("B",) * 4)
        return after(state, "Ana rolls P3", "Bo rolls R4", "sudden PR")

    state = tied("2")
    assert state.step is Step.SUDDEN
    assert state.troupes["Ana"].dice == ("P", "P") and state.troupes["Bo"].dice == ("P", "R")
    state = after(state, "Ana rolls P6 P6", "Bo rolls P1 R1")
    assert GAME.outcome(state).words == ("Ana", "17", "Bo", "17")
    assert tied("1").winner == "Bo"  # the first version let them decide


def test_who_is_not_tied_takes_no_part_in_sudden_death() -> None:
    state = encore("Tamsin", "Cantor")
    state = replace(state.troupe("Ana", audiences=()), players=("Ana", "Bo"))
    over = after(state, "Ana rolls P3", "Bo rolls R4")
    assert over.winner == "Bo" and not over.sudden


ICONS = {  # a bard of the workshop set, its die, and what follows
    "Illusionist": ("R2", ["Ana rolls B5"], lambda t: t.dice == ("B5",)),
    "Sol": ("B4", ["Ana takes P", "Ana rolls P1"], lambda t: t.dice == ("P1",) and t.melodies == 1),
    "Vesper": ("O4", [], lambda t: t.performances == ("B",)),
    "Mirza": ("B6", [], lambda t: t.performances == ("B", "P")),
}


@pytest.mark.parametrize("card", ICONS)
def test_icons_that_gain(card: str) -> None:
    die, lines, told = ICONS[card]
    state = after(show({"stage": card, "dice": die}), f"Ana uses {card} with {die}", *lines)
    assert told(state.troupes["Ana"])
    assert state.troupes["Ana"].stage == (InPlay(card, die),)


def test_a_bard_is_used_once_and_for_its_cost() -> None:
    state = show({"stage": "Illusionist Illusionist", "dice": "R2 R3 P1 O1"})
    assert refused(state, "Ana uses Illusionist with R3") == "BB-5"
    assert refused(state, "Ana uses Dancer with R2") == "BB-5"
    state = after(state, "Ana uses Illusionist with R2", "Ana rolls B3")
    assert refused(state, "Ana uses Illusionist with R2") == "BB-5"  # locked
    state = after(state, "Ana uses Illusionist with P1", "Ana rolls B4")
    state = replace(state, actor="Ana", actions=1)
    assert refused(state, "Ana uses Illusionist with O1") == "BB-5"
    assert refused(state, "Ana performs R2 B3 B4 as B") == "BB-4"


def test_steal_and_discard() -> None:
    ana = {"stage": "Fogle", "dice": "O3 P2 R5"}
    state = show({**ana, "stage": "Prisma"}, {"dice": "B6 O6"})
    state = after(state, "Ana uses Prisma with O3")
    assert refused(state, "Ana steals Bo B5 for P2") == "BB-5"
    state = after(state, "Ana steals Bo B6 for P2", "Ana keeps B6", "Bo rerolls P2", "Bo rolls P4")
    assert state.troupes["Bo"].dice == ("O6", "P4")
    state = after(state, "Ana discards R5")
    assert state.troupes["Ana"].dice == ("B6",)
    assert state.troupes["Ana"].performances == ("B",)


def test_icons_stop_at_the_first_that_cannot_be_done() -> None:
    alone = show({"stage": "Prisma", "dice": "O3 P2"})  # nobody else has a die
    assert after(alone, "Ana uses Prisma with O3").troupes["Ana"].performances == ()
    guarded = show({"stage": "Prisma", "dice": "O3 P2"}, {"dice": "B6", "audiences": "Coachmen"})
    assert after(guarded, "Ana uses Prisma with O3").troupes["Ana"].dice == ("P2",)  # BB-7


def test_explore_gather_and_draw_two() -> None:
    deck = {"deck": "Dancer Singer Poster", "discard": "Musician"}
    state = after(show({"stage": "Roadie", "dice": "B1", **deck}), "Ana uses Roadie with B1")
    assert isinstance(GAME.turn(state), Draw)
    state = after(state, "Ana explores Singer")
    back = after(state, "Ana returns")
    assert back.troupes["Ana"].melodies == 1
    assert back.troupes["Ana"].top == "Singer"
    gone = after(state, "Ana trashes Singer")
    assert gone.troupes["Ana"].trashed == ("Singer",)
    assert "Singer" not in gone.troupes["Ana"].cards
    assert refused(state, "Ana trashes Dancer") == "BB-5"

    state = after(show({"stage": "Lumen", "dice": "B3", **deck}), "Ana uses Lumen with B3")
    state = after(state, "Ana gathers Dancer", "Ana rolls B2")
    assert state.troupes["Ana"].stage == (InPlay("Lumen", "B3"), InPlay("Dancer"))
    assert "Ana uses Dancer with B2" in offered(state)

    state = show({"stage": "Haze", "dice": "B3", "deck": "Dancer", "discard": "Musician"})
    state = after(state, "Ana uses Haze with B3", "Ana draws Dancer")
    assert isinstance(GAME.turn(state), Forced)  # BB-15
    state = after(state, "Ana reshuffles", "Ana draws Musician", "Ana discards Dancer")
    assert state.troupes["Ana"].hand == Bag(("Musician",))


def test_support() -> None:
    state = show({"stage": "Fogle", "dice": "P1 P2 O2 B3"})
    state = after(state, "Ana uses Fogle with O2")
    assert after(state, "Ana chooses action").actions == 2
    assert "Ana performs P1 P2 B3 as B" not in offered(after(state, "Ana chooses action"))
    blended = after(state, "Ana chooses support")
    assert blended.actions == 1
    assert "Ana performs P1 P2 B3 as B" in offered(blended)
    lasting = after(blended, "Ana passes")  # BB-19
    assert any(each.turned for each in lasting.troupes["Ana"].stage)
    over = after(replace(blended, linger="turn"), "Ana passes")
    assert not any(each.turned for each in over.troupes["Ana"].stage)


def test_of_two_copies_in_play_one_is_turned() -> None:
    state = show({"stage": "Fogle Fogle", "dice": "P2 O2 B3"})
    state = after(state, "Ana uses Fogle with O2", "Ana chooses action")
    state = after(state, "Ana uses Fogle with P2", "Ana chooses support")
    assert sum(each.turned for each in state.troupes["Ana"].stage) == 1


def test_a_poster_copies_the_newest_bard() -> None:
    state = show({"stage": "Poster", "dice": "O4"})
    assert after(state, "Ana uses Poster with O4").troupes["Ana"].performances == ("O",)
    support = show({"stage": "Poster", "dice": "O4"}, line=("Vesper", "Fogle"))
    assert after(support, "Ana uses Poster with O4").actions == 2  # only the extra action
    assert refused(show({"stage": "Poster", "dice": "O4"}, line=()), "Ana uses Poster with O4")


@pytest.mark.parametrize(
    ("power", "ana", "line"),
    [
        ("Alchemists", "P1 P2 B3", "Ana performs P1 P2 B3 as B"),  # blend
        ("Acrobats", "B5 P6 R1", "Ana performs B5 P6 R1 as O"),
        ("Acrobats", "B5 P6 R1", "Ana performs B5 P6 R1 as R"),  # circle
        ("Blacksmiths", "B3", "Ana uses Dancer with B3"),  # lenient
        ("Clockmakers", "B3", "Ana raises B3 two with melody"),  # swing
        ("Cartographers", "B3 P3", "Ana hires Fidelio with B3 P3"),  # scout
    ],
)
def test_powers(power: str, ana: str, line: str) -> None:
    troupe = {"dice": ana, "stage": "Dancer", "hand": "Poster", "melodies": 1}
    with pytest.raises(IllegalAction):
        after(show(troupe), line)
    state = show({**troupe, "audiences": power})
    if line.endswith("as O"):
        assert refused(state, line) == "BB-4"
    else:
        after(state, line)


def test_powers_of_going_on_stage_and_the_first_turn() -> None:
    state = show({"stage": "Illusionist", "audiences": "Stargazers Apprentices Festival"})
    state = replace(state, actor="", tops=("Ana",))
    got = gets_dice(GAME.box, state, "Ana")
    assert got.troupes["Ana"].dice == ("B", "B") and got.troupes["Ana"].melodies == 1
    assert [duty.verb for duty in got.duties] == ["takes"]
    assert begun(GAME.box, state).actions == 2
    eager = state.troupe("Ana", audiences=("Sailors", "Choirboys", "Widows"))
    assert begun(GAME.box, eager).actions == 3


def test_echo_gives_a_melody() -> None:
    state = show({"dice": "B1 B2 B3", "audiences": "Lamplighters"})
    assert after(state, "Ana performs B1 B2 B3 as B").troupes["Ana"].melodies == 1


def test_equal_powers_add_up() -> None:
    """Those that give something; what only permits is had or not had. BB-20"""
    twice = {"audiences": "Lamplighters Lamplighters", "dice": "B1 B2 B3 O4"}
    echoed = after(show(twice), "Ana performs B1 B2 B3 as B")
    assert echoed.troupes["Ana"].melodies == 2
    lent = {"audiences": "Lamplighters", "stage": "Haze", "deck": "Dancer", "dice": "B1 B2 B3 O4"}
    lent = after(show(lent), "Ana uses Haze with O4", "Ana draws Dancer")
    lent = after(lent, "Ana discards Dancer", "Ana chooses support")
    assert after(lent, "Ana performs B1 B2 B3 as B").troupes["Ana"].melodies == 2
    eager = show({"audiences": "Widows Widows"}, actor="", tops=("Ana",))
    assert begun(GAME.box, eager).actions == 4
    lenient = show({"audiences": "Blacksmiths Blacksmiths", "stage": "Dancer", "dice": "B3 B4"})
    after(lenient, "Ana uses Dancer with B3")
    assert refused(lenient, "Ana uses Dancer with B4") == "BB-5"
    swing = show({"audiences": "Clockmakers Clockmakers", "dice": "B1", "melodies": 1})
    assert {"Ana raises B1 with melody", "Ana raises B1 two with melody"} <= offered(swing)
    assert after(swing, "Ana raises B1 two with melody").troupes["Ana"].dice == ("B3",)


def test_equal_applauses_add_up_in_the_encore() -> None:
    state = encore("Dancer", "Cantor", audiences=("Miners", "Miners", "Millers", "Weavers"))
    assert state.troupes["Ana"].dice == ("B", "B")  # BB-20


def test_audiences() -> None:
    state = show({"performances": "B B O", "hand": "Dancer"}, audiences=("Apprentices", "Millers"))
    assert refused(state, "Ana wins Millers with O") == "BB-7"
    assert refused(state, "Ana wins Millers with O O") == "BB-7"
    assert refused(state, "Ana wins Stargazers with B B") == "BB-7"  # on top of the deck
    top = after(state, "Ana wins Stargazers with B B discarding Dancer", "top Weavers")
    assert top.top_audience == "Weavers" and len(top.audiences) == 2
    assert top.troupes["Ana"].discard == ("Dancer",)
    assert refused(state, "Ana wins Apprentices with B B O") == "BB-7"
    open_ = show({"performances": "O P P"}, audiences=("Beekeepers", "Fencers", "Pilgrims"))
    assert refused(open_, "Ana wins Fencers with O P P") == "BB-7"
    blank_icon = show({"performances": "O B P"}, audiences=("Pilgrims",))
    won = after(blank_icon, "Ana wins Pilgrims with B O P", "top Weavers")
    assert won.audiences == ("Stargazers",) and won.top_audience == "Weavers"  # BB-14
    assert won.troupes["Ana"].performances == ()


def test_free_actions() -> None:
    state = show({"dice": "B1 P6", "hand": "Dancer", "melodies": 2})
    assert refused(state, "Ana lowers B1 with melody") == "BB-8"
    assert refused(state, "Ana raises P6 with melody") == "BB-8"
    assert refused(state, "Ana raises B1 two with melody") == "BB-8"
    assert refused(state, "Ana raises B1 with Singer") == "BB-8"
    state = after(state, "Ana raises B1 with melody", "Ana raises B2 with melody")
    assert state.troupes["Ana"].dice == ("B3", "P6") and state.actions == 2
    assert refused(state, "Ana raises B3 with melody") == "BB-8"
    state = after(state, "Ana rerolls B3 P6 with Dancer", "Ana rolls B1 P1")
    assert state.troupes["Ana"].discard == ("Dancer",)
    assert refused(show({"dice": "B1"}), "Ana rerolls B2 with melody") == "BB-8"


def test_two_actions_then_done_or_pass() -> None:
    state = show({"dice": "B1 B2 B3 P1 P2 P3 O1", "melodies": 1})
    assert refused(state, "Ana done") == "BB-3"
    state = after(state, "Ana performs B1 B2 B3 as B", "Ana performs P1 P2 P3 as P")
    assert state.actor == "Ana"  # a melody can still be spent, BB-16
    assert refused(state, "Ana passes") == "BB-3"
    state = after(state, "Ana done")
    assert state.actor == "Bo"
    state = after(state, "Bo passes")
    assert state.actor == "Ana"
    assert refused(after(state, "Ana passes"), "Ana passes")


def test_supplies_run_out() -> None:
    full = {"performances": "B B B B B B B B"}
    state = show({"dice": "B1 B2 B3"}, full)
    assert refused(state, "Ana performs B1 B2 B3 as B") == "BB-4"
    none = after(show({"stage": "Vesper", "dice": "O4"}, full), "Ana uses Vesper with O4")
    assert none.troupes["Ana"].performances == ()
    dice = {"dice": " ".join(["B1"] * 15)}
    state = after(
        show({"stage": "Illusionist", "dice": "R1"}, dice), "Ana uses Illusionist with R1"
    )
    assert state.troupes["Ana"].dice == ()  # BB-13
    state = after(
        show({"stage": "Sol", "dice": "R6"}, {**dice, "melodies": 16}), "Ana uses Sol with R6"
    )
    assert state.troupes["Ana"].melodies == 0
    assert refused(state, "Ana takes B") == "BB-2"


def test_the_end_of_a_round() -> None:
    ana = {
        "stage": "Dancer",
        "hand": "Roadie",
        "dice": "B1",
        "deck": "Singer Musician",
        "discard": "Poster",
    }
    state = after(show(ana), "Ana passes", "Bo passes")
    assert state.troupes["Ana"].discard == ("Dancer", "Poster")
    kept = after(state, "Ana keeps", "Ana draws Musician Singer", "Ana reshuffles")
    assert isinstance(GAME.turn(kept), Draw) and GAME.turn(kept).size == 1
    gone = after(state, "Ana trashes Roadie")
    assert "Roadie" not in gone.troupes["Ana"].cards
    assert refused(state, "Ana trashes Dancer") == "BB-9"
    assert refused(replace(state, keep="away"), "Ana keeps") == "BB-9"
    full = after(kept, "Ana draws Poster")
    assert full.first == "Bo" and full.round == 2 and full.step is Step.STAGE
    assert full.troupes["Ana"].dice == ("B",)


def test_fewer_than_three_cards_are_all_played() -> None:
    state = show({"hand": "Dancer Roadie"}, {}, step=Step.STAGE, actor="")
    assert {e.words for e in GAME.turn(state)} == {("Dancer", "Roadie")}
    assert refused(state, "Ana stages Dancer") == "BB-17"


def test_words_in_any_order_are_read_into_one() -> None:
    table = blank("bards", 2)
    read_ = read_words(table, "Ana performs P3 B1 O2 as B")
    assert read_.words == ("B1", "O2", "P3", "as", "B")
    assert read_words(table, "Ana wins Millers with P B").words == ("Millers", "with", "B", "P")
    with pytest.raises(BadNotation):
        read_words(table, "Ana performs P7 B1 O2 as B")


def conserved(state) -> None:
    numbers, cards = GAME.box.numbers, GAME.box.cards
    for colour in COLOURS:
        assert 0 <= state.dice_out(colour) <= numbers.supply["dice"]
        assert 0 <= state.performances_out(colour) <= numbers.supply["performances"]
    assert 0 <= state.melodies_out <= numbers.supply["melodies"]
    veterans = Counter([*state.veterans.known, *state.line])
    audiences = Counter([*state.audience_deck.known, *state.audiences, state.top_audience])
    for troupe in state.troupes.values():
        veterans.update(
            c for c in (*troupe.cards, *troupe.trashed) if cards.bards[c].kind == "veteran"
        )
        audiences.update(troupe.audiences)
        held = [
            *troupe.deck.known,
            *troupe.hand.known,
            *troupe.going.known,
            *filter(None, [troupe.top]),
        ]
        assert sorted(held) == list(troupe.face_down)
    del audiences[""]
    assert veterans == Counter(cards.copies("veteran"))
    assert audiences == Counter(dict.fromkeys(cards.audiences, 1))


@settings(max_examples=2, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(st.integers(2, 4), st.integers(0, 10**6))
def test_random_games_keep_every_piece(players: int, seed: int) -> None:
    record = played_at_random(blank("bards", players), seed, most=500)
    assert write(read(write(record))) == write(record)
    for _, state in replay(record):
        if any(troupe.cards for troupe in state.troupes.values()):
            conserved(state)
    assert len(record.lines) >= 500 or GAME.outcome(state) is not None


@settings(max_examples=2, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(st.integers(2, 4), st.integers(0, 10**6))
def test_a_seat_folds_what_it_sees(players: int, seed: int) -> None:
    """Every view folds, offers its own seat the same choices, and can take the same next line."""
    record = played_at_random(small_table(players), seed, most=250)
    for seat in (*record.setup.players, "table"):
        game = record.game
        for (_, state), (_, seen) in zip(replay(record), replay(view(record, seat)), strict=True):
            whole, holed = game.turn(state), game.turn(seen)
            if isinstance(whole, tuple):
                mine = {e for e in whole if e.actor == seat}
                assert isinstance(holed, tuple)
                assert mine == {e for e in holed if e.actor == seat}
            else:
                assert type(whole) is type(holed)
                assert not isinstance(whole, Roll) or whole == holed


def test_the_show_begins_once_all_dice_are_rolled() -> None:
    record = played_at_random(blank("bards", 2), 3, 60)
    before = {event.verb: view(record.until(n - 1), "table") for n, event in record.events}
    assert "going on stage" in str(now(before["reveals"]))
    assert "going on stage" in str(now(before["stages"]))
    assert "the show" in str(now(before["passes"]))


def test_dice_lie_on_the_board_as_they_are_called_to_be_rolled() -> None:
    record = played_at_random(blank("bards", 3), 4, 60)
    number = next(n for n, event in record.events if event.verb == "rolls")
    seen = view(record.until(number - 1), "table")
    called = " ".join(str(each.told) for each in calls_due(seen))
    for troupe in town(seen).troupes:
        dice = " ".join(die for die in troupe.dice if len(die) == 1)
        assert dice and f": {dice}." in called


def test_of_an_unknown_hand_all_is_offered_that_it_may_allow() -> None:
    record = read_file(GOLDEN / "bards-v2-3.rec")
    offered = Counter[str]()
    for number, event in record.events:
        if event.verb in ("hires", "raises", "lowers") or "discarding" in event.words:
            seen = view(record.until(number - 1), "table")
            assert event in turn(seen)
            offered[event.verb] += event.words[-1] != "melody"
    assert offered["raises"] + offered["lowers"] and offered["hires"]


def test_what_has_to_be_done_first_is_told_as_it_is_called() -> None:
    record = read_file(GOLDEN / "bards-v2-3.rec")
    at = next(number for number, event in record.events if event.verb == "takes")
    before = record.until(at - 1)
    with pytest.raises(IllegalAction, match="now Cy: take a die of any colour"):
        before.plus(read_words(before, "Cy passes"))
