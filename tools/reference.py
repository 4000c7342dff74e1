"""Writes docs/new-game-reference.md: what a game may touch, from signatures and docstrings.

make reference
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TYPE_VARIABLES = {"S"}
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/new-game-reference.md"
HEAD = """# What a game may touch

[A new game](new-game.md) goes through the parts in the order in which you write them. This page
has every part, what it is given, what it returns and raises, and what holds without it. `make
reference` writes it from the sources.

Functions of a game are called with records of three kinds: the referee's, which is whole; what
everybody sees, or what a table with real pieces tells; and what one seat sees. In the last two `?`
stands for what is not seen, and a `Bag` has `unknown` pieces. Unless it says otherwise, a function
is called with all three, after any line, before the deal and when the game is over.

Chances are from 0 to 1, times are in seconds, lines are numbered from 1 as in a file. What is
**needed** has no default.
"""
SECTIONS = (
    (
        "Where the parts are",
        "In the entry, `rules`, `play` and `listing` are needed.",
        {"models/games.py": ["Entry", "Listing", "Command"]},
    ),
    (
        "The rules",
        "Needed. `settings`, `positions`, `tale` and `made` may be left out.",
        {
            "models/core.py": [
                *("Game", "Turn", "Setup", "Setting", "Positions", "Record", "View", "view"),
                "complete",
                "Line",
            ],
            "models/outcome.py": ["Outcome", "Team"],
            "models/errors.py": ["IllegalAction", "Contradiction"],
            "models/record.py": ["read", "write", "new_record"],
        },
    ),
    (
        "What comes by chance",
        "Each is made by `turn`.",
        {"models/chance.py": ["Draw", "Roll", "Forced"]},
    ),
    (
        "The lines",
        "Needed. Of a verb, all but its name, its grammar and what it is about may be left out.",
        {
            "models/notation.py": ["Notation"],
            "models/naming.py": ["Name", "named"],
            "models/grammar.py": ["Verb", "Vocabulary", "Seers"],
            "models/token.py": ["Token", "one_of", "NUMBER"],
            "models/event.py": ["Event", "to_actor", "to_first_word", "to_none"],
        },
    ),
    ("Pieces", "For states.", {"models/bag.py": ["HOLE", "Bag", "whereabouts", "NotThere"]}),
    (
        "What a view leaves open",
        "Needed.",
        {
            "models/core.py": ["HiddenModel"],
            "models/hidden.py": [
                *("Hidden", "Item", "Place", "World", "Fact", "Only", "Count", "Because", "Trait"),
                "Claim",
            ],
            "models/places.py": ["PlaceWords", "forms", "inside"],
            "models/origins.py": ["seen", "filled", "Origins"],
            "solver/engine/count.py": ["count", "Counter", "Posterior"],
        },
    ),
    (
        "Words for people",
        "Every text for people goes through one of these.",
        {"models/words.py": ["Words", "say", "say_n", "listed"]},
    ),
    (
        "What is told of lines, and called at a real table",
        "`tale` may be left out: then lines are told as they are written. `calls` are needed.",
        {
            "models/tale.py": ["Tale", "Happened", "Account", "SideScore"],
            "models/call.py": ["Calls", "Call", "Zone", "call"],
        },
    ),
    (
        "Who plays, advises and judges",
        "`PLAY` is needed; all but `bots` may be left out. Without `advise` there is no `best`, "
        "without a `judge` no `review`, no marks and no luck told from skill. A judge needs a "
        "rollout policy that plays the game to its end in a world, fast: hundreds of times for a "
        "choice.",
        {
            "solver/play/coach.py": [
                *("GamePlay", "Bot", "Choice", "choices", "Coach", "Budget"),
                *("Advice", "Conventional"),
            ],
            "solver/play/judge.py": ["Judge", "Part", "MarkLimits", "whole", "by_scores"],
            "solver/play/trial.py": ["Trial", "TrialMaker", "Followed", "Effect", "Assumptions"],
            "solver/engine/reading.py": ["ViewReader", "Expectations"],
        },
    ),
    (
        "What is shown",
        "`FACE` and `LOOK` may be left out, as may each of their parts.",
        {
            "models/face.py": ["Face"],
            "cli/views/__init__.py": ["Look"],
            "cli/views/blanks.py": ["Blank"],
            "cli/views/names.py": ["called"],
            "cli/language.py": ["tell"],
            "sessions/worth.py": ["percent"],
            "solver/engine/solve.py": ["Solved"],
        },
    ),
    (
        "Puzzles",
        "`PUZZLES` may be left out. `Everything`, `WhoHolds` and `Several` are kinds for any game; "
        "kinds of your own begin with `Deduced` if their answer is a claim that follows, else with "
        "`Kind`.",
        {
            "puzzles/make.py": ["Maker", "Clue"],
            "puzzles/kinds.py": [
                *("Kind", "AnswerRow", "Answer", "Engine", "Everything", "WhoHolds", "Several"),
                "Deduced",
            ],
            "puzzles/played.py": ["played", "turns"],
            "puzzles/forms.py": ["seated", "renamed", "least"],
            "models/position.py": ["position"],
        },
    ),
)
TOLD = {name for *_, files in SECTIONS for names in files.values() for name in names}
"""What the page has an entry for."""
MADE_FOR_GAMES = {
    *("Setup", "Record", "Line", "Solved", "Budget", "Assumptions", "Happened", "Posterior"),
    "Claim",
}
"""What games are given, and never make."""


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for title, about, files in SECTIONS:
        parts.append(f"## {title}\n\n{about}\n")
        parts += [told(file, name) for file, names in files.items() for name in names]
    parts.append("## Other names\n\nThey stand in signatures above.\n")
    parts += [f"- `{name}` in `{where(file)}`{about}" for name, (file, about) in others().items()]
    return "\n".join(parts) + "\n"


def others() -> dict[str, tuple[str, str]]:
    """Return the names of the house that signatures have and the page does not, by name.

    Each has its file, and the first paragraph of what it says.
    """
    named = {
        name: known[name]
        for *_, files in SECTIONS
        for file, names in files.items()
        for known in [in_reach(file)]
        for entry in names
        for name in re.findall(r"[A-Z]\w+", " ".join(signatures(*found(file)[entry])))
        if name in known and name not in TOLD
    }
    return {name: (file, first(file, name)) for name, file in sorted(named.items())}


def in_reach(file: str) -> dict[str, str]:
    """Return the files of the names that `file` defines, or has from another file of the house."""
    reach = dict.fromkeys((name for name in found(file) if name not in TYPE_VARIABLES), file)
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            module = Path(file).parents[node.level - 1] / (node.module or "").replace(".", "/")
            for source in (f"{module}.py", f"{module}/__init__.py"):
                defined = found(source) if (ROOT / source).is_file() else {}
                reach |= {each.name: source for each in node.names if each.name in defined}
    return reach


def signatures(node: ast.stmt, _: str) -> Iterator[str]:
    """Yield the signature of what is defined, and of its public members."""
    yield signature(node)
    if isinstance(node, ast.ClassDef):
        for name, (member, _) in named(node.body):
            if not name.startswith("_") or name == "__call__":
                yield signature(member)


def first(file: str, name: str) -> str:
    """Return what `name` is, behind a colon, by its docstring if there is one."""
    node, doc = found(file)[name]
    about = " ".join(doc.partition("\n\n")[0].split())
    return f": {about or f'`{signature(node)}`'}"


def where(file: str) -> str:
    """Return the module of `file`, as it is imported."""
    return f"aparte.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"


def told(file: str, name: str) -> str:
    """Return what the source says of `name`, a class, a function or a value of `file`."""
    node, doc = found(file)[name]
    lines = [f"### {name}", "", f"`{signature(node)}` in `{where(file)}`", ""]
    lines += [doc, ""] if doc else []
    if isinstance(node, ast.ClassDef):
        members = list(listed(node))
        lines += [*members, ""] if members else []
    return "\n".join(lines)


@cache
def found(file: str) -> dict[str, tuple[ast.stmt, str]]:
    """Return what stands in `file`, by name, each with its docstring."""
    return dict(named(ast.parse((ROOT / file).read_text("utf-8")).body))


def named(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[ast.stmt, str]]]:
    """Yield what a module or a class defines; the docstring of a value stands behind it."""
    for node, behind in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                yield node.name, (node, ast.get_docstring(node) or "")
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name, (node, said(behind))


def said(node: ast.stmt | None) -> str:
    """Return the text of a docstring that stands alone, empty if there is none."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return "\n".join(line.strip() for line in text.splitlines())
    return ""


def listed(node: ast.ClassDef) -> Iterator[str]:
    """Yield a row for each public member of a class."""
    given = {ast.unparse(each).partition("(")[0] for each in node.decorator_list}
    made = node.name not in MADE_FOR_GAMES and (
        "dataclass" in given or "ABC" in map(ast.unparse, node.bases)
    )
    for name, (member, doc) in named(node.body):
        if name.startswith("_") and name != "__call__":
            continue
        needed = ", **needed**" if is_needed(member, made) else ""
        about = f": {' '.join(doc.split())}" if doc else ""
        yield f"- `{signature(member)}`{needed}{about}"


def is_needed(node: ast.stmt, made: bool) -> bool:
    """Tell whether a member has no default, in a class that games make or not."""
    if isinstance(node, ast.FunctionDef):
        return "abstractmethod" in map(ast.unparse, node.decorator_list)
    return made and isinstance(node, ast.AnnAssign) and node.value is None


def signature(node: ast.stmt) -> str:
    """Return the signature of a function, the type of a value, the name of a class."""
    match node:
        case ast.FunctionDef():
            result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            if {"property", "cached_property"} & {*map(ast.unparse, node.decorator_list)}:
                return f"{node.name}: {result.removeprefix(' -> ')}"
            args = ast.unparse(node.args).removeprefix("self, ").removeprefix("self")
            return f"{node.name}({args}){result}"
        case ast.ClassDef():
            bases = [base for base in map(ast.unparse, node.bases) if base in TOLD]
            return f"class {node.name}" + (f"({', '.join(bases)})" if bases else "")
    return ast.unparse(node)


if __name__ == "__main__":
    main()
