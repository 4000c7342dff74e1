"""What README and docs show is what the program prints."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests.aparte_cli import aparte

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
SHOWN = [
    (page.name, match[1]) for page in PAGES for match in CONSOLE.finditer(page.read_text("utf-8"))
]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
