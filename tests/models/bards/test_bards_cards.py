"""Card sets: the workshop set, and what the loader refuses."""

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from aparte.models.bards import GAME
from aparte.models.bards.cards import ICONS, POWERS
from aparte.models.bards.loader import BadCards, found, keep, read_cards, read_file, workshop
from aparte.models.bards.template import template
from aparte.models.errors import BadNotation
from aparte.models.record import read

TEXT = files("aparte.models.bards").joinpath("workshop.toml").read_text(encoding="utf-8")


def test_the_workshop_set_is_whole_and_balanced() -> None:
    cards = workshop()
    veterans = cards.of_kind("veteran")
    kinds = Counter(icon.kind for bard in cards.bards.values() for icon in bard.icons)
    assert set(kinds) == set(ICONS) - {"reroll", "turn", "trash"}
    assert {bard.cost.sign for bard in cards.bards.values() if bard.cost} == {">=", "<=", "="}
    powers = {power.kind for each in cards.audiences.values() for power in each.powers}
    assert len(powers) >= 8 and powers == set(POWERS)
    for told in (
        lambda b: (str(b.cost), b.points, tuple(icon.kind for icon in b.icons)),
        lambda b: b.copies,
    ):
        by_colour = [sorted(told(b) for b in veterans if b.colour == c) for c in "BPRO"]
        assert all(each == by_colour[0] for each in by_colour)
    asked = Counter(c for a in cards.audiences.values() for c in a.asks if c != "any")
    assert len(set(asked.values())) == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            'icons = ["die blue"]',
            'icons = ["dye blue"]',
            "basic Illusionist, icons: no icon 'dye blue'",
        ),
        ('icons = ["die blue"]', 'icons = ["die azure"]', "basic Illusionist, icons: expected one"),
        ('icons = ["die blue"]', 'icons = ["steal blue"]', "'steal' takes no colour"),
        ('icons = ["die blue"]', "icons = []", "basic Illusionist, icons: an ability has"),
        (
            'cost = "<=2"\nicons = ["die blue"]',
            'icons = ["die blue"]',
            "Illusionist, cost: missing",
        ),
        (
            'cost = "<=2"\nicons = ["die blue"]',
            'cost = "<2"\nicons = ["die blue"]',
            "cost: expected",
        ),
        ("copies = 8\ncost", "copies = 7\ncost", "blue basic: the box has 8 cards, this file 7"),
        ("copies = 4", "copies = 5", "roadie: the box has 4 cards, this file 5"),
        ('id = "Dancer"', 'id = "Singer"', "two cards have the id 'singer'"),
        ('id = "Dancer"', 'id = "B3"', "basic 2, id: 'B3' is a word of the notation"),
        ('id = "Dancer"', 'id = "Draws"', "basic 2, id: 'Draws' is a word of the notation"),
        ('id = "Dancer"', 'id = "bp"', "basic 2, id: 'bp' is a word of the notation"),
        ('id = "Dancer"', 'id = "PB"', "basic 2, id: 'PB' is a word of the notation"),
        ('id = "Dancer"', 'id = "two words"', "basic 2, id: one word"),
        ("format = 1", "format = 2", "format: this program reads"),
        ("points = 1", "points = -21", "veteran Vesper, points: expected a number"),
        ("points = 1", 'points = 1\nsupport = "blend"', "veteran Vesper, support: a bard has"),
        ('support = "blend"\n', "", "veteran Fogle, support: a bard has"),
        (
            'support = "blend"',
            'support = "guard"',
            "veteran Fogle, support: no support ability 'guard'",
        ),
        ('["blue", "purple"],', '["blue", "blue"],', "encore: expected pairs"),
        ('["blue", "purple"],', '["blue", "red"],', "encore: every pair"),
        ('asks = ["blue", "blue"]', "asks = []", "audience Stargazers, asks: an audience asks"),
        ('power = "die blue"', 'power = "fly"', "audience Stargazers, power: no power 'fly'"),
        ('colour = "blue"\ncopies', 'color = "blue"\ncopies', "Illusionist, color: no such field"),
        ("[[roadie]]", "[[roady]]", "the file has a field 'roady'"),
        ("format = 1", "format 1", "this is not TOML"),
        ('cost = "<=2"', 'cost = "two >=13"', "cost: dice show 2 to 12"),
        ('cost = "<=2"', 'cost = "<=7"', "cost: dice show 1 to 6"),
        ('cost = "<=2"', 'cost = "equal"', "cost: expected"),
        ('cost = "<=2"', 'cost = "odd"\npays = "die"', "Illusionist, pays: no icon 'die'"),
        ("points = 3", 'points = 3\nwon = "steal"', "Stargazers, won: no icon 'steal'"),
        ('icons = ["support"]', 'icons = ["support", "support"]', "'support' stands once"),
    ],
)
def test_what_the_loader_says(old: str, new: str, words: str) -> None:
    assert old in TEXT
    with pytest.raises(BadCards) as wrong:
        read_cards(TEXT.replace(old, new, 1))
    assert words in str(wrong.value)


def test_everything_that_is_wrong_is_told_with_its_line() -> None:
    wrong = TEXT.replace('"steal"', '"rob"').replace('power = "blend"', 'power = "fly"')
    wrong = wrong.replace("format = 1", "format = 3").replace('id = "Dancer"', 'id = "wins"')
    wrong = wrong.replace("encore = [", "encores = 1\nencore = [", 1)
    with pytest.raises(BadCards) as found:
        read_cards(wrong)
    rows = wrong.split("\n")
    about = [(rows[error.lines[0] - 1], str(error)) for error in found.value.errors]
    assert len(about) == 4 + wrong.count('"rob"')
    assert [row for row, _ in about][:3] == ["format = 3", "encores = 1", 'id = "wins"']
    assert all('"rob"' in row for row, told in about if "icons: no icon 'rob'" in told)
    assert about[-1][0] == 'power = "fly"' and "audience Alchemists" in about[-1][1]


@pytest.mark.parametrize("text", ["", "format = 1", "encore = 3", "basic = [1, { id = 3 }]"])
def test_a_line_is_named_only_where_there_is_one(text: str) -> None:
    with pytest.raises(BadCards) as found:
        read_cards(text)
    assert all(0 not in error.lines and "title" not in str(error) for error in found.value.errors)


@pytest.mark.parametrize("kind", ["basic", "leader", "roadie", "poster", "veteran", "audience"])
def test_a_table_without_a_field_is_told_by_its_own_line(kind: str) -> None:
    at = TEXT.index(f"[[{kind}]]")
    wrong = TEXT[:at] + TEXT[at:].replace("name =", "nome =", 1)
    with pytest.raises(BadCards) as found:
        read_cards(wrong)
    lines = {str(e).split(": ", 1)[1].split(", ")[1][:4]: e.lines[0] for e in found.value.errors}
    head = wrong[:at].count("\n") + 1
    assert lines == {"name": head, "nome": head + 2}


def test_a_file_to_begin_with_has_the_workshop_set() -> None:
    rows = (row if isinstance(row, str) else f"# {row}" for row in template())
    begun = read_cards("\n".join(rows))
    assert begun.name == "my-box"
    assert (begun.bards, begun.audiences) == (workshop().bards, workshop().audiences)
    told = "\n".join(str(row) for row in template())
    assert all(f"   {kind}" in told for kind in {**ICONS, **POWERS})


def test_the_mark_that_some_editors_begin_a_file_with_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "marked.toml"
    text = files("aparte.models.bards").joinpath("workshop.toml").read_text("utf-8")
    file.write_text(text, "utf-8-sig")
    assert read_file(file).digest == workshop().digest


def test_a_record_finds_its_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APARTE_HOME", str(tmp_path / "home"))
    mine = tmp_path / "mine.toml"
    mine.write_text(
        TEXT.replace('name = "workshop"', 'name = "my-box"').replace('"Vesper"', '"Opal"'),
        encoding="utf-8",
    )
    cards = keep(mine)
    head = f'[Game "bards"]\n[Record "1"]\n[Players "Ana Bo"]\n[Cards "my-box {cards.digest}"]\n'
    record = read(head)
    assert "Opal" in record.game.notation.vocabulary["CARD"].words
    assert "Vesper" in GAME.notation.vocabulary["CARD"].words
    mine.write_text("", encoding="utf-8")  # the kept copy serves
    assert read(head).tag("Cards") == f"my-box {cards.digest}"
    with pytest.raises(BadNotation) as wrong:
        read(head.replace(cards.digest, "0" * 12))
    assert wrong.value.lines == (4,) and "aparte cards check" in str(wrong.value)
    with pytest.raises(BadNotation):
        read(head.replace("my-box", "../../etc/passwd"))
    with pytest.raises(BadCards):
        found("my-box")
