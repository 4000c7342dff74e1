"""Work in several processes: whoever dies, what comes of it is the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, sleep

import pytest

from aparte.solver.play.simulate import GIVEN_UP, Broken, Contest, play_all, play_in_processes
from aparte.solver.play.workers import in_order, in_processes
from tests.aparte_cli import aparte, environment
from tests.solver.play.test_simulate import plain

CONTEST = Contest("adresses-jaunes", ("random", "random"), seed=4)
GAMES = 40


def test_a_killed_process_costs_nothing() -> None:
    ended, crews = [], list[set[BaseProcess]]()
    for each in play_in_processes(CONTEST, range(GAMES), 2):
        ended.append(each)
        if len(ended) in (3, 20):
            crews.append({*active_children()})
            os.kill(crews[-1].copy().pop().pid, signal.SIGKILL)  # type: ignore[arg-type]
    assert plain(ended) == plain(play_all(CONTEST, range(GAMES)))
    assert not active_children() and not crews[0] & crews[1]


def test_what_comes_early_waits_for_its_turn() -> None:
    assert [*in_order("abc", [("c", 3), ("a", 1), ("b", 2)])] == [1, 2, 3]


def test_what_work_raises_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_processes(partial(divmod, 1), [1, 0], 2, died=lambda task: (0, 0)))
    assert not active_children()


SOLE = """
import os, signal, sys
from aparte.solver.play import simulate, workers

def play(contest, number, whole=simulate.play):
    deadly = {"once": [7] * (not os.path.exists(sys.argv[1])), "one": [7], "all": range(20)}
    if number in deadly[sys.argv[2]]:
        open(sys.argv[1], "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(contest, number)

simulate.play = play

if __name__ == "__main__":
    contest = simulate.Contest("adresses-jaunes", ("random", "random"))
    ended = []
    try:
        for each in simulate.play_in_processes(contest, range(20), 2):
            if isinstance(each, simulate.Broken):
                print(each.number, each.why)
            else:
                ended.append(each.number)
    except workers.Halted as halted:
        print(halted)
    print(*sorted(ended))
"""


@pytest.mark.parametrize("deadly", [pytest.param("once", marks=pytest.mark.soak), "one", "all"])
def test_a_game_that_ends_its_processes_is_left_out_and_named(tmp_path: Path, deadly: str) -> None:
    script = tmp_path / "sole.py"
    script.write_text(SOLE)
    ran = subprocess.run(
        [sys.executable, script, tmp_path / "died", deadly],
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    *told, ended = ran.stdout.splitlines()
    if deadly == "all":
        assert ended == ""
        assert told[-1] == "every process that plays here dies"
        assert len(told) == GIVEN_UP + 1
        return
    assert ended == " ".join(str(n) for n in range(20) if deadly == "once" or n != 7)
    died = "7 it ended every process that played it"
    assert told == ([died] if deadly == "one" else [])


def test_what_goes_wrong_in_a_game_comes_with_its_trace() -> None:
    unknown = Contest("adresses-jaunes", ("random", "nobody"))
    ended = sorted(play_in_processes(unknown, range(3, 5), 2), key=lambda each: each.number)
    for number, each in enumerate(ended, start=3):
        assert isinstance(each, Broken)
        assert (each.number, each.kind) == (number, "KeyError")
        assert each.trace.endswith("KeyError: 'nobody'\n")


NOTICING = """
from aparte.models import notice, words
from aparte.solver.play import simulate

def play(contest, number, whole=simulate.play):
    notice.notice(words.say("a full disk"))
    return whole(contest, number)

simulate.play = play

if __name__ == "__main__":
    contest = simulate.Contest("adresses-jaunes", ("random", "random"))
    print(len([*simulate.play_in_processes(contest, range(12), 2)]))
"""


def test_what_all_processes_notice_is_told_once(tmp_path: Path) -> None:
    script = tmp_path / "noticing.py"
    script.write_text(NOTICING)
    ran = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env=environment()
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "12\n", "aparte: a full disk\n")


def command(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "aparte.cli", "simulate", "adresses-jaunes", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )


def children(process: subprocess.Popen[str]) -> list[int]:
    """Return the processes that play for `process`."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process.pid and b"spawn_main" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def until(true, seconds: float = 60) -> None:
    end = monotonic() + seconds
    while not true():
        assert monotonic() < end
        sleep(0.1)


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds the processes in /proc")
@pytest.mark.parametrize("hit", [signal.SIGINT, signal.SIGKILL])
def test_nobody_is_left_behind(hit: signal.Signals) -> None:
    run = command("--seats", "greedy,greedy", "--games", 100_000, "--workers", 2, "--json")
    until(lambda: len(children(run)) == 2)
    crew = children(run)
    if hit == signal.SIGINT:
        sleep(2)
        os.killpg(run.pid, hit)  # as a terminal does
        out, told = run.communicate(timeout=60)
        assert run.returncode == 130, told
        assert len(told.splitlines()) == 1
        assert json.loads(out)["games"] >= 0
    else:
        run.kill()
        run.communicate()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in crew))


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds the processes in /proc")
def test_an_interrupt_also_ends_a_process_that_is_stopped() -> None:
    run = command("--seats", "greedy,greedy", "--games", 100_000, "--workers", 2, "--json")
    until(lambda: len(children(run)) == 2)
    crew = children(run)
    os.kill(crew[0], signal.SIGSTOP)
    os.killpg(run.pid, signal.SIGINT)
    run.communicate(timeout=60)
    assert run.returncode == 130
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in crew))


@pytest.mark.skipif(not Path("/proc").exists(), reason="finds the processes in /proc")
def test_the_command_gives_the_same_figures_after_a_kill() -> None:
    asked = ("--seats", "random,random", "--games", 60, "--json", "--workers")
    run = command(*asked, 2)
    until(lambda: len(children(run)) == 2)
    os.kill(children(run)[0], signal.SIGKILL)
    out, told = run.communicate(timeout=120)
    assert (run.returncode, told) == (0, "")
    figures = json.loads(out)
    others = json.loads(aparte("simulate", "adresses-jaunes", *asked, 1).stdout)
    del figures["seconds_per_move"], others["seconds_per_move"]
    assert figures == others
