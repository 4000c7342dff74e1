"""Draw docs/house.svg: the folders of the product, and which knows which, read from their imports.

`python tools/draw_house.py` writes it anew. An arrow that follows from others is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "house.svg"
PRODUCT = ("models", "solver", "puzzles", "sessions", "web", "cli", "contract")
GAMES = "games"
"""The folder of a game in any folder is drawn as one box, the four of them together."""
WIDTH, HEIGHT, GAP, ROW = 124, 26, 34, 50
OF_GAMES = 2
"""The column of what games bring."""


def folder_of(file: Path) -> str:
    """Return the box that a file of the product is drawn in: `solver/engine`, `models/<game>`."""
    parts = file.relative_to(ROOT).parent.parts
    if GAMES in parts:
        return f"{'/'.join(parts[: parts.index(GAMES)])}/{GAMES}"
    if len(parts) > 1 and parts[0] in ("models", "puzzles"):
        return f"{parts[0]}/<game>"
    return "/".join(parts)


def files() -> Iterator[Path]:
    """Yield the Python files of the product."""
    for top in PRODUCT:
        yield from sorted(ROOT.glob(f"{top}/**/*.py"))


def imported(file: Path) -> Iterator[Path]:
    """Yield the files of the product that `file` imports, also inside its functions."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for name in node.names:
                for found in (base / f"{name.name}.py", base / name.name / "__init__.py"):
                    if found.exists():
                        yield found
            for found in (base.with_suffix(".py"), base / "__init__.py"):
                if node.module and found.exists():
                    yield found


@cache
def known() -> Mapping[str, frozenset[str]]:
    """Return by folder the folders that its files import from, but for those that stand in it."""
    found: dict[str, set[str]] = {}
    for file in files():
        own = found.setdefault(folder_of(file), set())
        own |= {folder_of(other) for other in imported(file)} - {folder_of(file)}
    return {
        folder: frozenset(other for other in others if not other.startswith(f"{folder}/"))
        for folder, others in found.items()
        if folder != "solver"  # which holds nothing itself
    }


@cache
def reached(folder: str) -> frozenset[str]:
    """Return all folders that `folder` knows, also by way of others."""
    return known()[folder].union(*map(reached, known()[folder]))


def drawn() -> str:
    """Return the picture as SVG: who knows others stands above them, games at the right."""
    top = max(map(_height, known()))
    width, height = 3 * (WIDTH + GAP) + GAP, top * ROW
    place = {
        folder: (GAP + _column(folder) * (WIDTH + GAP), (top - _height(folder)) * ROW + GAP / 2)
        for folder in known()
    }
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="13" text-anchor="middle">',
        '<marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
        ' orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#777"/></marker>',
    ]
    for folder, others in sorted(known().items()):
        for other in sorted(others):
            if not any(other in reached(each) for each in others - {other}):
                (x, y), (to_x, to_y) = place[folder], place[other]
                lines.append(
                    f'<line x1="{x + WIDTH / 2:g}" y1="{y + HEIGHT:g}" x2="{to_x + WIDTH / 2:g}"'
                    f' y2="{to_y:g}" stroke="#777" marker-end="url(#to)"/>'
                )
    for folder, (x, y) in sorted(place.items()):
        fill = "#e3eef6" if _column(folder) == OF_GAMES else "#f6f2e8"
        label = folder.replace("<", "&lt;").replace(">", "&gt;")
        lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{fill}"'
            f' stroke="#333"/><text x="{x + WIDTH / 2:g}" y="{y + 18:g}">{label}</text>'
        )
    return "\n".join([*lines, "</svg>", ""])


def _column(folder: str) -> int:
    return OF_GAMES if "game" in folder else 0 if folder.startswith("cli") else 1


@cache
def _height(folder: str) -> int:
    return 1 + max(map(_height, known()[folder]), default=0)


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
