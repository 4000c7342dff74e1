"""What the commands answer about a record, as people and programs get it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from aparte.cli.main import app
from aparte.models.core import Record, complete, view
from aparte.models.event import TABLE
from aparte.models.hidden import Claim
from aparte.models.record import read_file, write
from aparte.solver.engine.count import Counter, count
from aparte.solver.engine.patterns import Pattern
from tests.aparte_cli import EXAMPLES, FOUR, aparte, data, process
from tests.tables import random_game

GOLDEN = Path(__file__).parents[1] / "golden"
OURS = sorted(EXAMPLES.glob("adresses-jaunes-*.rec"))
SEATS = {"adresses-jaunes-4p-bo": "Bo", "adresses-jaunes-3p-ana": "Ana"}


@pytest.fixture
def written(tmp_path: Path):
    def _written(text: str, name: str = "game.rec") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return _written


@pytest.fixture
def referees(written) -> Path:
    """A whole game's record, cut in the second round."""
    return written(write(random_game("adresses-jaunes", 3, seed=7).until(16)))


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_the_shared_records_have_their_answers(path: Path) -> None:
    answer = json.loads(path.with_suffix(".answer.json").read_text())
    found = data("solve", path)
    assert found["worlds"] == answer["worlds"]
    assert found["items"] == answer["items"]
    assert found["exact"] is True
    assert found["game"] == "adresses-jaunes"
    assert found["viewer"] == SEATS.get(path.stem, "table")
    assert next(iter(found["items"].values())).keys() == set(found["places"])


def test_what_is_proved_is_what_all_worlds_or_none_have() -> None:
    found = data("solve", FOUR)
    certain = {
        (item, place, n > 0)
        for item, weights in found["items"].items()
        for place, n in weights.items()
        if n in (0, found["worlds"])
    }
    assert {(p["item"], p["place"], p["holds"]) for p in found["proved"]} == certain


def test_a_proof_names_the_lines_it_needs() -> None:
    found = data("solve", FOUR)
    [proof] = [p for p in found["proved"] if (p["item"], p["place"]) == ("5T", "Dai")]
    assert proof["lines"] == [11, 16]
    assert "Dai's disc on h2 counted 1" in proof["words"]
    hidden = read_file(FOUR).game.model.hidden(read_file(FOUR))
    against = Claim("5T", "Dai").fact(hidden)
    assert count(hidden.told_by(proof["lines"]).assuming(against)).worlds == 0
    for line in proof["lines"]:
        rest = [each for each in proof["lines"] if each != line]
        assert count(hidden.told_by(rest).assuming(against)).worlds > 0


def test_a_seat_is_solved_as_the_table_sees_it() -> None:
    found = data("solve", FOUR, "--seat", "table")
    assert found["places"] == ["Ana", "Bo", "Cy", "Dai", "nobody"]
    assert "2P" in found["items"]  # in Bo's hand, which the table does not see


def test_a_referees_record_needs_a_seat(referees: Path) -> None:
    assert "--seat" in aparte("solve", referees, code=2).stderr
    assert data("solve", referees, "--seat", "bo")["viewer"] == "Bo"


def test_nobody_solves_for_another_seat() -> None:
    assert "record of Bo" in aparte("solve", FOUR, "--seat", "Ana", code=2).stderr
    table = OURS[0]
    assert (
        "table's record has nobody's hand" in aparte("solve", table, "--seat", "Ana", code=2).stderr
    )
    assert "expected one of" in aparte("solve", FOUR, "--seat", "Zoe", code=2).stderr


def test_people_see_chances_by_number_and_proofs_in_words() -> None:
    shown = aparte("solve", FOUR).stdout
    assert "20,207 worlds" in shown
    assert "·" in shown  # impossible
    assert "35" in shown
    assert "are not with Dai (the count is reached): line 11" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80


def test_plain_is_sentences() -> None:
    shown = aparte("solve", FOUR, "--plain").stdout
    assert not set("─│╭✔■□") & set(shown)
    assert "Chances of 5T: Cy 35%, nobody 65%." in shown
    assert "\x1b" not in shown
    assert aparte("--plain", "solve", FOUR).stdout == shown


def test_a_third_engine_agrees() -> None:
    # Everything but four tiles is settled.
    few = aparte("solve", OURS[1], "--crosscheck")
    assert "crosscheck" in few.stderr


def test_explain_proves_and_refutes() -> None:
    proof = data("explain", FOUR, "not Dai 5T")
    assert (proof["follows"], proof["lines"]) == (True, [11, 16])
    refuted = data("explain", FOUR, "Cy 5T")
    assert refuted["follows"] is False
    assert "5T" not in refuted["world"]["Cy"]
    assert data("explain", FOUR, "not", "Dai", "5T") == proof
    opposite = data("explain", FOUR, "dai 5t")
    assert opposite["opposite"]["lines"] == [11, 16]
    assert data("explain", FOUR, "nobody 2R")["lines"] == [17]


def test_explain_shows_a_world_that_every_line_allows() -> None:
    record = read_file(FOUR)
    hidden = record.game.model.hidden(record)
    shown = data("explain", FOUR, "nobody 5T")["world"]
    held = {item: (place,) for place, items in shown.items() for item in items}
    pinned = {fact.item: tuple(fact.places) for fact in hidden.facts if hasattr(fact, "item")}
    assert not hidden.broken(pinned | held)


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("Zoe 5T", "Ana, Cy, Dai, nobody"),
        ("Cy 5Z", "5T"),
        ("Cy 1P", "1P: nothing is hidden"),  # open from the start
        ("Cy", "a place and a piece"),
        ("", "Ana"),
        ("not", "Ana"),
        ("Cy 5T 6T", "such as: Ana 1R, or not Ana 1R"),
    ],
)
def test_a_fact_that_is_none_is_a_wrong_command_line(fact: str, expected: str) -> None:
    assert expected in aparte("explain", FOUR, fact, code=2).stderr


@pytest.mark.parametrize("fact", ["not Dai 5T", "pas dai 5t"])
def test_a_fact_may_be_typed_in_the_language_of_the_reader(fact: str) -> None:
    assert "5T n’est pas chez Dai" in aparte("explain", FOUR, fact, "--lang", "fr").stdout
    found = aparte("explain", FOUR, "personne 9R", "--lang", "fr", "--json").stdout
    assert json.loads(found)["fact"] == "nobody 9R"


def test_hints_say_more_and_more() -> None:
    nudge = data("hint", FOUR)
    assert nudge["words"] == "Look at the street h2."
    assert not {"items", "lines", "facts"} & nudge.keys()
    where = data("hint", FOUR, "--level", "where")
    assert "5T" in where["items"]
    assert "lines" not in where
    why = data("hint", FOUR, "--level", "why")
    assert (why["lines"], why["pattern"]) == ([11], "placed")
    assert "facts" not in why
    answer = data("hint", FOUR, "--level", "answer")
    assert "not Dai 5T" in answer["facts"]


def test_a_hint_goes_past_patterns_that_are_known() -> None:
    then = data("hint", FOUR, "--level", "answer", "--known", "placed")
    assert then["pattern"] == "full-hand"
    assert then["steps"][-1]["conclusion"].endswith("are not with Ana")


@pytest.mark.parametrize("record", [(), (FOUR,), ("no-such.rec",)])
def test_the_patterns_that_can_be_known_are_listed(record: tuple[str, ...]) -> None:
    told = aparte("hint", "--known", "?", *record, "--lang", "fr").stdout
    assert [row.split()[0] for row in told.splitlines()] == list(Pattern)
    assert "placed         le compte y est" in told
    assert "--known" in aparte("hint", "--known", "placd", FOUR, code=2).stderr
    assert data("hint", FOUR, "--known", "PLACED") == data("hint", FOUR, "--known", "placed")


def test_a_hint_goes_past_what_was_drawn() -> None:
    first = data("hint", FOUR, "--level", "answer")["facts"]
    drawn = [word for fact in first for word in ("--drawn", fact)]
    then = data("hint", FOUR, "--level", "answer", *drawn)["facts"]
    assert then
    assert not set(first) & set(then)


def test_that_only_easier_steps_were_left_out_is_no_lack_of_deductions() -> None:
    told = aparte("hint", FOUR, "--past", 1000).stdout
    assert "Beyond what was told or left out, nothing can be deduced yet." in told


def test_a_hint_may_find_nothing() -> None:
    found = data("hint", OURS[1])
    assert found["found"] is False
    assert "Nothing can be deduced" in aparte("hint", OURS[1]).stdout


def test_check_is_content_with_a_sound_record() -> None:
    assert data("check", FOUR) == {"ok": True}
    assert "Nothing is wrong" in aparte("check", FOUR).stdout


def test_check_names_the_smallest_conflict_of_one_hand(written) -> None:
    # 1R found, two tiles are left in Ana's hand, both bakeries: none is a tea house.
    path = written(FOUR.read_text().replace("Ana disc h3 = 1", "Ana disc T = 1"))
    found = data("check", path, code=1)
    assert (found["ok"], found["kind"], found["lines"]) == (False, "contradiction", [12, 14, 19])
    assert "Ana's disc on T counted 1" in found["words"]


@pytest.mark.parametrize(
    ("end", "lines"),
    [
        # Of the three tiles that Bo was dealt, two are found: a disc cannot count two more.
        ("Ana pawn 5T = Bo\nBo pawn 2R = nobody\nBo disc h1 = 2\n", [14, 16, 18]),
        # Ana's three tiles are found, then a fourth; one of which is a restaurant by the disc.
        (
            "Bo pawn 4T = Ana\nAna pawn 5T = nobody\n"
            + "".join(f"{player} disc v2 = 0\n" for player in ("Bo", "Ana", "Cy", "Dai"))
            + "Bo pawn 6P = Ana\nCy pawn 3P = Ana\n",
            [12, 16, 22, 23],
        ),
    ],
)
def test_a_hand_that_the_clues_overfill_is_a_conflict_of_all_of_them(written, end, lines) -> None:
    begin = "".join(f"{line}\n" for line in FOUR.read_text().splitlines()[:9])
    begin = begin.replace('"Bo"', '"table"').replace("2P 7T 8P", "???")
    discs = "".join(f"{player} disc R = 1\n" for player in ("Bo", "Dai", "Ana", "Cy"))
    begin += f"{discs}Cy pawn 8P = Bo\nDai pawn 9R = Ana\n"
    found = data("check", written(begin + end), code=1)
    assert found["kind"] == "contradiction"
    assert found["lines"] == lines


def test_a_conflict_of_clues(written) -> None:
    text = "".join(f"{line}\n" for line in FOUR.read_text().splitlines()[:9])
    text += "Bo disc v1 = 1\nDai disc h1 = 3\nAna disc h1 = 3\nCy disc h1 = 3\n"
    path = written(text)
    found = data("check", path, code=1)
    # Street h1 has nine tiles; 1P and 3T lie open and 2P is Bo's: six are left for nine.
    assert found["kind"] == "contradiction"
    assert found["lines"] == [11, 12, 13]
    for command in (["solve"], ["hint"], ["explain", "Cy 5T"]):
        name, *rest = command
        refused = aparte(name, path, *rest, code=1)
        assert "cannot all be true" in refused.stderr
        assert refused.stdout == ""


def test_replay_tells_lines_and_the_board() -> None:
    whole = aparte("replay", FOUR, "--plain").stdout
    assert "11  Dai disc h2 = 1" in whole
    assert "Block 1:" in whole
    third = aparte("replay", FOUR, "--turn", "3", "--plain").stdout
    assert "Ana disc P = 2" in third
    assert "Cy disc v3" not in third
    assert "turn 99" in aparte("replay", FOUR, "--turn", "99", code=2).stderr


def test_replay_shows_a_seat_what_it_saw(referees: Path) -> None:
    whole = aparte("replay", referees).stdout
    assert "?" not in whole
    seen = aparte("replay", referees, "--as", "Ana", "--plain").stdout
    assert "deal Bo ????" in seen
    assert seen == aparte("replay", referees, "--as", "ana", "--plain").stdout
    aparte("replay", FOUR, "--as", "Ana", code=2)
    aparte("replay", FOUR, "--as", "referee", code=2)


def twin(record: Record, seat: str, seed: int) -> Record:
    """Another truth that `seat` could have seen the same of."""
    seen = view(record, seat)
    [world] = Counter(seen.game.model.hidden(seen)).sample(Random(seed), 1)
    return complete(seen, world)


@pytest.mark.parametrize(
    "line",
    [pytest.param(10, marks=pytest.mark.soak), 14, pytest.param(19, marks=pytest.mark.soak), 24],
)
def test_what_a_seat_is_told_does_not_depend_on_what_it_did_not_see(written, line: int) -> None:
    record = random_game("adresses-jaunes", 3, seed=line).until(line)
    other = twin(record, "Bo", seed=3)
    assert write(other) != write(record)
    paths = [written(write(each), f"{n}.rec") for n, each in enumerate((record, other))]
    asked = [
        ["solve", "--json"],
        ["hint", "--level", "answer"],
        ["explain", "Ana 5T", "--json"],
    ]
    for name, *rest in asked:
        one, two = (told(name, path, *rest, "--seat", "Bo") for path in paths)
        assert one == two
    one, two = (told("replay", path, "--as", "Bo") for path in paths)
    assert one == two


def told(*arguments: object) -> tuple[str, str, int]:
    """Return all that a command lets out."""
    result = CliRunner().invoke(app, [*map(str, arguments)])
    return result.stdout, result.stderr, result.exit_code


def test_the_real_process_does_the_same() -> None:
    ran = process("solve", FOUR, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout) == data("solve", FOUR)


WRONG = ("Ana pawn 6T = Cy", "Ana pawn 7R = Cy")


def test_check_says_what_would_repair_a_record(written) -> None:
    path = written((EXAMPLES / "adresses-jaunes-3p-ana.rec").read_text().replace(*WRONG))
    told = aparte("check", path, code=1)
    assert told.stderr == "aparte: lines 6, 14: 7R is Ana's own tile (AJ-6)\n"
    assert told.stdout.splitlines()[0] == "One of these would repair it, the likeliest first:"
    assert all(line.startswith("  fix ") for line in told.stdout.splitlines()[1:4])
    found = data("check", path, code=1)
    assert (found["ok"], found["kind"], found["lines"]) == (False, "illegal", [6, 14])
    shown = [f"  fix {each['line']} {each['text']}" for each in found["repairs"][:3]]
    assert told.stdout.splitlines()[1:4] == shown
    assert not found["stopped_early"]


def test_each_repair_that_check_names_makes_the_record_right(written) -> None:
    lines = (EXAMPLES / "adresses-jaunes-3p-ana.rec").read_text().replace(*WRONG).split("\n")
    for repair in data("check", written("\n".join(lines)), code=1)["repairs"]:
        mended = [*lines]
        mended[repair["line"] - 1] = repair["text"]
        assert data("check", written("\n".join(mended))) == {"ok": True}


def spoiled(row: str) -> Iterator[str]:
    """Yield the ways in which people spoil a row without meaning another line."""
    yield f"{row}  # {'x' * 2_001}"
    yield row.lower()
    yield row.upper()
    yield row.replace(" ", "\t", 1) + " \u200b"
    yield row.replace(" =", "")
    yield f"{row}\x07"
    yield f"{row} {row}"
    yield row[:-1]


@pytest.mark.parametrize("example", ["adresses-jaunes-3p-ana", "onstage-4p-bo", "overseers-3p-cy"])
@pytest.mark.parametrize("at", [7, 12, -3])
def test_nothing_is_called_a_repair_that_repairs_nothing(example: str, at: int, written) -> None:
    lines = (EXAMPLES / f"{example}.rec").read_text().splitlines()
    for row in spoiled(lines[at]):
        wrong = [*lines]
        wrong[at] = row
        found = data("check", written("\n".join(wrong)), code=None)
        for repair in found.get("repairs", [])[:3]:
            mended = [*wrong]
            mended[repair["line"] - 1] = repair["text"] + row[len(row.partition("  #")[0]) :]
            again = data("check", written("\n".join(mended)), code=None)
            assert again["ok"] or max(again["lines"]) > found["repaired_until"], (row, repair)


def test_a_comment_that_is_too_long_is_what_is_wrong(written) -> None:
    lines = (EXAMPLES / "adresses-jaunes-3p-ana.rec").read_text().splitlines()
    lines[7] += f" # {'x' * 2_001}"
    told = aparte("check", written("\n".join(lines)), code=1)
    assert "line 8, column 2001: a line has 2000 characters at most: shorten its" in told.stderr
    assert told.stdout == ""


def test_an_ability_that_was_forgotten_is_what_is_proposed(written) -> None:
    rows = (EXAMPLES / "onstage-4p-bo.rec").read_text().splitlines()
    for at, row in enumerate(rows):
        if found := re.fullmatch(r"(\w+ plays \w\d) ((?:swap|add|remove) .*)", row):
            cut = [*rows[:at], found[1]]
            repairs = data("check", written("\n".join(cut)), code=1)["repairs"]
            assert repairs[0]["text"].startswith(f"{found[1]} {found[2].split()[0]}")
            assert all(len(each["text"].split()) == len(row.split()) for each in repairs[:3])


def test_check_tells_the_steps_that_end_in_a_contradiction(written) -> None:
    text = (EXAMPLES / "adresses-jaunes-3p-ana.rec").read_text()
    path = written(text.replace("Cy disc v1 = 2", "Cy disc v1 = 4"))
    found = data("check", path, code=1)
    assert (found["kind"], found["lines"]) == ("contradiction", [11, 14])
    assert found["steps"][-1]["conclusion"] == "that cannot be"
    assert {line for step in found["steps"] for line in step["lines"]} <= {11, 14}
    assert {"line": 11, "text": "Cy disc v1 = 2"} in found["repairs"]


def test_check_speaks_french(written) -> None:
    path = written((EXAMPLES / "adresses-jaunes-3p-ana.rec").read_text().replace(*WRONG))
    told = aparte("--lang", "fr", "check", path, code=1).stdout
    assert told.splitlines()[0].startswith("L’une de ces corrections")


def test_a_contradiction_tells_what_lies_open_beside_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rec"
    text = write(view(read_file(GOLDEN / "adresses-jaunes-3.rec"), TABLE))
    path.write_text(text.replace("Bo disc R = 1", "Bo disc R = 3"), "utf-8")
    done = aparte("check", path, code=1)
    assert "line 9, Bo's disc on T counted 2; line 21, Bo's disc on R counted 3" in done.stderr
    assert done.stdout.startswith(
        "Also, this is in sight: 9 tiles are with nobody; 2R, 2T, 7T are "
    )
