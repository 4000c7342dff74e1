"""Compiled code is never older than its sources, and lies in its folder or nowhere."""

from __future__ import annotations

import ast
import gc
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, NamedTuple

import pytest

from aparte.models.notice import listening
from aparte.models.words import Words
from aparte.solver.play import rehearsal
from aparte.solver.play.shelf import DAY, WHOLE, Shelf, shelf, sweep
from tests.aparte_cli import EXAMPLES, environment

ROOT = Path(__file__).parents[3]
KERNELS = sorted((ROOT / "solver").rglob("*_kernel.py"))
MISSED = "aparte: compiling the coach for this Python and this processor, once"
CALLED = """
from .play.compiled import kernel

STEP = 1

@kernel
def step(x):
    return x + STEP
"""
CALLER = """
from .called_kernel import step
from .play.compiled import kernel

@kernel
def steps(x):
    return step(step(x)) if x else step(0)
"""
MAKER = """
import numpy as np
from .play.compiled import kernel

@kernel
def same(n):
    return n

@kernel
def made(n):
    return np.zeros(n)

@kernel
def size(n):
    return len(made(n))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, with two small kernels of its own: one calls the other."""
    package = tmp_path / "copy" / "aparte"
    for folder in ("models", "solver", "puzzles", "sessions", "cli"):
        copytree(ROOT / folder, package / folder, ignore=ignore_patterns("__pycache__"))
    (package / "__init__.py").write_bytes((ROOT / "__init__.py").read_bytes())
    (package / "solver" / "called_kernel.py").write_text(CALLED)
    (package / "solver" / "caller_kernel.py").write_text(CALLER)
    return package


def started(package: Path, *arguments: object, **extra: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        cwd=package.parent,
        env=environment(PYTHONPATH=str(package.parent), PYTHONDONTWRITEBYTECODE="1", **extra),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(process: subprocess.Popen[str]) -> str:
    out, told = process.communicate()
    assert process.returncode == 0, told
    assert not told or (told.startswith(MISSED) and len(told.splitlines()) == 1), told
    return out


def steps(package: Path, **extra: str) -> subprocess.Popen[str]:
    code = "from aparte.solver.caller_kernel import steps; print(steps(10), len(steps.stats[1]))"
    return started(package, "-c", code, **extra)


def kept(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_code_is_kept_if_it_is_whole_and_does_not_outlive_what_it_calls(
    package: Path, tmp_path: Path
) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    before = kept(package)
    assert answer(steps(package, **cache)) == "12 0\n"
    files = {path: path.stat().st_mtime_ns for path in kept(tmp_path / "cache")}
    assert len(files) == 2  # one of each, also of what is called with a number as it stands
    called = package / "solver" / "called_kernel.py"
    called.write_text(CALLED.replace("STEP = 1", "STEP = 5"))
    assert answer(steps(package, **cache)) == "20 0\n"
    called.write_text(CALLED)
    assert answer(steps(package, **cache)) == "12 1\n"
    assert {path: path.stat().st_mtime_ns for path in files} == files
    damaged = dict(zip(files, (b"", b"\0" * 5_000), strict=True))
    for path, code in damaged.items():
        path.write_bytes(code)
    assert answer(steps(package, **cache)) == "12 0\n"
    assert not any(path.read_bytes() == code for path, code in damaged.items())
    assert kept(package) == before


def test_code_of_two_processes_does_not_mix(package: Path, tmp_path: Path) -> None:
    (package / "solver" / "maker_kernel.py").write_text(MAKER)

    def sizes(code: str) -> str:
        code = f"from aparte.solver.maker_kernel import *; print({code})"
        return answer(started(package, "-c", code, NUMBA_CACHE_DIR=str(tmp_path)))

    assert sizes("size(3)") == "3\n"
    (made,) = tmp_path.rglob("made-*")
    made.unlink()  # as if it had come from the folder of another program
    assert sizes("size(3), same(1), made(2)") == "3 1 [0. 0.]\n"
    assert sizes("size(3), made(2)") == "3 [0. 0.]\n"


def test_holders_of_arrays_are_counted_where_arrays_are_made_and_nowhere_else() -> None:
    import numpy as np
    from numba.core.runtime import _nrt_python as memory

    from aparte.solver.play.compiled import _Kernel

    def compiled(function: Callable[..., float]) -> Any:
        return _Kernel(function, Shelf((), missed=True), {})

    class Two(NamedTuple):
        one: Any
        other: Any

    @compiled
    def looked(two: Any, n: int) -> float:
        worth = 0.0
        for i in range(n):
            worth += two.one[i] if i % 3 else two.other[i]
        return worth

    @compiled
    def made(n: int) -> Any:
        return np.ones(n)

    @compiled
    def both(n: int) -> Any:
        worth = 0.0
        for _ in range(n):
            one = made(n)
            worth += looked(Two(one, made(n)), n) + one[0]
        return worth

    gc.collect()  # or what others left is counted as freed here
    memory.memsys_enable_stats()
    before = memory.memsys_get_stats_alloc(), memory.memsys_get_stats_free()
    assert both(9) == 90
    after = memory.memsys_get_stats_alloc(), memory.memsys_get_stats_free()
    memory.memsys_disable_stats()
    assert after[0] - before[0] == after[1] - before[1] == 18
    assert "NRT_decref" not in "".join(looked.inspect_llvm().values())


@pytest.mark.soak
def test_another_version_or_processor_compiles_anew(package: Path, tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    other = {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""}
    assert answer(steps(package, **cache)) == "12 0\n"
    assert answer(steps(package, **cache, **other)) == "12 0\n"
    for file, old, new in (
        ("solver/play/shelf.py", '"numba", ', '"numba", "rich", '),
        ("__init__.py", '__version__ = "', '__version__ = "9'),
    ):
        source = package / file
        assert old in source.read_text()
        source.write_text(source.read_text().replace(old, new))
        assert answer(steps(package, **cache)) == "12 0\n"


@pytest.mark.soak
def test_two_processes_at_once_fill_one_folder(package: Path, tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    both = [steps(package, **cache) for _ in range(2)]
    assert {answer(process).split()[0] for process in both} == {"12"}
    assert len(kept(tmp_path / "cache")) == 2
    assert answer(steps(package, **cache)) == "12 1\n"


@pytest.mark.parametrize(
    ("blocked", "language", "word"),
    [
        pytest.param("cache", "en", "cannot be kept", marks=pytest.mark.soak),
        ("cache/aparte", "fr", "ne peut pas être conservé"),
    ],
)
def test_an_unusable_folder_is_told_in_one_line(
    package: Path, tmp_path: Path, blocked: str, language: str, word: str
) -> None:
    (tmp_path / blocked).parent.mkdir(exist_ok=True)
    (tmp_path / blocked).write_text("in the way")
    before = kept(tmp_path)
    code = (
        "import aparte.cli.main as main, typer\n"
        "def best():\n"
        "    from aparte.solver.caller_kernel import steps\n"
        "    print(steps(10))\n"
        "main._loaded = lambda name, entry: typer.main.get_command(app)\n"
        "app = typer.Typer()\n"
        "app.command()(best)\n"
        "main.app(['best'])\n"
    )
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    ran = started(package, "-c", code, **cache, APARTE_LANG=language)
    out, told = ran.communicate()
    assert (ran.returncode, out) == (0, "12\n"), told
    missed, told = told.splitlines()
    assert missed.startswith("aparte: compil")
    assert told.startswith("aparte: ")
    assert word in told
    assert kept(tmp_path) == before


def test_a_full_disk_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    shelf = Shelf((tmp_path / "kernels-1",))
    shelf.keep("first", b"code")
    monkeypatch.setattr(os, "replace", full)
    told: list[Words] = []
    with listening(told.append):
        shelf.keep("second", b"code")
        shelf.keep("third", b"code")
    assert len(told) == 1
    assert os.strerror(28) in str(told[0])
    assert [path.name for path in kept(tmp_path)] == ["first"]


def test_what_comes_first_is_looked_up_first(tmp_path: Path) -> None:
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    Shelf((shipped,)).keep("f", b"shipped")
    Shelf((own,)).keep("f", b"own")
    Shelf((own,)).keep("g", b"own")
    shelf = Shelf((shipped, own))
    assert (shelf.find("f"), shelf.find("g"), shelf.find("h")) == (b"shipped", b"own", None)


def test_a_shelf_that_cannot_keep_still_finds(tmp_path: Path) -> None:
    Shelf((tmp_path / "shipped",)).keep("f", b"code")
    (tmp_path / "own").write_text("in the way")
    shelf = Shelf((tmp_path / "shipped", tmp_path / "own"))
    told: list[Words] = []
    with listening(told.append):
        shelf.keep("g", b"code")
        shelf.keep("h", b"code")
    assert len(told) == 1
    assert shelf.find("f") == b"code"


def test_what_is_missing_is_told_once_and_at_once(tmp_path: Path) -> None:
    shelf, told = Shelf((tmp_path / "own",)), list[Words]()
    with listening(told.append):
        assert (shelf.awaited("f"), shelf.awaited("g")) == (None, None)
    assert [str(words)[:9] for words in told] == ["compiling"]


def test_what_another_process_compiles_is_waited_for(tmp_path: Path) -> None:
    own, told, looked = tmp_path / "own", list[Words](), list[int]()

    def fills() -> bool:
        looked.append(1)
        if len(looked) == 3:
            Shelf((own,)).keep("f", b"code")
        return len(looked) < 5

    shelf = Shelf((own,), filling=fills)
    with listening(told.append):
        assert shelf.awaited("f") == b"code"
        assert [str(words) for words in told] == [
            "the coach is still being compiled, once: it can take a minute"
        ]
        assert shelf.awaited("g") is None  # the other process ends without it
    assert [str(words)[:9] for words in told][-1] == "compiling"


def test_a_session_has_it_compiled_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, told = Shelf((tmp_path / "own",)), list[Words]()
    monkeypatch.setattr(rehearsal, "shelf", lambda: own)
    code = f"from pathlib import Path; Path({str(tmp_path / 'ran')!r}).touch()"
    monkeypatch.setattr(rehearsal, "COMMAND", ("-c", code))
    with listening(told.append):
        assert not rehearsal.begin("overseers")  # nothing of it is compiled
        assert rehearsal.begin("onstage")
        assert not rehearsal.begin("onstage")  # it is under way
    assert own.filling is not None
    while own.filling():
        pass
    assert (tmp_path / "ran").exists()
    assert len(told) == 1
    own.keep(WHOLE, b"")
    own.filling = None
    assert not rehearsal.begin("onstage")


def test_a_rehearsal_ends_with_a_session_that_is_killed(tmp_path: Path) -> None:
    """The rehearsal holds the pipe that is read here: it comes to its end when both are gone."""
    session = (
        "import os, signal\n"
        "from aparte.solver.play import rehearsal\n"
        "from aparte.solver.play.shelf import Shelf\n"
        "from pathlib import Path\n"
        "rehearsal.shelf = lambda own=Shelf((Path('own'),)): own\n"
        "code = ('from threading import Event; from aparte.solver.play import rehearsal;'\n"
        "        'rehearsal.shelf = lambda: Event().wait(); rehearsal.main()')\n"
        "rehearsal.COMMAND = ('-c', code)\n"
        "rehearsal.subprocess.DEVNULL = None  # so that it inherits the pipe\n"
        "assert rehearsal.begin('onstage')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", session],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        timeout=60,  # a rehearsal that goes on holds the pipe for ever
    )
    assert ran.returncode == -9


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all code that an installation brings; `make` has filled it."""
    found = [folder for folder in shelf().folders if (folder / WHOLE).exists()]
    if found:
        return found[0]
    root = tmp_path_factory.mktemp("installed")
    ran = subprocess.run(
        [sys.executable, "-m", "aparte.solver.play.rehearsal"],
        env=environment(NUMBA_CACHE_DIR=str(root)),
        check=True,
        capture_output=True,
        text=True,
    )
    return Path(ran.stdout.strip())


ASKED = (
    f"best {EXAMPLES}/adresses-jaunes-3p-ana.rec --convention",
    f"best {EXAMPLES}/onstage-5p-ana.rec --time 0.1",
    "simulate onstage --seats coach,greedy,greedy,random --time 0.02 --games 1",
    "simulate adresses-jaunes --seats coach,coach --games 1",
)


def test_nothing_is_compiled_after_an_installation(installed: Path, tmp_path: Path) -> None:
    cache = tmp_path / "aparte" / installed.name
    cache.parent.mkdir()
    cache.symlink_to(installed)
    before = sorted(kept(installed))
    code = (
        "from aparte.cli.main import app\n"
        f"for asked in {ASKED}:\n"
        "    try:\n"
        "        app(asked.split())\n"
        "    except SystemExit as end:\n"
        "        print('ended with', end.code)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(NUMBA_CACHE_DIR=str(tmp_path)),
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("ended with 0") == len(ASKED), ran.stdout
    assert "compiling" not in ran.stderr
    assert sorted(kept(installed)) == before


def test_folders_that_nobody_uses_are_removed(tmp_path: Path) -> None:
    ages = {"kernels-1": 0.5, "kernels-2": 2, "kernels-3": 0.1, "kernels-4": 3, "kernels-5": 0}
    now = (ROOT / "pyproject.toml").stat().st_atime  # any moment: only what lies before counts
    now = max(now, Path(tmp_path).stat().st_mtime)
    for name, days in ages.items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (now - days * DAY, now - days * DAY))
    (tmp_path / "another").mkdir()
    sweep(tmp_path / "kernels-5")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"another", "kernels-1", "kernels-3", "kernels-5"}


def test_kernels_are_all_kept_by_the_same_room() -> None:
    assert len(KERNELS) > 5
    for path in KERNELS:
        tree = ast.parse(path.read_text())
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not names & {"njit", "jit", "vectorize", "guvectorize", "cfunc", "stencil"}, path
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                assert (node.module or "").endswith(("_kernel", "compiled")), (path, node.module)
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert not any(each.name.startswith("aparte") for each in node.names), path


def test_no_other_file_compiles() -> None:
    for folder in ("models", "solver", "puzzles", "sessions", "cli"):
        for path in (ROOT / folder).rglob("*.py"):
            if path not in KERNELS and path.name != "compiled.py":
                assert not re.search(r"(import|from) numba", path.read_text()), path


@pytest.mark.soak
def test_the_coaches_follow_their_kernels(package: Path, tmp_path: Path) -> None:
    record = EXAMPLES / "adresses-jaunes-3p-ana.rec"
    asked = ("-m", "aparte.cli", "best", record, "--iterations", 20, "--json")
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    before = json.loads(answer(started(package, *asked, **cache)))
    assert json.loads(answer(started(package, *asked, **cache))) == before
    source = package / "solver/games/adresses_jaunes/hands_kernel.py"
    text = source.read_text()
    assert "LIMIT = 3_000\n" in text
    source.write_text(text.replace("LIMIT = 3_000\n", "LIMIT = 0\n"))  # hopeless everywhere
    after = json.loads(answer(started(package, *asked, **cache)))
    fresh = {"NUMBA_CACHE_DIR": str(tmp_path / "fresh")}
    assert after == json.loads(answer(started(package, *asked, **fresh)))
    assert after != before
    record = EXAMPLES / "onstage-4p-bo.rec"
    answer(started(package, "-m", "aparte.cli", "best", record, "--iterations", 20, **cache))
    assert not [*package.rglob("*.nb?")]
