"""What README and docs show is what the program prints."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
SHOWN = [
    (page.name, match[1]) for page in PAGES for match in CONSOLE.finditer(page.read_text("utf-8"))
]


@pytest.mark.parametrize(("page", "shown"), SHOWN)
def test_console_examples_print_what_is_shown(page: str, shown: str, tmp_path: Path) -> None:
    command, _, expected = shown.partition("\n")
    words = shlex.split(command.removeprefix("$ aparte "))
    env = {"PATH": os.environ["PATH"], "COLUMNS": "80", "APARTE_LANG": "en", "HOME": str(ROOT)}
    env["APARTE_HOME"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "aparte.cli", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=env,
        check=True,
    )
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
