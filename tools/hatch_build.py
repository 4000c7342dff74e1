"""Build hook: the folders at the root of the repository become one package, `aparte`."""

import os
import shutil
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("models", "solver", "puzzles", "sessions", "cli")
FILES = ("__init__.py", "py.typed")


class OnePackage(BuildHookInterface[Any]):
    """Links the parts into .dev/aparte for an editable install, or adds the root files to a wheel.

    A static force-include in pyproject.toml would do for wheels, but breaks editable installs.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        compile_catalogues(root / "cli" / "locale")
        if version == "editable":
            package = root / ".dev" / "aparte"
            package.mkdir(parents=True, exist_ok=True)
            for name in FOLDERS + FILES:
                link(package / name, root / name)
        else:
            build_data["force_include"].update({name: f"aparte/{name}" for name in FILES})


def compile_catalogues(locale: Path) -> None:
    for source in locale.glob("*/LC_MESSAGES/*.po"):
        compiled = BytesIO()
        with source.open("rb") as lines:
            write_mo(compiled, read_po(lines, locale=source.parent.parent.name))
        target = source.with_suffix(".mo")
        # Left alone when unchanged: another process may be reading it.
        if not target.exists() or target.read_bytes() != compiled.getvalue():
            target.write_bytes(compiled.getvalue())


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
