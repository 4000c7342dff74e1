"""Every puzzle has exactly one answer, and both engines say so."""

import re
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import chain, islice, product
from pathlib import Path
from random import Random

import pytest

from aparte.models.adresses_jaunes.face import city, unheld
from aparte.models.core import View
from aparte.models.errors import BadNotation, IllegalAction, TableError
from aparte.models.event import NOBODY
from aparte.models.games import OWN
from aparte.models.record import new_record, read, write
from aparte.puzzles.adresses_jaunes.built import built
from aparte.puzzles.bards.pose import changed as posed_anew
from aparte.puzzles.bundled import FIENDISH, HARD, LEVELS, MEDIUM, TOLD, bundled
from aparte.puzzles.code import code_of, puzzle_of
from aparte.puzzles.grade import GRADER, LOOKS, way_to
from aparte.puzzles.kinds import PARTED, Engine, Several, answer_of, at_first_sight, out_of_sight
from aparte.puzzles.make import FORMAT, chance_of, lot, tries
from aparte.puzzles.onstage.maker import changed as swapped
from aparte.puzzles.room import NoPuzzle, Puzzle, maker_of, new, puzzles
from aparte.puzzles.stock import Kept, kept_of, sign_of, stock
from aparte.sessions.solved import key_of
from aparte.solver.engine.count import Counter as Worlds
from aparte.solver.engine.count import count
from aparte.solver.engine.patterns import Pattern
from aparte.solver.engine.reduction import kernel
from aparte.solver.engine.steps import beyond_pairs, beyond_rows
from tests.bundled import puzzles_of
from tests.certify import uncertified

ROOT = Path(__file__).parents[1] / "puzzles"
ALL = tuple(puzzles())
SOME = [puzzle for puzzle in ALL[::8] if puzzle.level != FIENDISH]
"""So many are certified and graded again here; `make soak` does it with all."""


def test_there_are_puzzles_of_every_level_and_no_two_alike() -> None:
    assert {puzzle.level for puzzle in ALL} == set(LEVELS)
    assert len({puzzle.titles for puzzle in ALL}) == len(ALL)


def test_every_game_has_its_share_and_a_title_in_both_languages() -> None:
    games = Counter(puzzle.record.game.name for puzzle in ALL)
    assert set(games) == set(OWN) and set(games.values()) == {30}
    kinds = {(puzzle.record.game.name, puzzle.kind.name) for puzzle in ALL}
    assert kinds == {(game, kind) for game in OWN for kind in maker_of(game).kinds}
    levels = {(puzzle.record.game.name, puzzle.level) for puzzle in ALL}
    assert levels >= {(game, level) for game in OWN for level in LEVELS if level != FIENDISH}
    assert all(puzzle.title("en") and puzzle.title("fr") for puzzle in ALL)
    for puzzle in ALL:
        assert puzzle.answer and puzzle.record.tag("Grade"), puzzle.name


def test_lists_know_a_puzzle_by_its_tags_as_well_as_its_rules_do() -> None:
    for shown, puzzle in zip(bundled(), ALL, strict=True):
        assert (shown.name, shown.titles, shown.level) == (puzzle.name, puzzle.titles, puzzle.level)
        assert shown.key == key_of(puzzle)
        tags, record = shown.tags, puzzle.record
        assert (tags["Game"], tags["Kind"]) == (record.game.name, puzzle.kind.name)
        assert (tags["Seat"], tuple(tags["Players"].split())) == (
            record.viewer,
            record.setup.players,
        )


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_has_one_answer_and_is_as_hard_as_it_says(puzzle: Puzzle) -> None:
    certified(puzzle)


@pytest.mark.soak
def test_no_two_puzzles_are_alike() -> None:
    assert len({puzzle.form for puzzle in ALL}) == len(ALL)


@pytest.mark.soak
@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: puzzle.name)
def test_every_puzzle_has_one_answer_and_is_as_hard_as_it_says(puzzle: Puzzle) -> None:
    certified(puzzle)


def certified(puzzle: Puzzle) -> None:
    """Hold a puzzle to both engines, and to the grade that it bears if it is of this grader."""
    assert uncertified(puzzle) == []
    if puzzle.record.tag("Grader") == str(GRADER):
        assert puzzle.record.tag("Grade") == puzzle.grade.written
        assert puzzle.record.tag("Level") == puzzle.grade.level


@cache
def made_before() -> Puzzle:
    return new("adresses-jaunes", "who", "", "11")


def test_a_certificate_is_refused_for_another_answer() -> None:
    puzzle = ALL[0]
    row = puzzle.rows[0]
    other = next(each for each in row.options if each != puzzle.answer[0])
    text = write(puzzle.record).replace(
        f"{row.subject} {puzzle.answer[0]}", f"{row.subject} {other}", 1
    )
    assert uncertified(Puzzle("wrong", read(text)))


def test_of_two_answers_both_are_told() -> None:
    puzzle = made_before()
    maker = maker_of("adresses-jaunes")
    less = puzzle.question
    for clue in maker.clues(less):
        less = maker.without(less, clue)
    with pytest.raises(NoPuzzle, match=f"{puzzle.asked} .*, and {puzzle.asked} "):
        Puzzle("open", less).found(Engine.COUNT)


def test_an_answer_must_be_in_the_notation() -> None:
    text = write(ALL[0].record)
    before, after = text.split('[Answer "')
    with pytest.raises(BadNotation, match="no place"):
        Puzzle("odd", read(f'{before}[Answer "Eve {after}')).answer  # noqa: B018


def test_a_seed_makes_the_same_puzzle_again_and_no_clue_can_be_left_out() -> None:
    made = made_before()
    assert write(made.record) == write(new("adresses-jaunes", "who", "", "11").record)
    assert uncertified(made) == []
    maker = maker_of("adresses-jaunes")
    for clue in maker.clues(made.question):
        less = Puzzle("less", maker.without(made.question, clue))
        with pytest.raises(NoPuzzle):
            less.found(Engine.COUNT)


def test_a_search_for_a_level_leaves_out_only_what_surely_has_another_one() -> None:
    maker, kind = _maker("who")[:2]
    searches = (tries(maker, kind, "5", level) for level in ("", HARD))
    left_out = 0
    for every, some in islice(zip(*searches, strict=False), 6):
        assert [each.record for each in some] == [
            each.record for each in every if each.grade.refutes
        ]
        left_out += len(every) - len(some)
    assert left_out


def test_a_search_for_hard_ones_asks_about_boards_of_the_stock_that_have_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    maker, kind = _maker("several")
    begin, kept = maker.hard_views, next(stock("adresses-jaunes", "several", HARD))
    own = Kept("several-0a789b1ba8c1", HARD, "0a789b1ba8c1", "a board that comes from no game")
    monkeypatch.setattr(f"{begin.__module__}.stock", lambda *_: [own, kept])

    def revealed(view: View) -> str:
        """Return which tiles were revealed, by no names."""
        lines = [event for _, event in view.events if event.verb == "revealed"]
        tags = [tag for tag in view.tags if tag[0] != "Asked"]
        return write(maker.form(new_record(tuple(tags), lines)))

    known = next(maker.views(chance_of(kind.name, kept.lot), kind.name))
    first = (islice(begin(Random(n), kind.name), 1) for n in range(9))
    views = [*islice(chain.from_iterable(first), 2)]
    assert {*map(revealed, views)} == {revealed(known)} and len({*map(write, views)}) > 1
    count, proof = (
        answer_of(kind.left(views[0], views[0].tag("Asked"), engine)) for engine in Engine
    )
    assert count is not None and count == proof
    assert write(next(begin(Random(1), "who"))) == write(next(maker.views(Random(1), "who")))


def test_a_puzzle_with_other_names_has_the_same_form_and_grade() -> None:
    made = next(each[0] for each in tries(*_maker("who"), "5") if each)
    puzzle = Puzzle("made", made.record)
    text = write(made.record)
    for old, new_ in (("Ana", "Zoé"), ("Bo", "Xu")):
        text = text.replace(old, new_)
    # The rows of the town change places, and two kinds with each other.
    turned = "".join(
        {"T": "R", "R": "T"}.get(word, word) if len(word) == 1 else word for word in _words(text)
    )
    other = Puzzle("other", read(turned))
    assert other.form == puzzle.form
    assert other.grade == puzzle.grade


FAST = """
import time
for name in ("monotonic", "thread_time", "process_time", "perf_counter"):
    real = getattr(time, name)
    setattr(time, name, lambda real=real, begun=real(): begun + 1000 * (real() - begun))
from aparte.models.record import write
from aparte.puzzles.room import new
print(write(new("adresses-jaunes", "who", "", "11").record), end="")
"""


@pytest.mark.soak
def test_a_board_is_built_on_which_clues_have_to_be_joined() -> None:
    board = built(("Ana", "Bo"), Random(13), 12)
    assert write(built(("Ana", "Bo"), Random(13), 12)) == write(board) == write(read(write(board)))
    hidden = board.game.model.hidden(board)
    alone = kernel(hidden)
    assert count(hidden).worlds == 1 and alone is not None and alone.bounds


@pytest.mark.slow
def test_a_board_for_hard_questions_is_open_to_whoever_adds_up_nothing() -> None:
    maker = maker_of("adresses-jaunes")
    who = maker.kinds["who"]
    boards = list(maker.views(Random("1 who"), "who"))
    asked = {board.tag("Asked"): board for board in boards if board.tag("Asked")}
    assert len(asked) > 1
    for tile, board in asked.items():
        hidden = board.game.model.hidden(board)
        assert tile in beyond_pairs(hidden)
        (place,) = answer_of(who.left(board, tile, Engine.COUNT))
        looks = at_first_sight(hidden)
        assert looks.get((tile, place), 0) < max(looks.get((tile, n), 0) for n in hidden.names)
    made = new("adresses-jaunes", "", "", "who-1000028-0")
    assert (made.level, made.grade.refutes, uncertified(made)) == (HARD, True, [])


def test_a_bare_board_needs_its_clues_and_more_than_lines_side_by_side() -> None:
    maker = maker_of("adresses-jaunes")
    several = maker.kinds["several"]
    board = next(maker.views(Random(f"{FORMAT} several 110005048"), "several"))
    asked = board.tag("Asked") or ""
    answer = answer_of(several.left(board, asked, Engine.COUNT)) or ()
    assert len(answer) > 1
    for clue in maker.clues(board):
        with suppress(KeyError):
            assert not several.holds(maker.without(board, clue), asked, answer)
    beyond = beyond_rows(board.game.model.hidden(board))
    assert not {*asked.split(PARTED)}.isdisjoint(beyond)


def test_a_tuned_board_gets_to_the_level_that_it_is_tuned_to() -> None:
    maker = maker_of("onstage")
    *_, last = lot(maker, maker.kinds["play"], "103")
    made = last()[0]
    assert made.grade.off(MEDIUM) == 0 and made.grade.refutes
    assert uncertified(Puzzle("tuned", made.record).with_answer(made.grade)) == []


@pytest.mark.parametrize("game", ["onstage", "bards"])
def test_a_change_leaves_a_board_that_reads_back(game: str) -> None:
    changed = {"onstage": swapped, "bards": posed_anew}[game]
    board = puzzles_of(game, "play", "best")[0].question
    rng, found = Random(5), set()
    for _ in range(30):
        with suppress(TableError):
            board = changed(board, rng)
            text = write(board)
            assert write(read(text)) == text
            found.add(text)
    assert len(found) > 10


def test_no_clock_decides_what_a_seed_makes() -> None:
    made = subprocess.run([sys.executable, "-c", FAST], capture_output=True, text=True, check=True)
    assert made.stdout == write(made_before().record)


def test_clues_may_be_left_out_only_where_the_header_says_so() -> None:
    text = write(made_before().question)
    assert read(text).setup.in_part
    with pytest.raises(IllegalAction, match="when this step begins"):
        read(text.replace('[From "clues"]', '[From "position"]'))


def test_questions_that_were_tried_are_told_one_by_one() -> None:
    tried: list[int] = []
    new("adresses-jaunes", "who", "", "11", tried.append)
    assert tried == list(range(1, len(tried) + 1)) != []


def test_a_kind_that_is_not_there_is_told() -> None:
    with pytest.raises(NoPuzzle, match="no kind"):
        new("adresses-jaunes", "nothing", "", "1")


@pytest.mark.parametrize("game", ["adresses-jaunes", "onstage"])
def test_what_is_made_is_proved(game: str) -> None:
    kind = maker_of(game).kinds["who"]
    made = next(filter(None, tries(maker_of(game), kind, "3")))
    assert all(uncertified(Puzzle("made", each.record)) == [] for each in made)


def test_a_code_holds_the_whole_puzzle_and_tells_when_it_is_changed() -> None:
    for puzzle in ALL:
        code = code_of(puzzle)
        opened = write(puzzle_of(code).record).splitlines()
        assert {*write(puzzle.question).splitlines()} - {*opened} == {
            f'[Title "{puzzle.record.tag("Title")}"]'
        }
        assert puzzle.record.game.name != "adresses-jaunes" or len(code) < 400
    for broken in (code[:-1], code[:9] + ("A" if code[9] != "A" else "B") + code[10:], code[:7]):
        with pytest.raises(NoPuzzle, match="cut or changed"):
            puzzle_of(broken)


def _maker(kind: str):  # type: ignore[no-untyped-def]
    maker = maker_of("adresses-jaunes")
    return maker, maker.kinds[kind]


def _words(text: str) -> list[str]:
    """Return `text` in pieces: the letters of tiles and targets of kinds alone, all else as is."""
    import re

    parts = re.split(r"(?<=\d)([TRP])\b|(?<=disc )([TRP])\b", text)
    return [part for part in parts if part]


def test_pieces_are_asked_for_together_in_any_order() -> None:
    puzzle = puzzles_of("adresses-jaunes", "several")[0]
    asked = puzzle.asked.split(PARTED)
    turned = PARTED.join(reversed(asked))
    text = write(puzzle.question).replace(f'"{puzzle.asked}"', f'"{turned}"')
    other = Puzzle("other", read(text))
    assert other.form == puzzle.form and other.grade == puzzle.grade
    assert {*other.said()} == {*puzzle.said()} and len(puzzle.said()) == len(asked) > 1


def test_all_that_is_settled_can_be_asked_for_together() -> None:
    puzzle = puzzles_of("adresses-jaunes", "all")[0]
    asked = list(Several().asked(puzzle.question))
    assert asked == [PARTED.join(sorted(row.subject for row in puzzle.rows))]


def test_suits_and_names_change_neither_form_nor_grade() -> None:
    puzzle = puzzles_of("onstage", "all")[0]
    text = write(puzzle.record)
    text = text.replace(" Ana", " Zoé").replace('"Ana', '"Zoé')
    text = re.sub(r"\b([BG])(\d?)\b", lambda m: {"B": "G", "G": "B"}[m[1]] + m[2], text)
    lines = [_in_order(line) for line in text.split("\n")]
    other = Puzzle("other", read("\n".join(lines)))
    assert other.form == puzzle.form and other.grade == puzzle.grade


def _in_order(line: str) -> str:
    """Return a line of cards with its cards in the order in which they are written."""
    verb, *words = line.split(" ")
    if verb not in ("played", "gone", "deal", "kept", "void", "removed"):
        return line
    cards = [word for word in words if re.fullmatch(r"[BGKP]\d?", word)]
    others = [word for word in words if word not in cards]
    order = "KPBG"
    return " ".join(
        [verb, *others[:1], *sorted(cards, key=lambda c: (order.index(c[0]), c)), *others[1:]]
    )


WITHOUT_A_WAY = (
    "AP1PjnbPI1SQQ7CIBC884r9gAegpjb9BNlw80QsBk1TExDe77aVbT0YTSCE2dlhYDivtt0QfUo-He4uT6vyj_"
    "5_rSVffHTjzp4yPWiaLfbQ0dpZKkaiuZHK0oBEUBY0QmPgiGLy-UkK0Bo40UBxfWRSnp00dUP3Ufjxql_fVMy"
    "E4ZYuEPQ7Gr1hRXFc1LtAyJFWJCgOt0JFMouOWSDLpIqETbxC3Cf33-MF"
)
"""Its form has a way step by step; under these names one step was told by nothing but nine lines at
once."""


SUPPOSES = "36-tai-hang"
"""Hard, and told by supposing something."""


def test_a_grade_comes_from_the_next_look_where_one_finds_nothing_easier_than_fiendish() -> None:
    puzzle = next(each for each in puzzles("adresses-jaunes") if each.name == SUPPOSES)
    claims = puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer)
    short, whole = (1, 0), LOOKS[0]
    found = {
        looks: way_to(puzzle.hidden, claims, True, looks)
        for looks in [(short,), (whole,), (short, whole), (whole, short), (short, short)]
    }
    levels = [way.grade.level for way in found.values()]
    assert levels == [FIENDISH, HARD, HARD, HARD, FIENDISH]
    assert found[short, whole] == found[whole,]


@pytest.mark.slow
def test_every_step_that_is_told_has_a_way() -> None:
    puzzle = puzzle_of(WITHOUT_A_WAY)
    claims = puzzle.kind.claims(puzzle.question, puzzle.asked, puzzle.answer)
    way = way_to(puzzle.hidden, claims, puzzle.grade.refutes, LOOKS[:1])
    assert not any(way.grade.through) and any(puzzle.way.grade.through)
    told = (str(each.words) for each in puzzle.way.thoughts)
    supposed = [words for words in told if str(Pattern.CONTRADICTION.called) in words]
    assert supposed and all("Suppose" in words for words in supposed)


DEAR = [("adresses-jaunes", FIENDISH)]
"""Boards whose proof alone takes ten seconds."""


@pytest.mark.parametrize(
    ("game", "level"),
    [
        pytest.param(*each, marks=[pytest.mark.slow] * (each in DEAR))
        for each in product(OWN, LEVELS)
    ],
)
def test_a_seed_of_the_stock_makes_a_puzzle_of_its_level_again(game: str, level: str) -> None:
    for kept in islice(stock(game, "", level), 1):
        made = new(game, "", level, kept.seed)
        assert (made.kind.name, made.level) == (kept.kind, level)
        assert sign_of(made.form) == kept.sign
        assert uncertified(made) == []


def test_a_puzzle_of_the_stock_can_be_made_of_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    game = "adresses-jaunes"
    of_a_game = next(stock(game, "who", MEDIUM))
    made = new(game, "", "", of_a_game.seed)
    sign = sign_of(made.form)
    monkeypatch.setattr(
        "aparte.puzzles.stock.stock", lambda *_: [Kept(f"who-{sign}", MEDIUM, sign, code_of(made))]
    )
    again = new(game, "", MEDIUM, f"who-{sign}")
    assert again.name == f"{game}-who-{sign}" and again.record == made.record


BOARDS = [(game, each) for game in OWN for each in stock(game) if each.board]


def test_a_board_of_the_stock_is_that_of_its_sign() -> None:
    assert BOARDS
    for game, kept in BOARDS:
        puzzle = puzzle_of(kept.board)
        assert kept_of(game, kept.seed) == kept and puzzle.record.game.name == game
        assert (puzzle.kind.name, sign_of(puzzle.form)) == (kept.kind, kept.sign)
        assert not {tag for tag, _ in puzzle.record.tags} & {*TOLD}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kept"), BOARDS)
def test_a_board_of_the_stock_makes_a_puzzle_of_its_level(game: str, kept: Kept) -> None:
    made = new(game, "", kept.level, kept.seed)
    assert (made.level, sign_of(made.form)) == (kept.level, kept.sign)
    assert uncertified(made) == []


@pytest.mark.parametrize("game", OWN)
def test_the_stock_has_each_puzzle_once_and_kinds_and_levels_that_there_are(game: str) -> None:
    there = list(stock(game))
    assert len({each.seed for each in there}) == len({each.sign for each in there}) == len(there)
    assert len(there) > 100
    assert {each.kind for each in there} <= maker_of(game).kinds.keys()
    assert {each.level for each in there} <= {*LEVELS}
    rows = (ROOT / game.replace("-", "_") / "stock.txt").read_text().split("\n")
    assert rows[0] == f"format {FORMAT} grader {GRADER}", "make the stock again: tools/stock.py"


def test_the_tiles_that_nobody_holds_are_told_as_in_every_world() -> None:
    for puzzle in puzzles("adresses-jaunes"):
        hidden, board = puzzle.hidden, city(puzzle.question)
        world = Worlds(hidden).world(0)
        where = {item: hidden.name_of(world[item][0]) for item in out_of_sight(hidden)}
        left = [item for item, name in where.items() if name == NOBODY]
        assert unheld(board).n == len(left), puzzle.name
