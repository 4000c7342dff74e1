"""`aparte play`: the program deals, and each seat sees what is its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from aparte.cli.session.layout import PROMPT
from aparte.cli.session.play import PlaySession
from aparte.cli.session.terminal import InputEnded
from aparte.contract.typist import Typist
from aparte.models.core import TABLE, Record, complete, view
from aparte.models.record import read, write, write_event
from aparte.sessions.answers import Refused
from aparte.sessions.ledger import Ledger
from aparte.sessions.play import Play, Seat, Wanted
from aparte.solver.engine.count import Counter
from aparte.solver.play.coach import choices
from aparte.solver.play.deal import dealt, new_deal, sealed
from aparte.solver.play.driver import acted
from tests.aparte_cli import aparte, environment, process
from tests.tables import blank

GAME = "adresses-jaunes"


@pytest.mark.parametrize("players, bots", [("Ana,Bo", 2), ("Ana,Bo,Cy", 3), ("Ana,Bo,Cy,Dai", 4)])
def test_bots_alone_print_the_referees_record_and_nothing_else(players: str, bots: int) -> None:
    seats = ",".join(f"{name}=random" for name in players.split(","))
    printed = aparte("play", GAME, "--players", players, "--bots", seats, "--seed", 1).stdout
    record = read(printed)
    assert write(record) == printed
    assert len(record.setup.players) == bots
    assert printed.splitlines()[-1] in ("result won", "result lost")


def test_a_seed_gives_the_same_game_in_every_process() -> None:
    asked = ("play", GAME, "--players", "Ana,Bo", "--bots", "Ana=greedy,Bo=random", "--seed", 4)
    once, again = process(*asked, PYTHONHASHSEED="1"), process(*asked, PYTHONHASHSEED="2")
    assert once.returncode == 0, once.stderr
    assert once.stdout == again.stdout
    assert once.stderr == again.stderr == ""


def test_bots_named_one_option_each_all_play() -> None:
    each = ("--bots", "Ana=greedy", "--bots", "Bo=random")
    once = aparte("play", GAME, "--players", "Ana,Bo", *each, "--seed", 4).stdout
    both = ("--bots", "Ana=greedy,Bo=random")
    assert once == aparte("play", GAME, "--players", "Ana,Bo", *both, "--seed", 4).stdout


def test_a_game_of_bots_alone_is_not_saved(tmp_path: Path) -> None:
    home = tmp_path / "home"
    bots = ("--bots", "Ana=random,Bo=random")
    aparte("play", GAME, "--players", "Ana,Bo", *bots, APARTE_HOME=str(home))
    assert not home.exists()


LONG = ("play", "bards", "--players", "Ana,Bo,Cy,Dai", "--seed", "7", "--bots")
LONG = (*LONG, "Ana=random,Bo=random,Cy=random,Dai=random")


@cache
def whole_long_game() -> str:
    return str(aparte(*LONG).stdout)


def watched(lines: int) -> tuple[subprocess.Popen[bytes], list[bytes]]:
    """Return a long game between bots, and what it has printed at its begin.

    Its pipe is shorter than the game, so that it cannot end before it is read on; nothing is read
    ahead.
    """
    game = subprocess.Popen(
        [sys.executable, "-m", "aparte.cli", *LONG],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        pipesize=4096,
        env=environment(),
    )
    assert game.stdout is not None
    return game, [game.stdout.readline() for _ in range(lines)]


@pytest.mark.parametrize("stop, code", [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_game_of_bots_that_is_stopped_leaves_its_record(stop: int, code: int) -> None:
    whole = whole_long_game()
    game, begun = watched(9)
    assert game.poll() is None
    game.send_signal(stop)
    rest, complaint = game.communicate()
    printed = (b"".join(begun) + rest).decode()
    assert (game.returncode, complaint) == (code, b"")
    assert whole.startswith(printed) and len(printed) < len(whole)
    assert write(read(printed)) == printed


def test_a_game_of_bots_ends_quietly_when_nobody_reads_on() -> None:
    game, _ = watched(3)
    assert game.stdout is not None and game.stderr is not None
    game.stdout.close()
    assert game.stderr.read() == b""
    assert game.wait() == 0


def test_settings_other_than_the_default_stand_in_the_header() -> None:
    bots = ("--players", "Ana,Bo", "--bots", "Ana=random,Bo=random", "--seed", 1)
    assert '[Convention "1"]' in aparte("play", GAME, *bots, "--set", "convention=1").stdout
    assert "Convention" not in aparte("play", GAME, *bots, "--set", "Convention=none").stdout


def test_a_space_in_a_name_is_written_as_a_line(home: str) -> None:
    aparte("play", GAME, "--players", "Ana, Mary Ann", APARTE_HOME=home)
    assert '[Players "Ana Mary_Ann"]' in aparte("export", 1, "--all", APARTE_HOME=home).stdout


@pytest.mark.parametrize(
    "options, told",
    [
        (["--players", "Ana"], "2 to 4 players"),
        (["--players", "Ana,Bo,Cy,Dai,Eli"], "2 to 4 players"),
        (["--players", "Ana,ana"], "same name"),
        (["--players", "Ana,,Bo"], "commas between"),
        (["--players", "Ana,7Bo"], "is no name"),
        (["--players", "Ana,nobody"], "word of the notation"),
        (["--players", "Ana,Bo", "--bots", "Cy=greedy"], "no player 'Cy'"),
        (["--players", "Ana,Bo", "--bots", "Bo=oracle"], "no bot 'oracle'"),
        (["--players", "Ana,Bo", "--bots", "Bo"], "no bot ''"),
        (["--players", "Ana,Bo", "--bots", "Bo=random,Bo=greedy"], "two bots"),
        (["--players", "Ana,Bo", "--bots", "Bo=random", "--bots", "Bo=greedy"], "two bots"),
        (["--players", "Ana,Bo", "--set", "Blossoms=1"], "no setting"),
        (["--players", "Ana,Bo", "--set", "Convention"], "NAME=VALUE"),
        (["--players", "Ana,Bo", "--set", "Convention=9"], "expected one of"),
        (["--players", "Ana,Bo", "--edition", "fr"], "No such option"),
    ],
)
def test_a_command_line_that_asks_for_what_cannot_be_ends_with_2(
    options: list[str], told: str, home: str
) -> None:
    result = aparte("play", GAME, *options, code=2, APARTE_HOME=home)
    assert told in " ".join(result.output.split())
    assert not Path(home).exists()


def script(seed: int, players: tuple[str, ...], ends: int = 1000) -> tuple[str, Record]:
    """Return lines that play a whole game at random, as somebody may type them, and its record."""
    deal = new_deal(seed)
    record = dealt(sealed(blank(GAME, players), deal), deal.seed)
    rng, typed = Random(seed), []
    while len(typed) < ends:
        free = [p for p in players if any(e.actor == p for e in choices(view(record, p)))]
        if not free:
            break
        player = rng.choice(free)
        event = rng.choice([e for e in choices(view(record, player)) if e.actor])
        typed.append(write_event(record, event))
        record = dealt(acted(record, event), deal.seed)
    return "".join(f"{line}\n" for line in typed), record


def exported(record: Record, seed: int) -> str:
    """Return what is printed of a game that is over: its seed as well."""
    head, _, rest = write(record).partition(f'[Deal "{new_deal(seed).seal}"]\n')
    return head + "".join(f'[{tag} "{value}"]\n' for tag, value in new_deal(seed).tags) + rest


@pytest.mark.parametrize("seed", range(2))
def test_a_script_plays_a_whole_game(seed: int, home: str) -> None:
    typed, record = script(seed, ("Ana", "Bo", "Cy"))
    asked = ("play", GAME, "--players", "Ana,Bo,Cy", "--seed", seed)
    printed = aparte(*asked, typed=typed, APARTE_HOME=home).stdout
    assert aparte("export", 1, "--all", APARTE_HOME=home).stdout == exported(record, seed)
    assert "The game is over" in printed


def test_a_game_that_was_left_goes_on_where_it_was(home: str) -> None:
    typed, record = script(5, ("Ana", "Bo"))
    lines = typed.splitlines(keepends=True)
    asked = ("play", GAME, "--players", "Ana,Bo", "--seed", 5)
    left = aparte(*asked, typed="".join(lines[:3]), APARTE_HOME=home).stdout
    assert "aparte resume 1" in left
    aparte("resume", typed="".join([*lines[3:5], "quit\n", *lines[5:]]), APARTE_HOME=home)
    aparte("resume", 1, typed="".join(lines[5:]), APARTE_HOME=home)
    assert aparte("export", 1, "--all", APARTE_HOME=home).stdout == exported(record, 5)


def test_a_move_is_read_with_forgiveness(home: str) -> None:
    typed = "ana\nDISC H1\nt\nBO\nzz\npawn\npawn 9z\nana\nmoves\n1\n"
    asked = ("play", GAME, "--players", "Ana,Bo", "--seed", 2)
    printed = aparte(*asked, typed=typed, APARTE_HOME=home).stdout
    rows = aparte("export", 1, "--all", APARTE_HOME=home).stdout.splitlines()[7:]
    assert re.fullmatch(r"Ana disc h1 = \d", rows[0])
    assert re.fullmatch(r"Bo disc T = \d", rows[1])
    assert re.fullmatch(r"Ana pawn \d. = \w+", rows[2])
    assert len(rows) == 3
    assert "Type a move such as pawn" in printed


def test_wrong_moves_change_nothing(home: str) -> None:
    record = script(2, ("Ana", "Bo"), ends=0)[1]
    own = record.state.hands["Ana"].known[0]
    open_tile = record.state.revealed[0]
    typed = f"Ana disc h1\nBo disc h1\nAna\npawn {own}\npawn {open_tile}\ndisc h1\nundo\n"
    asked = ("play", GAME, "--players", "Ana,Bo", "--seed", 2)
    printed = aparte(*asked, typed=typed, APARTE_HOME=home).stdout
    assert f"{own} is Ana's own tile (AJ-6)" in printed
    assert f"{open_tile} already has a cube (AJ-6)" in printed
    assert "every player places the pawn now (AJ-4)" in printed
    assert len(aparte("export", 1, "--all", APARTE_HOME=home).stdout.splitlines()) == 9


def test_who_asks_is_told_what_the_deal_is_sealed_with(home: str) -> None:
    seal = new_deal(2).seal
    asked = ("play", GAME, "--players", "Ana,Bo", "--seed", 2)
    printed = aparte(*asked, typed="Ana disc h1\nBo\n", APARTE_HOME=home).stdout
    assert seal not in printed
    for typed in ("verify\n", "Bo\nverify\n"):
        told = aparte("resume", 1, typed=typed, APARTE_HOME=home).stdout
        assert f"The deal is sealed with {seal}." in " ".join(told.split())
    assert f'[Deal "{seal}"]' in aparte("export", 1, "--as", "table", APARTE_HOME=home).stdout


def test_what_was_revealed_cannot_be_taken_back(home: str) -> None:
    typed = "Ana disc h1\nBo disc h1\nundo\n"
    asked = ("play", GAME, "--players", "Ana,Bo", "--seed", 2)
    printed = aparte(*asked, typed=typed, APARTE_HOME=home).stdout
    assert re.search(r"Bo lays a disc on h1: \d. What was drawn, rolled or shown cannot", printed)
    assert len(aparte("export", 1, "--all", APARTE_HOME=home).stdout.splitlines()) == 9


def test_a_seat_takes_back_no_choice_of_another(home: str) -> None:
    asked = ("play", "overseers", "--players", "Ana,Bo,Cy", "--bots", "Cy=beginner", "--seed", 4)
    typed = "picks A\nundo\nfix Ana\npicks T\npicks A\nundo\n"
    printed = " ".join(aparte(*asked, typed=typed, APARTE_HOME=home).stdout.split())
    assert "at a seat only your own; fix Ana lets Ana choose again." in printed
    assert "chooses again" not in printed
    rows = aparte("export", 1, "--all", APARTE_HOME=home).stdout.splitlines()
    assert [row for row in rows if "picks" in row][:2] == ["Ana picks T", "Bo picks A"]


FIRST = "moves\n1\n"
"""The first of the moves that are listed is made."""


def corrected(home: str, bots: Sequence[str], seed: int, typed: str) -> str:
    """Return what is printed in a game of Overseers of which lines are corrected."""
    asked = ("play", "overseers", "--players", "Ana,Bo,Cy", *bots, "--seed", seed)
    return " ".join(aparte(*asked, typed=typed, APARTE_HOME=home).stdout.split())


def test_the_own_last_choice_is_found_behind_those_of_bots(home: str) -> None:
    typed = f"{FIRST * 6}undo\nfix last\n\nquit\n"
    printed = corrected(home, ("--bots", "Bo=regular,Cy=regular"), 21, typed)
    assert "at a seat only your own; fix Ana lets Ana choose again." in printed
    assert "Ana, instead of your last choice; Enter leaves it:" in printed
    assert "Nothing was changed." in printed


@pytest.mark.parametrize("asked", ["fix", "fix last", "fix Ana"])
def test_who_chose_last_can_choose_again_from_the_seat_of_the_next(asked: str, home: str) -> None:
    printed = corrected(home, (), 11, f"{FIRST}{asked}\n\nquit\n")
    assert "Ana, instead of your last choice; Enter leaves it:" in printed


def test_a_correction_says_what_is_wrong_with_it(home: str) -> None:
    printed = corrected(home, (), 11, f"{FIRST}fix Ana picks H\nfix Zoe\nfix Cy\nquit\n")
    assert "Type fix Ana alone: the new choice is asked for then." in printed
    assert "Type one of these names: Ana, Bo, Cy" in printed
    assert "There is no line to take back." in printed


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_that_can_be_asked_fits_on_one_page(lang: str, home: str) -> None:
    game = ("play", "overseers", "--players", "Ana,Bo,Cy", "--bots", "Bo=greedy,Cy=greedy")
    printed = aparte("--lang", lang, *game, "--seed", 4, typed="help\n", APARTE_HOME=home).stdout
    told = printed.partition(": help\n")[2].splitlines()[:-1]
    assert 15 < len(told) <= 24 - PROMPT
    assert sum("explain" in row or "expliquer" in row for row in told) == 1


def test_a_bot_plays_beside_a_person_and_can_be_sent_first(home: str) -> None:
    asked = ("play", GAME, "--players", "Ana,Bo", "--bots", "Bo=greedy", "--seed", 3)
    aparte(*asked, typed="bo\ndisc h1\n", APARTE_HOME=home)
    rows = aparte("export", 1, "--all", APARTE_HOME=home).stdout.splitlines()[7:]
    assert [row.split()[:2] for row in rows] == [["Bo", "disc"], ["Ana", "disc"]]


class Typed(Typist):
    """Types given lines, and keeps what each is answered with; leaves behind the last."""

    def ask(self, prompt: str, offer: object = None) -> str:
        print(prompt)
        self.typed += 1
        for line in self._lines:
            return line
        raise InputEnded

    def turn_page(self, draw: Callable[[int | None], None] | None = None) -> None:
        print("page")
        super().turn_page(draw)


QUESTIONS = [
    "help",
    "board",
    "lines",
    "moves",
    "hint",
    "hint answer",
    "solve",
    "explain Bo 5T",
    "explain not nobody 1P",
    "pawn 9P Bo",
    "disc h1",
    "pawn zz",
    "undo",
]


@pytest.mark.parametrize("seed", range(1, 3))
def test_a_seat_is_told_the_same_in_every_world_that_fits_its_view(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    record = script(seed, ("Ana", "Bo", "Cy"), ends=3 + 3 * seed)[1]
    own = view(record, "Ana")
    counter = Counter(own.game.model.hidden(own))
    told = set()
    for world in (counter.world(0), *counter.sample(Random(seed), 1)):
        twin = complete(own, world)
        session = PlaySession(Play(Ledger(twin, {}, "1"), {}), Typed(["Ana", *QUESTIONS]))
        with pytest.raises(InputEnded):
            session.run()
        told.add(capsys.readouterr().out)
    assert len(told) == 1


def test_between_the_seats_nothing_is_told_but_what_everybody_knows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = script(6, ("Ana", "Bo", "Cy"), ends=7)[1]
    public = view(record, TABLE)
    told = set()
    for world in Counter(public.game.model.hidden(public)).sample(Random(6), 4):
        play = Play(Ledger(complete(public, world), {}, "1"), {})
        session = PlaySession(play, Typed(QUESTIONS))
        with pytest.raises(InputEnded):
            session.run()
        told.add(capsys.readouterr().out)
    assert len(told) == 1


def first_moves(seed: int) -> tuple[str, str]:
    """Return who leads a game of three at Onstage, and what that player can play."""
    deal = new_deal(seed)
    record = dealt(sealed(blank("onstage", 3), deal), deal.seed)
    player = record.state.to_play
    move = choices(view(record, player))[0]
    return player, write_event(record, move).removeprefix(f"{player} ")


@pytest.mark.parametrize(
    "answers, left", [("yes\nyes\n", 0), ("yes\nno\n", 1), ("B4 add\n\ny\ng9\ny\n", 0)]
)
def test_a_choice_is_taken_back_if_the_others_say_so(home: str, answers: str, left: int) -> None:
    player, move = first_moves(3)
    asked = ("play", "onstage", "--players", "Ana,Bo,Cy", "--seed", 3)
    typed = f"{move}\ntakeback {player}\n{answers}quit\n"
    told = aparte(*asked, typed=typed, APARTE_HOME=home).stdout
    assert f"{player} would take back 1 line:" in told and f"{player} plays " in told
    assert told.count("Type yes or no.") == answers.count("\n") - 2
    assert ("no: play goes on" in told) is bool(left)
    assert (f"{player} chooses again" in told) is not bool(left)
    kept = aparte("export", 1, "--all", APARTE_HOME=home).stdout
    assert kept.count(f"\n{player} plays") == left
    assert ("# taken back: " in kept) is not bool(left)


def test_all_that_goes_with_a_choice_is_told_before_it_is_taken_back(
    home: str, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Play(Ledger(blank("onstage", 3), {}, "3"), {})
    actors = []
    for _ in range(3):
        asked = play.asked()
        assert isinstance(asked, Seat)
        actors.append(asked.player)
        play.make(play.moves(asked.player)[0])
    first, second, third = actors
    session = PlaySession(play, Typed([f"takeback {first}", "no"]))
    with pytest.raises(InputEnded):
        session.run()
    told = capsys.readouterr().out
    assert f"{first} would take back 3 lines:" in told
    assert f"What others chose is gone with it: {second}, {third}." in told
    assert f"{third} plays" in told.partition("would take back")[2]


def test_at_a_seat_the_own_choice_is_taken_back_unless_somebody_is_named() -> None:
    play = Play(Ledger(blank("onstage", 3), {}, "3"), {})
    first = play.asked()
    assert isinstance(first, Seat)
    play.make(play.moves(first.player)[0])
    second = play.asked()
    assert isinstance(second, Seat)
    assert isinstance(play.takeback(by=second.player), Refused)
    theirs = play.takeback(first.player, by=second.player)
    assert isinstance(theirs, Wanted) and second.player in theirs.asked
    own = play.takeback(by=first.player)
    assert isinstance(own, Wanted) and own.player == first.player and own.others == ()


def test_a_choice_that_nobody_has_seen_is_corrected_at_its_seat(home: str) -> None:
    asked = ("play", "overseers", "--players", "Ana,Bo,Cy", "--seed", 3)
    deal = new_deal(3)
    record = dealt(sealed(blank("overseers", 3), deal), deal.seed)
    moves = [each for each in choices(view(record, "Ana")) if each.verb == "picks"]
    old, new = (f"picks {each.words[0]}" for each in moves[:2])
    typed = f"{old}\nfix Ana\n{new}\nquit\n"
    aparte(*asked, typed=typed, APARTE_HOME=home)
    kept = aparte("export", 1, "--all", APARTE_HOME=home).stdout
    assert f"Ana {new}" in kept and f"Ana {old}" not in kept


def test_a_question_is_asked_by_other_words_for_it(home: str) -> None:
    asked = ("play", "onstage", "--players", "Ana,Bo,Cy", "--bots", "Bo=greedy,Cy=greedy")
    typed = "et si\nback\nwhat if zz\ncorrection 3\nquit\n"
    told = aparte(*asked, "--seed", 3, "--lang", "fr", typed=typed, APARTE_HOME=home).stdout
    told = " ".join(told.split())
    assert "Et si… Ana" in told and "le numéro d’une ligne et qui joue" in told
    assert "Tapez l’un de ces noms" in told and "Est-ce bien cela" not in told


def test_a_side_line_is_played_and_thrown_away(home: str) -> None:
    asked = ("play", "onstage", "--players", "Ana,Bo,Cy", "--bots", "Bo=greedy,Cy=greedy")
    typed = f"whatif\n{FIRST}undo\nfix 3\ntakeback\nwhatif\n{FIRST}back\nlines\nwhatif zz\nquit\n"
    told = aparte(*asked, "--seed", 3, typed=typed, APARTE_HOME=home).stdout
    assert told.count("What if … Ana, a move or back:") == 9
    assert told.count("A side line takes moves and questions: back leaves it; then another") == 4
    assert "is not understood" not in told
    assert "expected the number of a line and who plays" in told
    kept = aparte("export", 1, "--all", APARTE_HOME=home).stdout
    assert kept.count("Ana plays") == 0


def test_solve_shows_what_a_convention_tells_at_a_table_that_has_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = aparte(
        *("play", GAME, "--players", "Ana,Bo", "--bots", "Ana=greedy,Bo=greedy", "--seed", 6),
        *("--set", "Convention=spoken"),
    ).stdout
    record = read(whole)
    cut = record.until([n for n, event in record.events if event.verb == "disc"][-1])
    session = PlaySession(Play(Ledger(cut, {}, "1"), {}), Typed(["Ana", "solve"]))
    with pytest.raises(InputEnded):
        session.run()
    assert "literally and by convention" in capsys.readouterr().out
