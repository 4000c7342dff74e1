"""Les Adresses Jaunes against its rulebook and rulings."""

from collections import Counter as Tally
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aparte.models.adresses_jaunes import GAME, Box, Step
from aparte.models.bag import Bag
from aparte.models.core import TABLE, Event, replay, turn, view
from aparte.models.errors import IllegalAction
from aparte.models.games import face_of
from aparte.models.hidden import Hidden
from aparte.models.position import position
from aparte.models.record import read, read_words, write
from aparte.solver.play.driver import acted, drawn
from tests.tables import POSITION, blank, prefixes, random_game

HEAD = """[Game "adresses-jaunes"]
[Record "1"]
[Players "Ana Bo Cy"]
"""
DEALT = (
    HEAD
    + """revealed 4P 4R 4T 5P 9R 9T
deal Ana 2T 2R 5T 8T
deal Bo 4R 5R 6P 1T
deal Cy 1P 1R 2P 3P
""".replace("4R 5R", "5R 6R")
)
PAWNS = (
    DEALT
    + """Ana disc v2 = 4
Bo disc h2 = 3
Cy disc T = 0
"""
)
ROUND = (
    PAWNS
    + """Bo pawn 8R = nobody
Cy pawn 5T = Ana
Ana pawn 1P = Cy
"""
)


def refused(text: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as wrong:
        read(text)
    assert wrong.value.lines[-1] == text.count("\n")
    return wrong.value


def world(record) -> dict[str, tuple[str, ...]]:
    """The deal of a referee's record, as a world."""
    deals = {e.words[0]: e.outcome for _, e in record.events if e.verb == "deal"}
    holders = {tile: player for player, hand in deals.items() for tile in hand}
    return {tile: (holders.get(tile, "nobody"),) for tile in GAME.model.hidden(record).items}


def test_the_box_is_the_printed_one() -> None:
    box = Box.printed()
    assert len(box.tiles) == 27
    assert {tile[0] for tile in box.targets["h2"]} == {"4", "5", "6"}  # AJ-1
    assert {tile[0] for tile in box.targets["v3"]} == {"3", "6", "9"}
    assert all(len(tiles) == 9 for tiles in box.targets.values())
    face_down = {n: 27 - box.revealed[n] - n * box.hand[n] for n in box.hand}
    assert face_down == {2: 8, 3: 9, 4: 12}  # AJ-2


def test_the_rulebooks_discs() -> None:
    # Green: two tiles of block 2 and one of block 5 make three cubes in the second street down.
    state = read(DEALT.replace("2T 2R 5T 8T", "2T 2R 5T 9P")).state
    count = GAME.resolve(state, Event("disc", "Ana", ("v2",)))
    assert count.outcome == ("3",)
    # Pink: the rule counts the tiles of the street, whatever the example says. AJ-10
    assert GAME.resolve(state, Event("disc", "Bo", ("h2",))).outcome == ("3",)
    # Blue: no tea house, a disc without a cube.
    assert GAME.resolve(state, Event("disc", "Cy", ("T",))).outcome == ("0",)


def test_the_rulebooks_pawns() -> None:
    state = read(PAWNS).state
    assert GAME.resolve(state, Event("pawn", "Bo", ("8R",))).outcome == ("nobody",)
    state = read(PAWNS + "Cy pawn 5T = Ana\n").state
    assert state.cubes["5T"] == "Ana"
    assert [(disc.target, disc.cubes) for disc in state.discs if disc.owner == "Ana"] == [("v2", 3)]
    assert state.step is Step.PAWNS and state.waiting == ("Ana", "Bo")


def test_three_rounds_of_discs_and_pawns_then_the_conclusion() -> None:
    record = random_game("adresses-jaunes", 3, seed=2)
    steps = [state.step for _, state in replay(record)]
    begun = [step for step, before in zip(steps, [None, *steps], strict=False) if step != before]
    assert begun[:8] == ["deal", *["discs", "pawns"] * 3, "conclusion"]
    assert Tally(e.verb for _, e in record.events)["disc"] == 9


@pytest.mark.parametrize(
    ("line", "ruling", "said"),
    [
        ("Ana pawn 2P = Cy", "AJ-4", "every player lays a disc now"),
        ("Ana disc h1 = 1", "AJ-5", "holds 2 tiles of h1"),
        ("give up", "AJ-4", "lays a disc"),
        ("Ana name 2P Cy = yes", "AJ-4", "lays a disc"),
        ("Ana shows 2T", "AJ-4", "lays a disc"),
    ],
)
def test_what_may_not_happen_in_the_disc_step(line: str, ruling: str, said: str) -> None:
    wrong = refused(DEALT + line + "\n")
    assert wrong.ruling == ruling and said in str(wrong)


@pytest.mark.parametrize("tile", ["2T", "9R", "1P"])  # her own, an open one, another one
@pytest.mark.parametrize(
    ("text", "verb", "due"),
    [
        (DEALT, "pawn {tile}", "every player lays a disc now"),
        (PAWNS, "name {tile} Bo", "every player places the pawn now"),
    ],
)
def test_who_names_a_tile_too_early_is_told_what_is_due(
    text: str, verb: str, due: str, tile: str
) -> None:
    word, *words = verb.format(tile=tile).split()
    with pytest.raises(IllegalAction, match=due) as wrong:
        acted(read(text), Event(word, "Ana", tuple(words)))
    assert wrong.value.ruling == "AJ-4"


def test_a_disc_shows_at_least_the_tiles_of_a_hand_that_are_seen() -> None:
    """Ana's hand of four is told in parts, beside a disc that lay before."""
    state = read(DEALT).state
    told = replace(state, hands=state.hands | {"Ana": Bag(("2R", "2T", "5T"), 1)})
    GAME.apply(told, Event("disc", "Ana", ("h1",), ("3",)))
    with pytest.raises(IllegalAction, match="2 tiles of h1, so the disc shows at least 2, not 1"):
        GAME.apply(told, Event("disc", "Ana", ("h1",), ("1",)))


def test_nobody_lays_two_discs_in_a_round() -> None:
    wrong = refused(DEALT + "Ana disc h1 = 2\nAna disc h2 = 1\n")
    assert "still to act: Bo, Cy" in str(wrong)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ana pawn 9R = nobody", "9R already has a cube"),
        ("Ana pawn 2T = nobody", "Ana's own tile"),
        ("Ana pawn 2P = nobody", "2P is with Cy"),
        ("Ana pawn 8P = Cy", "8P is with nobody"),
        ("Ana pawn 2P = Ana", "own tile"),
        ("Ana disc h1 = 2", "places the pawn now"),
    ],
)
def test_what_the_pawn_may_not_do(line: str, said: str) -> None:
    assert said in str(refused(PAWNS + line + "\n"))


def test_a_named_tile_cannot_be_named_again() -> None:
    assert "already has a cube" in str(refused(ROUND.replace("Ana pawn 1P", "Ana pawn 8R")))


def found_by_bo(rounds: int):
    """Return a game of two with one tile each, and its state once Bo has named the tile of Ana."""
    game = type(GAME)(Box(3, 3, ("T", "R", "P"), rounds=rounds, revealed={2: 3}, hand={2: 1}))
    state = game.start(blank("adresses-jaunes", 2).setup)
    for event in (
        Event("revealed", outcome=("1P", "1R", "1T")),
        Event("deal", words=("Ana",), outcome=("2T",)),
        Event("deal", words=("Bo",), outcome=("3T",)),
        Event("disc", "Ana", ("h1",), ("1",)),
        Event("disc", "Bo", ("h1",), ("1",)),
        Event("pawn", "Bo", ("2T",), ("Ana",)),
    ):
        state = game.apply(state, event)
    return game, state


def test_a_player_without_tiles_still_acts() -> None:
    game, state = found_by_bo(rounds=2)
    assert not state.hands["Ana"]
    state = game.apply(state, Event("pawn", "Ana", ("9P",), ("nobody",)))
    assert GAME.resolve(state, Event("disc", "Ana", ("h1",))).outcome == ("0",)  # AJ-12
    assert {event.actor for event in game.turn(state)} == {"Ana", "Bo"}


def test_all_hands_found_before_the_conclusion_wins() -> None:
    game, state = found_by_bo(rounds=3)
    state = game.apply(state, Event("pawn", "Ana", ("3T",), ("Bo",)))
    assert game.outcome(state).words == ("won",)  # AJ-8


def test_who_has_no_tile_left_is_not_named() -> None:  # AJ-8
    state = concluding().state
    left = [tile for tile in state.hands["Bo"].known]
    for tile in left:
        state = GAME.apply(state, Event("name", "Ana", (tile, "Bo"), ("yes",)))
    asked = Event("name", "Ana", (next(iter(state.hands["Cy"].known)), "Bo"))
    assert asked not in GAME.turn(state)
    with pytest.raises(IllegalAction, match="Bo has no tile in hand"):
        GAME.resolve(state, asked)
    assert GAME.apply(state, replace(asked, outcome=("no",))).over  # so it was noted at a table


def concluding():
    """A referee's record at the start of the conclusion."""
    record, rng = drawn(blank("adresses-jaunes", 3), Random(3)), Random(3)
    while record.state.step is not Step.CONCLUSION:
        record = acted(record, rng.choice(turn(record)))
    return record


def test_the_conclusion_names_tiles_until_all_are_found() -> None:
    record = concluding()
    left = {t: h for t, (h,) in world(record).items() if t not in record.state.cubes}
    for tile, holder in left.items():
        if holder != "nobody":
            namer = next(p for p in record.setup.players if p != holder)
            record = acted(record, Event("name", namer, (tile, holder)))
    assert GAME.outcome(record.state).words == ("won",)
    assert write(drawn(record, Random(0))).endswith("result won\n")


def test_a_wrong_name_loses_at_once_and_the_rest_can_be_shown() -> None:
    record = concluding()
    left = {t: h for t, (h,) in world(record).items() if t not in record.state.cubes}
    tile = next(t for t, holder in left.items() if holder == "nobody")
    record = acted(record, Event("name", "Ana", (tile, "Bo")))
    assert write(record).endswith(f"Ana name {tile} Bo = no\n")
    record = drawn(record, Random(0))
    for player in record.setup.players:
        hand = tuple(sorted(t for t, holder in left.items() if holder == player))
        record = record.plus(Event("shows", player, (), hand))
    text = write(record)
    assert "result lost\n" in text and write(read(text)) == text


def test_giving_up_loses() -> None:
    record = acted(concluding(), Event("give", words=("up",)))
    assert GAME.outcome(record.state).words == ("lost",)  # AJ-11


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("round 2 pawns", "round 2 discs"), "has laid 1 disc, not 2"),
        (("round 2 pawns", "round 4 pawns"), "there are 3 rounds"),
        (("deal Cy ???", "deal Cy ????"), "began with 4 tiles"),
        (("neutral 8R", "neutral 8R 8P"), "3 establishments have been named"),
        (("neutral 8R", "neutral 9R"), "on the board or in a hand already"),
        (("deal Ana 2R 2T 8T", "deal Ana 2R 2T 5T"), "on the board or in a hand already"),
        (("Ana disc v2 shows 3", "Ana disc v2 shows 2"), "holds 3 tiles of v2"),
        (("deal Cy ???\n", "deal Cy ???\ndeal Cy ???\n"), "a second time"),
        (("Bo disc h2 shows 3", "Bo disc h2 = 3"), "a position begins with"),
    ],
)
def test_a_position_must_be_a_board_the_game_can_reach(change: tuple[str, str], said: str) -> None:
    with pytest.raises(IllegalAction, match=said):
        read(POSITION.replace(*change))


def test_a_position_goes_on_like_a_record() -> None:
    record = read(POSITION + "Bo pawn 3P = Cy\n")
    state = record.state
    assert (state.round, state.step, state.waiting) == (2, Step.PAWNS, ("Ana", "Cy"))
    assert write(read(write(record))) == write(record)
    assert [d.cubes for d in state.discs if d.owner == "Cy"] == [0, 2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_position_leaves_open_what_the_record_that_leads_to_it_does(players: int) -> None:
    record = random_game("adresses-jaunes", players, seed=players + 20)
    starts = [
        line.number
        for line, state in replay(record)
        if not state.acted and state.step in (Step.DISCS, Step.PAWNS, Step.CONCLUSION)
    ]
    cuts = {cut.last: cut for cut in prefixes(record)}
    for number in starts[::2]:
        for seat in (TABLE, *record.setup.players):
            seen = view(cuts[number], seat)
            typed = read(write(position(seen)))
            assert same_deals(GAME.model.hidden(seen), GAME.model.hidden(typed), world(record))


def same_deals(told: Hidden, typed: Hidden, truth: dict[str, tuple[str, ...]]) -> bool:
    """Whether both models allow the truth, and the same exchanges of two tiles in it."""
    open_tiles = sorted(typed.items)
    for here in open_tiles:
        for there in open_tiles:
            other = {**truth, here: truth[there], there: truth[here]}
            if bool(told.broken(other)) != bool(typed.broken({t: other[t] for t in typed.items})):
                return False
    return not told.broken(truth)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
def test_random_play_keeps_the_tiles_and_the_truth(seed: int, players: int) -> None:
    record = random_game("adresses-jaunes", players, seed)
    truth = world(record)
    for _, state in replay(record):
        held = [tile for hand in state.hands.values() for tile in hand.known]
        assert Tally([*held, *state.pool.known, *state.cubes]) == Tally(GAME.box.tiles)
        for disc in state.discs:
            in_hand = state.hands[disc.owner].surely(GAME.box.targets[disc.target].__contains__)
            assert disc.cubes == in_hand
    for part in prefixes(record):
        for seat in (TABLE, *players_of(record)):
            model = GAME.model.hidden(view(part, seat))
            assert not model.broken({tile: truth_at(part, truth, tile) for tile in model.items})


def players_of(record) -> tuple[str, ...]:
    return record.setup.players


def truth_at(record, truth: dict[str, tuple[str, ...]], tile: str) -> tuple[str, ...]:
    """Where `tile` is after `record`: nobody has it before its deal."""
    dealt = {e.words[0] for _, e in record.events if e.verb == "deal"}
    place = truth.get(tile, ("nobody",))
    return place if place[0] in dealt else ("nobody",)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
def test_a_view_folds_to_what_its_seat_knows_of_the_whole_state(seed: int, players: int) -> None:
    record = random_game("adresses-jaunes", players, seed)
    for seat in (TABLE, *record.setup.players):
        whole, seen = replay(record), replay(view(record, seat))
        for (_, state), (_, known) in zip(whole, seen, strict=True):
            assert (known.step, known.round, known.waiting) == (
                state.step,
                state.round,
                state.waiting,
            )
            assert known.cubes == state.cubes and known.discs == state.discs
            for player, hand in known.hands.items():
                assert len(hand) == len(state.hands[player])
                if player == seat:
                    assert hand == state.hands[player]


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_offered_choice_is_legal_and_others_are_not_offered(seed: int) -> None:
    rng = Random(seed)
    record = random_game("adresses-jaunes", rng.choice([2, 3, 4]), seed)
    part = rng.choice(list(prefixes(record)))
    coming, state = turn(part), part.state
    if isinstance(coming, tuple):
        for event in coming:
            GAME.apply(state, GAME.resolve(state, event))


@pytest.mark.parametrize(
    ("tiles", "why"),
    [("1P 1P 2T 3T 7P", "1P stands here a second time"), ("4P 1T 2T 3T 1P", "4P lies face up")],
)
def test_a_tile_is_dealt_once_also_where_other_hands_are_not_seen(tiles: str, why: str) -> None:
    begun = read(
        '[Game "adresses-jaunes"]\n[Record "1"]\n[Players "Ana Bo"]\n[Seat "Bo"]\n'
        "revealed 4P 4R 4T 5R 5T 6P 6R 6T 9R\ndeal Ana ?????\n"
    )
    with pytest.raises(IllegalAction, match=why):
        begun.moved(read_words(begun, f"deal Bo {tiles}"))


@pytest.mark.parametrize("seed", range(4))
def test_the_button_of_a_disc_says_what_it_will_count(seed: int) -> None:
    record = random_game("adresses-jaunes", 3, seed)
    for at, line in enumerate(record.lines):
        event = line.event
        if event is not None and event.verb == "disc":
            before = record.with_lines(record.lines[:at])
            own, table = view(before, event.actor), view(before, TABLE)
            (told,) = event.outcome
            assert f": {told} cube" in str(face_of("adresses-jaunes").button(own, event))
            if table.state.hands[event.actor].unknown:
                assert ":" not in str(face_of("adresses-jaunes").button(table, event))
