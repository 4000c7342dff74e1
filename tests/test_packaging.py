"""The repository's root folders behave as one package, `aparte`."""

import ast
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import aparte

ROOT = Path(__file__).parents[1]
PRODUCT = ("models", "solver", "puzzles", "sessions", "cli", "web")
FOLDERS = (*PRODUCT, "contract")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
RUNTIME = PYPROJECT["project"]["dependencies"]
EXTRAS = PYPROJECT["project"]["optional-dependencies"]
BUILD = ("-m", "hatchling", "build", "-t", "wheel")
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


def test_the_demo_compiles_no_coach() -> None:
    asked = ("make", "--dry-run", "--always-make")
    told = subprocess.run([*asked, "demo"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "aparte solve" in told.stdout
    assert "rehearsal" not in told.stdout


def imported(folders: Iterable[str]) -> set[str]:
    """Returns the names of the distributions that files of `folders` import, and need."""
    found: set[str] = set()
    for path in (each for folder in folders for each in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {each.name.split(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found.add(node.module.split(".")[0])
    owners = packages_distributions()
    found -= sys.stdlib_module_names | {"aparte"}
    found -= {"typing_extensions"}  # only for those who check types
    return {canonicalize_name(owners.get(name, [name])[0]) for name in found}


def names(requirements: Iterable[str]) -> set[str]:
    return {canonicalize_name(Requirement(each).name) for each in requirements}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    cluster = {"distributed"}  # which dask's own extra brings
    assert imported(PRODUCT) == names(RUNTIME) | cluster
    assert names(EXTRAS["contract"]) <= imported(["contract"])
    assert imported(["contract"]) <= names(RUNTIME + EXTRAS["contract"])
    assert imported(["tools"]) <= names(RUNTIME + EXTRAS["dev"]) | {"bench", "tests"}


def needed(requirements: Iterable[str]) -> Iterator[str]:
    """Yields the names of the installed distributions that `requirements` come to."""
    waiting, seen = list(requirements), set[str]()
    while waiting:
        asked = Requirement(waiting.pop())
        name = canonicalize_name(asked.name)
        if name not in seen and (not asked.marker or asked.marker.evaluate({"extra": ""})):
            seen.add(name)
            yield name
            waiting += distribution(name).requires or ()


@pytest.fixture
def isolated(tmp_path: Path) -> Path:
    """A Python that has nothing, and beside it, in `path`, what a build asks for and no more."""
    venv.create(tmp_path / "python")
    path = tmp_path / "path"
    path.mkdir()
    asked = PYPROJECT["build-system"]["requires"] + RUNTIME
    for name in needed(asked):  # links instead of an installation: this asks no registry
        found = distribution(name)
        for top in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
            (path / top).symlink_to(str(found.locate_file(top)))
    return path


def test_an_isolated_build_gives_a_wheel_with_every_source_data_and_catalogue_file(
    isolated: Path, tmp_path: Path
) -> None:
    script = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
    built = subprocess.run(
        [isolated.parent / "python" / script, *BUILD, "-d", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(isolated)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert built.returncode == 0, built.stderr
    [wheel] = tmp_path.glob("*.whl")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"aparte/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix
        in {".py", ".toml", ".rec", ".md", ".po", ".mo", ".html", ".css", ".js", ".tmpl"}
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
