"""Build hook: the folders at the root of the repository become one package, `aparte`."""

import os
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("models", "solver", "puzzles", "sessions", "cli", "web", "contract")
FILES = ("__init__.py", "py.typed")


class OnePackage(BuildHookInterface[Any]):
    """Links the parts into .dev/aparte for an editable install; or adds to a wheel the root files,
    and the code of the coaches, compiled for this Python and for any processor of this kind.

    A static force-include in pyproject.toml would do for wheels, but breaks editable installs.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        compile_catalogues(root / "cli")
        if version == "editable":
            package = root / ".dev" / "aparte"
            package.mkdir(parents=True, exist_ok=True)
            for name in FOLDERS + FILES:
                link(package / name, root / name)
        else:
            build_data["force_include"].update({name: f"aparte/{name}" for name in FILES})
            self.stage = TemporaryDirectory(prefix="aparte-")
            kernels = compiled_kernels(root, Path(self.stage.name))
            build_data["force_include"][str(kernels)] = f"aparte/{kernels.name}"
            build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.stage.cleanup()


def compile_catalogues(cli: Path) -> None:
    """Compile the messages of Aparté, and those of the game that `aparte new-game` lays down."""
    for source in cli.rglob("*/LC_MESSAGES/*.po"):
        compiled = BytesIO()
        with source.open("rb") as lines:
            write_mo(compiled, read_po(lines, locale=source.parent.parent.name))
        target = source.with_suffix(".mo")
        # Left alone when unchanged: another process may be reading it.
        if not target.exists() or target.read_bytes() != compiled.getvalue():
            target.write_bytes(compiled.getvalue())


def compiled_kernels(root: Path, stage: Path) -> Path:
    """Return the folder of the compiled kernels, made in `stage` unless `make` has filled one."""
    package = stage / "aparte"
    package.mkdir()
    for name in FOLDERS:
        shutil.copytree(root / name, package / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "__init__.py", package)
    for made in (root / ".dev" / "aparte").glob("kernels-*"):
        shutil.copytree(made, package / made.name)
    environment = {name: value for name, value in os.environ.items() if name[:6] != "NUMBA_"}
    # An isolated build may lie on this process's path alone, not in its Python.
    path = os.pathsep.join([str(stage), *sys.path])
    environment |= {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(stage)}
    ran = subprocess.run(
        [sys.executable, "-m", "aparte.solver.play.rehearsal"],
        cwd=stage,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Path(ran.stdout.strip())


def link(place: Path, target: Path) -> None:
    if place.is_symlink() or place.is_file():
        place.unlink()
    if sys.platform != "win32":
        place.symlink_to(os.path.relpath(target, place.parent))
    elif target.is_file():  # links to files ask for special rights there, junctions do not
        shutil.copyfile(target, place)
    elif not place.exists():
        import _winapi

        _winapi.CreateJunction(str(target), str(place))
