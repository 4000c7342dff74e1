"""The board of Les Adresses Jaunes, drawn and told, at every moment of a game."""

import re

import pytest

from aparte.cli.games.adresses_jaunes import SYMBOLS
from aparte.cli.views import sentences
from aparte.cli.views.names import short_names
from aparte.models.adresses_jaunes import GAME
from aparte.models.adresses_jaunes.face import FACE, KINDS, city, holding
from aparte.models.core import TABLE, view
from aparte.models.position import position
from aparte.solver.engine.solve import solve
from tests.boards import drawn, renamed
from tests.tables import prefixes, random_game

LONG = ("Anne-Charlotte_Marie", "Anne-Charlotte_Marthe", "Bo", "Zoë")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [80, 120])
def test_it_fits_the_screen_whole(players: int, width: int) -> None:
    names = ("Anne-Charlotte_Marie", "Anne-Charlotte_Lou", "Bo", "Zoë")
    game = renamed(random_game("adresses-jaunes", players, seed=players), names)
    seen = view(game.until(13 + 2 * players), TABLE)
    solved = solve(seen)
    for lines in (drawn(seen, solved, width), drawn(seen, None, width)):
        rows = lines.splitlines()
        assert max(map(len, rows)) <= width
        edges = [len(row.rstrip()) for row in rows if row[0] in "╭│├╰"]
        assert len(set(edges)) == 1
        blocks = [row for row in rows if row.startswith("│")]
        # a head, three rows of three establishments, and the blocks' numbers where solved
        assert len(blocks) == 1 + 3 * (4 if lines == drawn(seen, solved, width) else 3)


def test_what_a_player_holds_stands_whole_in_a_row() -> None:
    game = random_game("adresses-jaunes", 4, seed=11)
    for number in range(20, game.last + 1):
        seen = view(game.until(number), TABLE)
        rows, held = drawn(seen).splitlines(), [str(holding(each)) for each in city(seen).tiles]
        assert all(any(each in row for row in rows) for each in held)


def test_what_two_players_hold_does_not_run_together() -> None:
    game = random_game("adresses-jaunes", 4, seed=11)
    for size in range(1, 21):
        seen = view(renamed(game, ("Ana", "Bo", "C" * size)), TABLE)
        beside = [row for row in drawn(seen).splitlines() if "Dai:" in row]
        assert len(beside) == 1 and re.search("(^| )Dai:", beside[0])


@pytest.mark.parametrize("players", [2, 4])
def test_it_can_be_shown_and_told_at_every_line(players: int) -> None:
    game = random_game("adresses-jaunes", players, seed=11)
    for record in prefixes(game):
        for viewer in (TABLE, "Bo"):
            seen = view(record, viewer)
            assert "Les Adresses Jaunes" in drawn(seen)
            assert len(list(sentences(seen))) >= 1 + 9 + 9 + players


def test_kinds_have_a_letter_a_symbol_and_a_word() -> None:
    assert set(KINDS) == set(SYMBOLS) == set(GAME.box.kinds)
    assert len({*map(str, KINDS.values())}) == len({*SYMBOLS.values()}) == len(KINDS)


def test_it_shows_discs_cubes_and_the_own_hand() -> None:
    game = random_game("adresses-jaunes", 3, seed=4)
    seen = view(game.until(16), "Bo")
    state = seen.state
    shown, told = drawn(seen), "\n".join(sentences(seen))
    for disc in state.discs:
        assert f"{disc.owner} {disc.cubes}" in shown
        assert f"{disc.owner} {disc.cubes} cube" in told
    for tile, owner in state.cubes.items():
        mark = "□" if owner == "nobody" else f"■ {owner}"
        assert re.search(rf"{tile} . +{mark}", shown)
    for tile in state.hands["Bo"].known:
        assert re.search(rf"{tile} . +◆ Bo", shown)
        assert f"{tile} {KINDS[tile[1]]}, held by Bo" in told
    assert "◆ Ana" not in shown
    assert "held by Ana" not in told


def test_only_what_is_certain_reads_so() -> None:
    game = random_game("adresses-jaunes", 3, seed=4)
    for line in (14, 20, 26):
        solved = solve(view(game.until(line), "Bo"))
        cells = [solved.weight(item, place) for item in solved.items for place in solved.places]
        shown = drawn(solved.view, solved).rsplit("In percent", 1)[0]
        assert shown.count("✔") == cells.count(solved.worlds)
        assert shown.count("·") == cells.count(0)


def test_a_region_is_a_street_or_a_kind() -> None:
    game = random_game("adresses-jaunes", 3, seed=4)
    assert str(FACE.region(game, ["4T", "5R", "6P"])) == "the street h2"
    assert str(FACE.region(game, ["1T", "5T", "9T"])) == "the tea houses (T)"


def test_short_names_differ() -> None:
    for room in (2, 4, 6):
        short = short_names({name: name for name in [*LONG, "nobody"]}, room)
        assert len(set(short.values())) == len(LONG) + 1
        assert max(map(len, short.values())) <= room
    assert short_names({"Ana": "Ana", "nobody": "nobody"}, 6) == {"Ana": "Ana", "nobody": "–"}


def test_a_position_is_drawn_like_the_record_that_leads_there() -> None:
    game = random_game("adresses-jaunes", 3, seed=5)
    seen = view(game.until(13), "Ana")  # the first round has ended
    assert drawn(position(seen)) == drawn(seen)
