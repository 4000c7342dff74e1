"""Faults of the program itself: told in one line, kept with their traceback for a report.

The message names only the kind of a fault, since its text may hold what somebody must not see.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType

from ..models.games import OWN, folder_of, listing, names
from ..models.words import Words, say

FOLDER = "faults"
MOST = 100
"""How many files are kept: the newest ones."""


class Again(Exception):
    """A fault that came back before anybody typed anything: its cause."""


def report(fault: BaseException) -> Words:
    """Keep the traceback of `fault` in a file of its own; return the message about it."""
    from traceback import format_exception

    first = fault.__cause__ if isinstance(fault, Again) and fault.__cause__ else fault
    trace = "".join(format_exception(fault))
    blamed = _foreign(first)
    if blamed is not None:
        return _report_of_game(*blamed, type(first).__name__, _kept(trace))
    return report_of(type(first).__name__, trace, _where(first.__traceback__))


def _report_of_game(game: str, where: str, kind: str, path: Path | None) -> Words:
    """Return one line about a fault of a game that another package brings."""
    told = say("a mistake in {game} ({kind}, {where})", game=game, kind=kind, where=where)
    if path is None:
        return told
    return say(
        "{told}: {path} tells more, and maybe what is secret in the game", told=told, path=path
    )


def _foreign(fault: BaseException) -> tuple[str, str] | None:
    """Return the game of another package that `fault` went through last, and where, if it did."""
    from traceback import extract_tb

    files = [(frame.filename, frame.lineno) for frame in extract_tb(fault.__traceback__)]
    if isinstance(fault, SyntaxError) and fault.filename is not None:
        files.append((fault.filename, fault.lineno))
    with suppress(Exception):  # a game that cannot even be listed
        homes = {name: folder_of(name) for name in names() if name not in OWN}
        for file, line in ((Path(file).resolve(), line) for file, line in reversed(files)):
            for name, home in homes.items():
                if home in file.parents:
                    where = f"{file.relative_to(home.parent).as_posix()}:{line}"
                    return listing(name).title, where
    return None


def report_of(kind: str, trace: str, where: str) -> Words:
    """Keep the traceback of a fault of another process; return one line that tells of it."""
    path = _kept(trace)
    if path is not None:
        return say(
            "a mistake in Aparté itself ({kind}), please report it: {path} tells where it happened,"
            " and maybe what is secret in the game",
            kind=kind,
            path=path,
        )
    return say(
        "a mistake in Aparté itself, please report it: {kind} ({where})", kind=kind, where=where
    )


def _kept(trace: str) -> Path | None:
    """Write `trace` to a file that its owner alone can read; None if that is impossible."""
    from tempfile import mkstemp

    from .store_file import default_path

    folder = default_path().parent / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _forget_old(folder)
        now = datetime.now().strftime("%Y-%m-%d-%H%M%S-")
        handle, name = mkstemp(suffix=".txt", prefix=now, dir=folder)  # mode 0600
        with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(trace)
    except OSError:
        return None
    return Path(name)


def _forget_old(folder: Path) -> None:
    for path in sorted(folder.glob("*.txt"))[: 1 - MOST]:
        with suppress(OSError):
            path.unlink()


def _where(trace: TracebackType | None) -> str:
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
