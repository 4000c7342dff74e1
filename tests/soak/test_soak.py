"""How the soak is divided, goes on where it was stopped and adds up, and the page it writes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.soak import __main__ as under_test
from tests.soak import parts, sources
from tests.soak.__main__ import Piece, _all, pieces
from tests.soak.parts import PARTS
from tests.soak.report import Report, reports_in, together
from tests.soak.trust import LISTED, costs, digest_of, text
from tests.trials import keep

CLEAN = Report("kills", "onstage", 1, {"kills": 1200}, seconds=600)
LEAKS = Report("twins", "onstage", 1, {"twins": 50}, [f"leak {n}" for n in range(LISTED + 2)])
PIECES = [Piece("torn", "onstage", seed) for seed in range(1, 6)]


def row(page: str, begin: str) -> str:
    (found,) = (line for line in page.splitlines() if line.startswith(begin))
    return found


# the page


def test_the_page_tells_what_was_tried_and_found() -> None:
    page = text("abc", [CLEAN, LEAKS])
    assert row(page, "| kills | onstage").endswith("| 250 | 1,200 | 0 |")
    assert row(page, "| twins | onstage").endswith(f"| 2,500 | 50 | {LISTED + 2} |")
    assert row(page, "| twins | bards").endswith("| not run | |")
    assert "`leak 0`" in page
    assert "and 2 more" in page
    assert digest_of(page) == "abc"


def test_the_page_is_written_when_all_of_some_parts_is_done(
    monkeypatch: pytest.MonkeyPatch, file: Path, tmp_path: Path
) -> None:
    page, due = tmp_path / "trust.md", list(pieces(["torn"], ["onstage"], 1))
    monkeypatch.setattr(under_test, "PAGE", page)
    for piece in due:
        assert under_test._told(file, due, 1) == 1 and not page.exists()
        keep(file, asdict(Report(piece.part, piece.game, piece.seed, {"logs": 125})))
    assert under_test._told(file, due[:1], 0.01) == 0 and not page.exists()
    assert under_test._told(file, due, 1) == 0
    assert row(page.read_text(), "| torn | onstage").endswith("| 250 | 250 | 0 |")
    assert row(page.read_text(), "| twins | onstage").endswith("| not run | |")


def test_where_nothing_is_found_the_page_says_so() -> None:
    assert "## Found\n\nNothing." in text("abc", [CLEAN])


def test_what_all_would_cost_follows_from_what_was_done() -> None:
    *_, kills, whole = costs([CLEAN])
    assert "0.5000" in kills and "0.03 for       250" in kills
    assert "0.03 hours" in whole


# pieces and their reports


def test_a_report_that_is_kept_twice_counts_once(tmp_path: Path) -> None:
    other = Report("kills", "onstage", 2, {"kills": 3, "lines": 1}, ["é"])
    for each in (CLEAN, other, other):
        keep(tmp_path / "here", asdict(each))
    assert reports_in(tmp_path / "here") == [CLEAN, other]
    assert together(reports_in(tmp_path / "here")) == ({"kills": 1203, "lines": 1}, ["é"])


@pytest.mark.parametrize("left", [0, 1, 30])
def test_a_report_that_was_cut_is_left_out_and_spoils_no_other(tmp_path: Path, left: int) -> None:
    file = tmp_path / "here"
    keep(file, asdict(CLEAN))
    begun = file.read_bytes()
    file.write_bytes(begun + begun[:left])
    keep(file, asdict(LEAKS))
    assert reports_in(file) == [CLEAN, LEAKS]


def test_a_larger_share_holds_the_smaller_one() -> None:
    small, whole = list(pieces(list(PARTS), [], 0.01)), list(pieces(list(PARTS), [], 1))
    assert {(each.part, each.game) for each in small} == {(p.part, p.game) for p in whole}
    assert set(small) < set(whole) and len(set(whole)) == len(whole)
    assert list(pieces(list(PARTS), [], 0)) == []


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_the_pieces_of_a_part_make_up_what_is_asked_for(part) -> None:
    for game, size in part.sizes.items():
        assert len(list(pieces([part.name], [game], 1))) * part.piece == size


def test_every_long_test_is_run_by_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    there, run = [f"tests/test_long.py::test[{n}]" for n in range(803)], list[str]()

    def told(*arguments: str) -> CompletedProcess[str]:
        listed = "--collect-only" in arguments
        cases = there if listed else [each for each in arguments if "::" in each]
        run.extend([] if listed else cases)
        return CompletedProcess(arguments, 0, "\n".join([*cases, "", f"{len(cases)} passed"]))

    monkeypatch.setattr(parts, "_pytest", told)
    reports = [PARTS[piece.part].run(piece.game, piece.seed) for piece in pieces(["tests"], [], 1)]
    assert sorted(run) == sorted(there) and together(reports) == ({"tests": 803}, [])


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return where reports of the sources `abc` are kept."""
    monkeypatch.setattr(under_test, "here", dict)
    monkeypatch.setattr(under_test, "digest", lambda _: "abc")
    return tmp_path / "abc.jsonl"


def doing(monkeypatch: pytest.MonkeyPatch, python: str) -> None:
    """Let `python` run in place of every piece."""
    monkeypatch.setattr(Piece, "command", property(lambda _: [sys.executable, "-c", python]))


def test_what_is_stopped_is_not_kept_and_all_else_is(monkeypatch, file: Path) -> None:
    done: list[Piece] = []

    async def tried(piece: Piece) -> Report | None:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(piece)
        return Report(piece.part, piece.game, piece.seed, {"logs": 10})

    monkeypatch.setattr(under_test, "_elsewhere", tried)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(_all(PIECES, file, jobs=2))
    assert under_test._done(file) == {*PIECES[:3]}
    monkeypatch.setattr(under_test, "_elsewhere", _done_at_once)
    asyncio.run(_all(PIECES[3:], file, jobs=2))
    assert together(reports_in(file)) == ({"logs": 50}, [])


async def _done_at_once(piece: Piece) -> Report:
    return Report(piece.part, piece.game, piece.seed, {"logs": 10})


def test_nothing_is_kept_of_sources_that_have_changed(monkeypatch, file: Path) -> None:
    digests = iter(["abc", "abc", "other", "other"])
    monkeypatch.setattr(under_test, "digest", lambda _: next(digests))
    monkeypatch.setattr(under_test, "_elsewhere", _done_at_once)
    asyncio.run(_all(PIECES, file, jobs=1))
    assert under_test._done(file) == {*PIECES[:2]}


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_piece_that_somebody_ends_says_nothing(monkeypatch, name: str) -> None:
    doing(monkeypatch, f"import os, signal; os.kill(os.getpid(), signal.{name})")
    assert asyncio.run(under_test._elsewhere(PIECES[0])) is None


@pytest.mark.parametrize(
    "python, why", [("import os; os.abort()", "ended with -6"), ("1 / 0", "ZeroDivisionError")]
)
def test_a_piece_that_dies_is_found(monkeypatch, python: str, why: str) -> None:
    doing(monkeypatch, python)
    report = asyncio.run(under_test._elsewhere(PIECES[0]))
    assert report is not None and why in report.found[0] and report.tried == {}


def test_a_piece_is_done_in_a_process_of_its_own(monkeypatch) -> None:
    told = '{"part": "torn", "game": "onstage", "seed": 1, "tried": {"logs": 2}, "seconds": 1}'
    doing(monkeypatch, f"print('something'); print({told!r})")
    report = asyncio.run(under_test._elsewhere(PIECES[0]))
    assert report == Report("torn", "onstage", 1, {"logs": 2}, seconds=1)


@pytest.mark.parametrize("name", PARTS)
def test_the_parts_are_there(name: str) -> None:
    assert callable(PARTS[name].function)


# the sources


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Go to a checkout with one commit of two sources and a test."""
    monkeypatch.chdir(tmp_path)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    for path in ("models/a.py", "web/é b.css", "tests/t.py"):
        file = tmp_path / path
        file.parent.mkdir()
        file.write_text(path)
    _git("init", "-q")
    _commit()
    return tmp_path


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@y", *arguments], check=True)


def _commit() -> None:
    _git("add", "-A")
    _git("commit", "-qm", "x")


def test_equal_sources_have_an_equal_digest(checkout: Path) -> None:
    first = sources.digest(sources.here())
    (checkout / "tests" / "t.py").write_text("other")
    (checkout / "models" / "untracked").write_text("other")
    assert sources.digest(sources.here()) == first
    (checkout / "models" / "a.py").write_text("other")
    assert sources.digest(sources.here()) != first
    (checkout / "models" / "a.py").write_text("models/a.py")
    assert sources.digest(sources.here()) == first
    (checkout / "models" / "a.py").unlink()
    assert sources.digest(sources.here()) != first


def test_files_that_have_changed_since_are_named(checkout: Path) -> None:
    first = sources.digest(sources.here())
    assert sources.changed_since(first) == []
    (checkout / "web" / "é b.css").write_text("other")
    assert sources.changed_since(first) == ["web/é b.css"]
    (checkout / "models" / "new.py").write_text("new")
    _commit()
    assert sources.changed_since(first) == ["models/new.py", "web/é b.css"]
    assert sources.changed_since("0" * sources.DIGITS) is None
