"""Builds the wheel as strangers do, installs it where nothing is, and uses it in another folder.

    python3 tools/try_install.py

The build is isolated; pip takes what is needed from wherever it is set up to look. Of compiled code
it finds what `make` has compiled, but for one function: so it goes through all of its steps. After
`make clean` it compiles everything. It takes some minutes and leaves nothing behind.
"""

import json
import os
import subprocess
import venv
from http.cookiejar import CookieJar
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

ROOT = Path(__file__).parents[1]
MADE = ignore_patterns(".?*", "__pycache__", "*.mo", "dist")
COMPILED = ".dev/aparte"
ANEW = ignore_patterns("whole", "below-*")
"""What the build has to compile: that of one function, which coaches of two games call."""
EXAMPLES = ROOT / "tests/examples"
RECORD = EXAMPLES / "adresses-jaunes-4p-bo.rec"
CHOICES = {
    "adresses-jaunes-3.rec": (12, "Cy"),
    "onstage-en-4.rec": (60, "Dai"),
    "overseers-4.rec": (41, "Ana"),
    "bards-2.rec": (60, "Ana"),
}
"""Golden games, and after which line of the file who has a choice."""


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        [wheel] = built(folder)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
        aparte = installed(wheel, folder)
        home = folder / "home"
        home.mkdir()
        use(aparte, home)
        visit(aparte, home)


def built(folder: Path) -> list[Path]:
    """Returns the wheel, of a copy of the sources in which little was made before."""
    copytree(ROOT, folder / "sources", ignore=MADE)
    for kept in (ROOT / COMPILED).glob("kernels-*"):
        copytree(kept, folder / "sources" / COMPILED / kept.name, ignore=ANEW)
    made = ("wheel", "--no-deps", "--wheel-dir", folder / "wheels", folder / "sources")
    pip(folder / "builder", *made)
    return list((folder / "wheels").glob("*.whl"))


def installed(wheel: Path, folder: Path) -> Path:
    """Returns the command, in an environment that has nothing but the wheel and what it needs."""
    pip(folder / "environment", "install", wheel)
    return folder / "environment/bin/aparte"


def pip(environment: Path, *words: object) -> None:
    venv.create(environment, with_pip=True)
    python = environment / "bin/python"
    subprocess.run([python, "-m", "pip", "--quiet", *map(str, words)], check=True)


def use(aparte: Path, home: Path) -> None:
    """Asks for an answer of each kind; no coach is to be compiled for it."""
    answer(aparte, home, "--version")
    answer(aparte, home, "solve", RECORD)
    answer(aparte, home, "explain", RECORD, "not Dai 5T")
    for game, (line, seat) in CHOICES.items():
        lines = (ROOT / "tests/golden" / game).read_text("utf-8").splitlines(keepends=True)
        (home / game).write_text("".join(lines[:line]), "utf-8")
        told = answer(aparte, home, "best", game, "--seat", seat, "--time", "0.5", "--json")
        assert sum(row["alike"] for row in json.loads(told)) > 1, told


def answer(aparte: Path, home: Path, *words: object) -> str:
    """Returns what a command prints; raises unless it succeeds and says nothing beside it."""
    ran = subprocess.run(
        [aparte, *map(str, words)], cwd=home, env=bare(home), capture_output=True, text=True
    )
    if ran.returncode or ran.stderr:
        raise SystemExit(f"aparte {words}: {ran.returncode}\n{ran.stderr}{ran.stdout}")
    print(f"aparte {' '.join(map(str, words))}: {ran.stdout.splitlines()[0]}", flush=True)
    return ran.stdout


def visit(aparte: Path, home: Path) -> None:
    """Hosts a game, sits down and opens the page of a seat."""
    with subprocess.Popen(
        [aparte, "host", "onstage", "--players", "Ana,Bo,Cy", "--json"],
        cwd=home,
        env=bare(home),
        stdout=subprocess.PIPE,
        text=True,
    ) as hosting:
        try:
            assert hosting.stdout is not None
            address = json.loads(hosting.stdout.readline())["seats"]["Ana"]
            door, _, secret = address.rpartition("/")
            phone = build_opener(HTTPCookieProcessor(CookieJar()))
            phone.addheaders = [("Origin", door.removesuffix("/sit"))]
            with phone.open(door, urlencode({"secret": secret}).encode()) as page:
                text = page.read().decode()
        finally:
            hosting.terminate()
    assert "Onstage" in text and "/static/" in text, text
    print(f"aparte host onstage: a page of {len(text)} characters")


def bare(home: Path) -> dict[str, str]:
    """Returns an environment with nothing of the project's, and nothing of the user's."""
    return {"HOME": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"}


if __name__ == "__main__":
    main()
