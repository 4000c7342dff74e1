"""What README and docs show is what the program prints."""

import doctest
import re
import runpy
import shlex
from pathlib import Path

import pytest

from tests.aparte_cli import aparte

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
SHOWN = [
    (page.name, match[1]) for page in PAGES for match in CONSOLE.finditer(page.read_text("utf-8"))
]


@pytest.fixture(autouse=True)
def few_tries() -> None:
    """Advice is thought about as long as for anybody who reads it."""


@pytest.mark.parametrize(("page", "shown"), SHOWN)
def test_console_examples_print_what_is_shown(
    page: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, _, expected = shown.partition("\n")
    words = shlex.split(command.removeprefix("$ aparte "))
    monkeypatch.chdir(ROOT)
    done = aparte(*words, HOME=str(ROOT), APARTE_HOME=str(tmp_path))
    printed = "\n".join(line.rstrip() for line in done.stdout.splitlines())
    assert printed.strip() == expected.strip()


def test_the_first_evening_goes_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "first-evening.md").read_text("utf-8")
    told = re.findall(r"```shellsession\n\$ aparte (.*?)\n(.*?)```", page, re.DOTALL)
    assert len(told) == 10
    for command, shown in told:
        words, _, file = command.partition(" > ")
        typed = re.findall(r"(?:a move or help:|\d open>) (.+)", shown)
        done = aparte(*shlex.split(words), typed="\n".join([*typed, ""]))
        if file:
            Path(file).write_text(done.stdout, "utf-8")
        else:
            printed = "".join(f"{line.rstrip()}\n" for line in done.stdout.strip("\n").split("\n"))
            assert re.fullmatch(_shortened(shown), printed), f"{command}:\n{printed}"


def _shortened(shown: str) -> str:
    """Return a pattern of what is shown: … stands for a part of a line, alone for any lines."""
    lines = (re.escape(line).replace("…", ".*") + "\n" for line in shown.strip("\n").split("\n"))
    return "".join("(?:.*\n)*?" if line == ".*\n" else line for line in lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text("utf-8")):
            found = page.parent / target if target else page
            assert found.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in _anchors(found), f"{page.name}: {target}#{anchor}"


def test_every_picture_is_on_a_page() -> None:
    told = [(page.parent, page.read_text("utf-8")) for page in PAGES]
    shown = {
        (at / name).resolve() for at, text in told for name in re.findall(r"[\w/-]+\.png", text)
    }
    assert {*(ROOT / "docs" / "pictures").rglob("*.png")} <= shown


def _anchors(page: Path) -> set[str]:
    """Return what can stand behind `#` in a link to the page, as GitHub names its headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", page.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_the_options_told_are_those_of_the_program() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "options.py"))
    written = tool["parts"](tool["PAGE"].read_text("utf-8"))[1]
    assert written == tool["options"](), "`make options` writes them anew"
    assert "|  |" not in written, "an option says nothing of itself"
