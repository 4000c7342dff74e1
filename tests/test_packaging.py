"""The repository's root folders behave as one package, `aparte`."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import aparte

ROOT = Path(__file__).parents[1]
FOLDERS = ("models", "solver", "puzzles", "sessions", "cli", "web")
SLOW_TO_IMPORT = (
    *("jinja2", "numba", "numpy", "ortools", "pandas", "prompt_toolkit"),
    *("segno", "starlette", "uvicorn"),
)


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a fresh interpreter at the root, where the bare folders are within its reach."""
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_loads_under_its_full_name_only(folder: str) -> None:
    assert python("-c", f"import aparte.{folder}").returncode == 0
    bare = python("-c", f"import {folder}")
    assert bare.returncode == 1
    assert f"ImportError: import aparte.{folder}, not {folder}" in bare.stderr


def test_the_command_runs_as_a_module() -> None:
    assert python("-m", "aparte.cli", "--help").stdout.startswith("Usage: aparte")
    assert python("-m", "aparte.cli", "--version").stdout == f"aparte {aparte.__version__}\n"


def test_the_command_starts_without_a_solver() -> None:
    loaded = python("-c", "import aparte.cli.main, sys; print(*sys.modules, sep='\\n')")
    assert loaded.returncode == 0, loaded.stderr
    assert not set(SLOW_TO_IMPORT).intersection(loaded.stdout.split())


@pytest.mark.slow  # it compiles the coaches where `make` has not
def test_the_wheel_holds_every_source_data_and_catalogue_file(tmp_path: Path) -> None:
    built = python("-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert built.returncode == 0, built.stderr
    [wheel] = tmp_path.glob("*.whl")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"aparte/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".toml", ".rec", ".md", ".po", ".mo", ".html", ".css", ".js"}
    }
    assert wanted | {"aparte/__init__.py", "aparte/py.typed"} <= shipped
    assert f"-cp{sys.version_info.major}{sys.version_info.minor}-" in wheel.name
    kernels = {name for name in shipped if name.startswith("aparte/kernels-")}
    assert any(name.endswith("/whole") for name in kernels)
    assert sum(name.endswith(".nbc") for name in kernels) > 50
    assert {name.split("/")[0] for name in shipped} == {
        "aparte",
        f"aparte-{aparte.__version__}.dist-info",
    }
