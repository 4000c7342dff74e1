"""A companion that begins in the middle of a game that a table has noted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from aparte.cli.language import spoken, tell
from aparte.models.core import TABLE, Event, IllegalAction, Record, view
from aparte.models.position import position
from aparte.models.record import read_file, read_words, write, write_event
from aparte.models.words import say
from aparte.sessions import fixing
from aparte.sessions.answers import Refused
from aparte.sessions.awaited import awaited, board, possible
from aparte.sessions.calls import calls_due, calls_now
from aparte.sessions.companion import companion, secrets, settled, told
from aparte.sessions.doubt import Begun
from aparte.sessions.errors import BadRequest
from aparte.sessions.ledger import Ledger
from aparte.sessions.store import FILE
from aparte.sessions.table import Fixed, Table, TakenBack, Unfit
from aparte.sessions.windows import window
from tests.aparte_cli import aparte, process
from tests.tables import prefixes, random_game

CUTS = (0.2, 0.35, 0.5, 0.65, 0.8, 0.95)


def boards(name: str) -> Iterator[tuple[Record, Record]]:
    """Yield notes of a table within a game, and the board that its first player sees then."""
    whole = random_game(name, 3, 7)
    for cut in CUTS:
        so_far = whole.until(whole.lines[int(cut * len(whole.lines))].number)
        try:
            own = position(view(so_far, whole.setup.players[0]))
        except IllegalAction:
            continue
        yield view(so_far, TABLE), own


def noted_home(path: Path) -> str:
    """Return a home of saved games where a table has noted the first lines of one."""
    begun = ("table", "adresses-jaunes", "--players", "Ana,Bo,Cy")
    aparte(*begun, typed="4P 4R 4T 5R 5T 9R\nBo h1 2\nquit\n", APARTE_HOME=str(path))
    return str(path)


@pytest.mark.parametrize("name", ["onstage", "adresses-jaunes", "bards"])
def test_whoever_tells_the_own_hand_goes_on_with_what_their_seat_sees(name: str) -> None:
    found = list(boards(name))
    for noted, own in found:
        seen = [event for _, event in own.events]

        def answer(begun: Record, _: Event, __: object, seen: list[Event] = seen) -> Event:
            return seen[len(begun.lines)]

        assert write(companion(noted, own.viewer, answer)) == write(own)
    assert found


def test_a_companion_says_which_lines_its_player_has_seen_and_is_not_asked_for(
    tmp_path: Path,
) -> None:
    home, record = str(tmp_path), tmp_path / "notes.rec"
    whole = read_file(Path("tests/golden/overseers-4.rec"))
    first = next(number for number, event in whole.events if event.verb == "discards")
    record.write_text(write(view(whole.until(first - 1), TABLE)), "utf-8")
    aparte("import", record, APARTE_HOME=home)
    typed = "fix 9 deal Bo A B H M P T\nfix 13 Bo picks M\nquit\n"
    printed = aparte("resume", "1", "--seat", "Bo", typed=typed, APARTE_HOME=home).stdout
    told = " ".join(printed.split())
    assert "What Bo has seen in lines 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49 is not" in told
    kept = aparte("export", 2, APARTE_HOME=home).stdout
    assert "deal Bo A B H M P T" in kept and "Bo picks M" in kept


@pytest.mark.parametrize("name", ["onstage", "adresses-jaunes", "bards", "overseers"])
def test_undo_stops_where_the_board_begins_that_nobody_has_typed(name: str) -> None:
    found = list(boards(name))
    for _, own in found:
        table = Table(Ledger(own, {}, "1"))
        table.begin()
        put_down = max(n for n, event in own.events if event.verb in own.game.positions.verbs)
        while isinstance(table.undo(""), TakenBack):
            assert table.record.last >= put_down
        for number in ("", str(put_down), str(own.lines[0].number)):
            refused = table.undo(number)
            assert isinstance(refused, Refused) and str(put_down) in str(refused.words)
        assert table.record.until(put_down).lines == own.until(put_down).lines
    assert found


def test_a_board_that_is_being_put_down_is_taken_back_line_by_line() -> None:
    _, own = next(boards("onstage"))
    table = Table(Ledger(own.with_lines(own.lines[:-1]), {}, "1"))
    assert isinstance(table.undo(""), TakenBack) and isinstance(table.undo(""), TakenBack)


def test_a_line_of_the_board_is_corrected_by_one_of_its_kind() -> None:
    _, own = next(boards("onstage"))
    table = Table(Ledger(own, {}, "1"))
    table.begin()
    stage, dealt = (
        next((n, event) for n, event in own.events if event.verb == verb)
        for verb in ("stage", "deal")
    )
    for typed in (write_event(own, dealt[1]), "Ana plays K9", "ana k9"):
        refused = table.fix(f"{stage[0]} {typed}")
        assert isinstance(refused, Refused) and "stage" in str(refused.words)
        assert table.fixing is None
    assert isinstance(table.fix(f"{stage[0]} {write_event(own, stage[1])}"), Fixed)


@pytest.mark.parametrize("name", ["onstage", "adresses-jaunes", "bards", "overseers"])
def test_no_line_of_the_board_is_left_out(name: str) -> None:
    for _, own in boards(name):
        table = Table(Ledger(own, {}, "1"))
        table.begin()
        for typed in fixing.noted(own.until(board(own))):
            if typed.typed:
                refused = table.fix(f"{typed.line.number} -")
                assert isinstance(refused, Refused) and "its kind" in str(refused.words)
                assert isinstance(table.fix(f"{typed.line.number} # none"), Refused)
        assert table.record.until(board(own)).lines == own.until(board(own)).lines
        assert table.fixing is None


def test_no_line_of_the_board_is_left_out_for_another_one() -> None:
    """A stage in front of whom it has no place for leaves a leader of the round that cannot be."""
    _, own = next(boards("onstage"))
    table = Table(Ledger(own, {}, "1"))
    table.begin()
    unfit = list(_unfit(table, own))
    assert unfit
    for number, words in unfit:
        assert f"line {number} is one of the board" in words


def _unfit(table: Table, own: Record) -> Iterator[tuple[int, str]]:
    """Yield lines of the board that another line of the board puts out, and what is said of it."""
    for number, event in own.until(board(own)).events:
        for word in own.setup.players:
            line = write_event(own, replace(event, words=(word, *event.words[1:])))
            answer = table.fix(f"{number} {line}")
            if isinstance(answer, Unfit) and answer.line.number <= board(own):
                for rest in (False, True):
                    refused = table.fix_without(rest)
                    assert isinstance(refused, Refused) and table.fixing is not None
                    yield answer.line.number, str(refused.words)
            table.give_up_fix()


def test_nobody_is_asked_for_packs_that_went_by() -> None:
    asked = list[str]()

    def answer(begun: Record, event: Event, _: object) -> Event:
        assert begun.is_seen(event)
        asked.append(event.verb)
        return read_words(begun, possible(begun, write_event(begun, event)))

    for noted, own in boards("overseers"):
        with suppress(IllegalAction):  # cards made up here may lie open later
            companion(noted, own.viewer, answer)
    assert {"bottom", "discarded"} <= set(asked) and not {"deal", "picks", "gets"} & set(asked)


def test_what_a_seat_saw_goes_on_at_no_other() -> None:
    record = view(random_game("onstage", 3, 1), "Ana")
    with pytest.raises(BadRequest, match="whole table"):
        companion(record, "Bo", lambda _, event, __: event)


def test_a_game_goes_on_as_a_companion_that_is_advised(tmp_path: Path) -> None:
    home, tiles = str(tmp_path), "4P 4R 4T 5R 5T 9R\n"
    first = ("table", "adresses-jaunes", "--players", "Ana,Bo,Cy")
    printed = aparte(*first, typed=f"{tiles}Bo h1 2\nbest\nquit\n", APARTE_HOME=home).stdout
    assert "`aparte resume --seat NAME`" in " ".join(printed.split())
    on = ("resume", "1", "--seat", "Ana")
    printed = aparte(*on, typed="1T 2T\n1T 2T 3P 7R\nbest 0.1\nquit\n", APARTE_HOME=home).stdout
    assert "And 2 more?" in printed
    assert "Value: chance the team wins" in printed
    assert "deal Ana 1T 2T 3P 7R" in aparte("export", 2, APARTE_HOME=home).stdout
    assert "deal Ana ????" in aparte("export", 1, APARTE_HOME=home).stdout


SPOKEN = {
    "onstage": ("en", {"K": "black", "P": "pink", "B": "blue", "G": "green"}),
    "adresses-jaunes": ("fr", {"T": "salon de thé", "R": "restaurant", "P": "pâtisserie"}),
    "overseers": (
        "fr",
        {"M": "meurtre", "B": "bienveillance", "A": "malice"}
        | {"H": "honnêteté", "P": "piété", "T": "vol"},
    ),
}


@pytest.mark.parametrize("name", SPOKEN)
def test_the_own_pieces_are_told_as_people_name_them(name: str) -> None:
    lang, names = SPOKEN[name]
    asked = list[str]()

    def spoken_piece(piece: str) -> str:
        kind = next(filter(names.__contains__, piece))
        return " ".join((names[kind], *filter(str.isdigit, piece)))

    def answer(begun: Record, event: Event, behind: Sequence[Event]) -> Event:
        head = event.head
        there = (each for _, each in own.events if each.head == head)
        true = next(there, read_words(begun, possible(begun, write_event(begun, event))))
        if not true.outcome:  # a choice
            return true
        *most, last = map(spoken_piece, true.outcome)
        for at in range(1, len(most)):
            with pytest.raises(Begun, match=f"{len(true.outcome) - at} more"):
                told(noted, begun, event, behind, ", ".join(most[:at]), tell)
        said = tell(say("{others} and {last}", others=", ".join(most), last=last)) if most else last
        assert told(noted, begun, event, behind, said, tell) == true
        asked.append(said)
        return true

    with spoken(lang):
        for noted, own in boards(name):
            with suppress(IllegalAction):  # pieces made up here may lie open later
                companion(noted, own.viewer, answer)
    assert asked


def test_too_few_and_unknown_pieces_are_asked_again(tmp_path: Path) -> None:
    home = noted_home(tmp_path)
    typed = "\ntea 1, tea 2 and bakery 3\ntea 1, tea 2, bakery 3, the 7 restaurant\nquit\n"
    printed = aparte("resume", "1", "--seat", "Ana", typed=typed, APARTE_HOME=home).stdout
    assert "what Ana alone can see" in printed and printed.count("Ana have in hand?") == 2
    assert "So far: 1T 2T 3P. And 1 more?" in printed
    assert "holds 1T 2T 3P 7R" in printed


def test_pieces_are_told_in_parts_and_what_has_been_played_is_none_of_them(tmp_path: Path) -> None:
    home = str(tmp_path)
    up = "1\nb1 g3 k1 p2 b2 p1 k3 g2 p3 b3 g1 k2\nana\nb8 6 3\n"
    aparte("table", "onstage", "--players", "Ana,Bo,Cy", typed=f"{up}quit\n", APARTE_HOME=home)
    hand = "b8/b9 k9/b9 k9 k4 p4/no/redo/no/b9 k9 k4/p4 b9/k8/undo/p4 p9 zz/p4 p9 k8 k7/g4 g5 g6 g7"
    typed = f"help/now/board/lines/undo/{hand}/quit".replace("/", "\n")
    printed = aparte("resume", "1", "--seat", "Ana", typed=typed, APARTE_HOME=home).stdout
    told = " ".join(printed.split())
    for words in (
        "undo take back what was told last",
        "take B1♦ off the stage",
        "There is nothing to take back.",
        "that does not fit: Ana has laid B8♦ (B8 stands here a second time)",
        "p4 b9 B9 stands here a second time So far: K4 K9 B9. And 8 more?",
        "So far: K4 K9 P4 B9. And 7 more? no The line was left out: b9 k9 k4 p4",
        "redo So far: K4 K9 P4 B9. And 7 more? no",
        "So far: K4 K8 K9 B9. And 7 more? undo So far: K4 K9 B9. And 8 more?",
        "Ana: K♠ 4 7 8 9 P♥ 4 9 B♦ 9 G♣ 4 5 6 7",
    ):
        assert words in told


def test_where_no_companion_can_begin_the_next_lines_are_noted_first(tmp_path: Path) -> None:
    noted = tmp_path / "notes.rec"
    for part in prefixes(view(random_game("bards", 3, 7), TABLE)):
        try:
            companion(part, part.setup.players[0], lambda _, event, __: event)
        except IllegalAction as error:
            noted.write_text(write(part), "utf-8")
            aparte("import", noted, APARTE_HOME=str(tmp_path))
            refused = aparte("resume", "1", "--seat", "Ana", code=1, APARTE_HOME=str(tmp_path))
            assert str(error.words) in " ".join(refused.stderr.split())
            assert "First note what comes until then: `aparte resume 1`" in refused.stderr
            return
    pytest.fail("a companion can begin anywhere")


def test_what_was_told_last_is_taken_back_at_the_next_question(tmp_path: Path) -> None:
    home, record = str(tmp_path), tmp_path / "notes.rec"
    whole = read_file(Path("tests/golden/overseers-4.rec"))
    laid = [number for number, event in whole.events if event.verb == "shows"][3]
    record.write_text(write(view(whole.until(laid), TABLE)), "utf-8")
    aparte("import", record, APARTE_HOME=home)
    typed = "h\np\nundo\nundo\nb h\nm b\nquit\n"
    printed = aparte("resume", "1", "--seat", "Ana", typed=typed, APARTE_HOME=home).stdout
    assert printed.count("Which cards are in the bottom row of Ana, from the left?") == 2
    assert printed.count("So far: H. And 1 more?") == 2
    assert "1 piece belongs here, not 2" in printed


def test_a_seat_goes_on_before_a_vote_that_nobody_has_typed() -> None:
    """Votes in secret come by themselves in a table's notes; the companion has yet to choose."""
    whole = read_file(Path("tests/golden/overseers-4.rec"))
    votes = [number for number, event in whole.events if event.verb == "votes"][:4]
    asked = list[str]()

    def answer(begun: Record, event: Event, _: object) -> Event:
        asked.append(event.verb)
        return read_words(begun, possible(begun, write_event(begun, event)))

    own = companion(view(whole.until(votes[-1]), TABLE), "Ana", answer)
    assert asked == ["bottom", "discarded"]
    assert {each.verb for each in awaited(own)} == {"votes"}


def test_a_seat_goes_on_at_the_first_cards_for_the_stage(tmp_path: Path) -> None:
    home = str(tmp_path)
    up = "fencers festival weavers\ngenerals\nhaze basso alouet clogger\nAna Sol\nBo Ondine\nAna\n"
    aparte("table", "bards", "--players", "Ana,Bo", typed=f"{up}quit\n", APARTE_HOME=home)
    typed = "blue red\nBR\ntwo dancers, singer, poster\ndancer, singer, sol, poster\nquit\n"
    printed = aparte("resume", "1", "--seat", "Ana", typed=typed, APARTE_HOME=home).stdout
    assert "Which cards does Ana have in hand? (4; help, or quit)" in printed
    assert "Ana stages" in printed


def test_the_question_for_a_hand_can_be_left(tmp_path: Path) -> None:
    home = noted_home(tmp_path)
    assert aparte("resume", "1", "--seat", "Ana", typed="quit\n", APARTE_HOME=home).exit_code == 0
    assert "no saved game 2" in aparte("export", 2, code=1, APARTE_HOME=home).output


def test_nothing_is_taken_back_of_the_lines_that_a_companion_began_with(tmp_path: Path) -> None:
    home = noted_home(tmp_path)
    typed = "1T 2T 3P 7R\nAna h1 3\nundo\nundo\nfix last -\nquit\n"
    printed = aparte("resume", "1", "--seat", "Ana", typed=typed, APARTE_HOME=home).stdout
    assert "the game begins here with the board as it stood" in " ".join(printed.split())
    assert "only one of its kind can take its place" in " ".join(printed.split())
    printed = aparte("resume", "2", typed="undo\nquit\n", APARTE_HOME=home).stdout
    assert "the game begins here with the board as it stood" in " ".join(printed.split())
    kept = aparte("export", 2, APARTE_HOME=home).stdout
    assert "deal Ana 1T 2T 3P 7R" in kept and "Bo disc h1 = 2" in kept and "Ana disc" not in kept


def test_a_companion_that_begins_before_secret_choices_says_so(tmp_path: Path) -> None:
    home, record = str(tmp_path), tmp_path / "notes.rec"
    whole = read_file(Path("tests/golden/overseers-4.rec"))
    for verb, back in (("discards", 4), ("votes", 4), ("shows", 0)):
        last = [number for number, event in whole.events if event.verb == verb][3]
        assert secrets(view(whole.until(last), TABLE)) == back
    last = [number for number, event in whole.events if event.verb == "discards"][3]
    record.write_text(write(view(whole.until(last), TABLE)), "utf-8")
    aparte("import", record, APARTE_HOME=home)
    printed = aparte("resume", "1", "--seat", "Bo", typed="undo\nquit\n", APARTE_HOME=home)
    told = " ".join(printed.stdout.split())
    assert "The notes go back 4 lines here: what Bo chooses in secret there is told first." in told
    assert "the game begins here with the board as it stood" in told


def test_a_companion_is_not_asked_for_a_vote_that_lies_open(tmp_path: Path) -> None:
    home, record = str(tmp_path), tmp_path / "notes.rec"
    whole = read_file(Path("tests/golden/overseers-4.rec"))
    last = next(number for number, event in whole.events if event.verb == "voted")
    record.write_text(write(view(whole.until(last), TABLE)), "utf-8")
    aparte("import", record, APARTE_HOME=home)
    typed = "b m\na a a h t\na a\nt\na t\na\nquit\n"
    printed = aparte("resume", "1", "--seat", "Bo", typed=typed, APARTE_HOME=home).stdout
    assert "1 piece belongs here, not 5" in printed and "1 piece belongs here, not 2" in printed
    assert "Nothing else fits the later lines: Bo votes against Cy." in printed
    assert "Bo votes Cy\n" in aparte("export", 2, APARTE_HOME=home).stdout


def test_a_companion_is_not_asked_for_a_row_that_lies_open(tmp_path: Path) -> None:
    """What each card of a row is stands in what its player turns up, unless it was given up."""
    home, record = str(tmp_path), tmp_path / "notes.rec"
    whole = read_file(Path("tests/golden/overseers-4.rec"))
    last = [number for number, event in whole.events if event.verb == "opens"][3]
    record.write_text(write(view(whole.until(last), TABLE)), "utf-8")
    aparte("import", record, APARTE_HOME=home)
    printed = aparte("resume", "1", "--seat", "Dai", typed="a\nquit\n", APARTE_HOME=home).stdout
    told = " ".join(printed.split())
    assert "later lines: Dai has laid Piety, Malice in the bottom row." in told
    assert "bottom Dai P A\n" in aparte("export", 2, APARTE_HOME=home).stdout
    printed = aparte("resume", "1", "--seat", "Cy", typed="h t\nt h\nquit\n", APARTE_HOME=home)
    assert "in the bottom row of Cy, from the left? (2; help, or quit)" in printed.stdout
    assert "that does not fit: Cy turns up: Theft" in printed.stdout
    assert "Which card has Cy discarded?" in printed.stdout


def test_what_the_lines_behind_settle_is_looked_for_in_a_bounded_number_of_tries() -> None:
    """Of a whole hand nothing is settled; that is found out without trying every hand."""
    noted, own = next(boards("onstage"))
    tried = list[Event | None]()

    def answer(begun: Record, event: Event, behind: Sequence[Event]) -> Event:
        tried.append(settled(begun, event, behind))
        return [each for _, each in own.events][len(begun.lines)]

    companion(noted, own.viewer, answer)
    assert tried == [None]


@pytest.mark.parametrize("name", ["onstage", "adresses-jaunes", "bards", "overseers"])
def test_nobody_is_told_to_take_what_lies_before_them(name: str) -> None:
    """What a companion calls at its first prompt, the table has called at its last."""
    found = 0
    for noted, own in boards(name):
        begun = own.until(own.lines[-1].number)
        for call in calls_now(begun):
            found += 1
            assert call in calls_now(noted) or call in calls_due(begun)
    assert found


def test_a_second_companion_begins_with_the_notes_of_the_table_too(tmp_path: Path) -> None:
    home = noted_home(tmp_path)
    with window(tmp_path / FILE, 1):  # the notes are open
        for seat, tiles in (("Ana", "1T 2T 3P 7R"), ("Bo", "1R 1P 7P 7T")):
            process("resume", "--seat", seat, typed=f"{tiles}\nquit\n", APARTE_HOME=home)
    assert "deal Bo 1P 1R 7P 7T" in aparte("export", 3, APARTE_HOME=home).stdout
    assert "1P 1R" not in aparte("export", 2, APARTE_HOME=home).stdout
