"""Names are typed without their accents and in any capitals; two alike are asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from unicodedata import normalize

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import BadNotation, Record, turn, view
from aparte.models.event import TABLE
from aparte.models.games import game_named
from aparte.models.grammar import one_of
from aparte.models.hidden import Claim
from aparte.models.record import write, write_event
from aparte.models.wording import spelled
from aparte.models.words import unaccented
from aparte.sessions.claims import claim_of
from aparte.sessions.errors import BadRequest
from aparte.sessions.gate import move_of
from aparte.sessions.hints import asked_by
from aparte.sessions.levels import level_named
from aparte.sessions.setup import COMMANDS, bots_of, players_of, seat_of
from aparte.sessions.typed import events_of
from aparte.solver.play.coach import choices
from tests.aparte_cli import aparte
from tests.tables import blank, played_at_random

FOLDER = Path(__file__).parents[2]
ONSTAGE = game_named("onstage")
PEOPLE = ("Élise", "Zoé", "Noël_Anne")
SLIPS: dict[str, Callable[[str], str]] = {
    "plain": unaccented,
    "small": lambda name: unaccented(name.lower()),
    "large": lambda name: unaccented(name.upper()),
    "accented": str.upper,
}
GAMES = ("adresses-jaunes", "onstage", "overseers", "bards")


def lines(game: str, seat: str) -> Iterator[tuple[Record, str]]:
    """Yield where a line comes in a game, as `seat` sees it, and the line."""
    whole = view(played_at_random(blank(game, PEOPLE), 5, 30), seat)
    for number, event in whole.events:
        yield whole.until(number - 1), write_event(whole, event)


def slipped(line: str, slip: Callable[[str], str]) -> str:
    """Return `line` with its names typed with a slip."""
    names = {name: slip(name) for name in PEOPLE}
    return " ".join(names.get(word, word).replace("_", " ") for word in line.split())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_a_line_at_a_table_is_read_whatever_its_accents(
    game: str, slip: Callable[[str], str]
) -> None:
    for record, line in lines(game, TABLE):
        (event,) = events_of(record, slipped(line, slip), str)
        assert write_event(record, event) == line


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_a_move_is_read_whatever_its_accents(game: str, slip: Callable[[str], str]) -> None:
    for record, _ in lines(game, "Élise"):
        moves = choices(record) if isinstance(turn(record), tuple) else ()
        for move in moves[:40]:
            typed = slipped(write_event(record, move), slip)
            assert move_of(record, moves, typed, str) == move


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_seats_bots_and_facts_are_named_so(slip: Callable[[str], str]) -> None:
    for name in PEOPLE:
        typed = slip(name)
        assert seat_of(PEOPLE, typed) == name
        assert bots_of(blank("onstage", 3).game, PEOPLE, f"{typed}=random") == {name: "random"}


def test_of_two_alike_each_is_read_as_it_is_written() -> None:
    token = one_of(("Élise", "Elise", "Zoé"))
    assert [token.read(name) for name in ("Élise", "Elise")] == ["Élise", "Elise"]
    assert [token.read(name) for name in ("elise", "ELISE", "élise")] == [None, None, None]
    assert token.read("zoe") == "Zoé"


def test_a_name_that_two_have_is_asked_for() -> None:
    record = view(played_at_random(blank("overseers", ("Élise", "Elise", "Bo")), 5, 400), TABLE)
    at = next(number for number, event in record.events if event.verb == "votes")
    record = record.until(at - 1)
    for typed in ("elise votes bo", "bo votes ELISE"):
        with pytest.raises(BadNotation, match="can be Élise, Elise: type its accents"):
            events_of(record, typed, str)
        with pytest.raises(BadNotation, match="can be Élise, Elise: type its accents"):
            move_of(record, (), typed, str)


@pytest.mark.parametrize(
    "asked",
    [
        ("solve", "{file}", "--seat", "elise"),
        ("explain", "{file}", "zoe 5T", "--seat", "ELISE"),
        ("hint", "{file}", "--seat", "Noel Anne"),
        ("replay", "{file}", "--as", "zoe", "--plain"),
        ("best", "{file}", "--seat", "elise"),
    ],
    ids=lambda asked: asked[0],
)
def test_commands_read_names_without_accents(asked: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write(played_at_random(blank("adresses-jaunes", PEOPLE), 5, 12)), "utf-8")
    aparte(*(each.format(file=file) for each in asked))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
def test_a_move_is_read_behind_ones_own_name_alone(game: str, slip: Callable[[str], str]) -> None:
    for record, _ in lines(game, "Élise"):
        moves = choices(record) if isinstance(turn(record), tuple) else ()
        alone = Counter(move.words for move in moves)
        for move in moves[:40]:
            if move.actor == "Élise" and move.words and alone[move.words] == 1:
                typed = slipped(f"Élise {' '.join(move.words)}", slip)
                if alone[tuple(typed.split())] == 0:
                    assert move_of(record, moves, typed, str) == move


@pytest.mark.parametrize("accents", [str, unaccented, lambda text: normalize("NFD", text)])
@pytest.mark.parametrize("slip", [str, str.upper, str.title])
def test_words_are_read_in_any_capitals_with_or_without_accents(
    accents: Callable[[str], str], slip: Callable[[str], str]
) -> None:
    *_, (record, _) = lines("onstage", "Élise")
    hidden = record.game.model.hidden(record)
    with spoken("fr"):
        assert spelled(record, slip(accents("réclame rien")), tell) == "claims nothing"
        assert asked_by(slip(accents("connu")), tell) == asked_by("known")
        assert level_named(slip(accents("déductions"))) == "deductions"
        typed = slip(accents("Élise")) + " G1"
        claim = claim_of(record, hidden, f"{slip('pas')} {typed}", tell)
        assert claim == Claim("G1", "Élise", False)


@pytest.mark.parametrize(
    "text",
    [
        "Ana,Bo,Mary Ann",
        "Ana, Bo and Mary Ann",
        "Ana, Bo, and Mary Ann",
        "Ana & Bo & Mary Ann",
        "Ana et Bo et Mary Ann",
        "Ana plus Bo, Mary Ann",
    ],
)
def test_people_are_named_as_people_name_them(text: str) -> None:
    with spoken("fr" if " et " in text else "en"):
        assert players_of(ONSTAGE, text) == ("Ana", "Bo", "Mary_Ann")


def test_without_a_comma_each_word_is_a_player() -> None:
    assert players_of(ONSTAGE, " Ana Bo  Cy ") == ("Ana", "Bo", "Cy")
    assert players_of(ONSTAGE, "Ana") == ("Ana",)


def test_a_name_may_hold_what_joins_names() -> None:
    assert players_of(ONSTAGE, "Andy,Bo,Etta") == ("Andy", "Bo", "Etta")


@pytest.mark.parametrize(
    "game, name",
    [
        *(("onstage", each) for each in ("Open", "Quit", "Undo", "Fix", "Aide", "Règles", "Oui")),
        *(("onstage", each) for each in ("regles", "Ouvrir", "K1", "n3", "Rose", "g")),
        *(("adresses-jaunes", each) for each in ("h1", "V3", "T", "Restaurants")),
        *(("overseers", each) for each in ("M", "Murder", "Vol", "fushen", "Deux-en-haut")),
        *(("bards", each) for each in ("B", "Scarlett", "Singer", "Routard", "festival")),
    ],
)
def test_no_new_player_is_called_like_a_command_or_a_piece(game: str, name: str) -> None:
    with spoken("fr"), pytest.raises(BadRequest, match=f"'{name}' means .* {name}2"):
        players_of(game_named(game), f"Ana, {name} and Cy")


def test_a_player_may_be_called_like_a_piece_of_two_capitals() -> None:
    assert players_of(game_named("bards"), "Ana, Bo") == ("Ana", "Bo")


def test_all_commands_of_a_game_are_known() -> None:
    files = (FOLDER / "cli/session").glob("[!p]*.py")
    text = "".join(each.read_text("utf-8") for each in (*files, FOLDER / "cli/session/play.py"))
    named = re.findall(r'(?:alone|Word)\(\s*say\("(\w+)"\)|^[A-Z]+ = say\("(\w+)"\)', text, re.M)
    words = {word for pair in named for word in pair if len(word) > 1}
    assert words - {"so"} <= {*COMMANDS.split()} and {"undo", "open", "watch", "keep"} <= words
