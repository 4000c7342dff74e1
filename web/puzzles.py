"""The collection of puzzles on one's phone: the list, and a puzzle that is solved by tapping.

One phone sits down, with a secret as at a table. Every tap is saved where `aparte puzzle` saves, so
a puzzle begun at the terminal goes on here. Pages work without scripts: each mark is a button.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import parse_qsl

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ..models.words import Words, listed, say, say_n
from ..puzzles.grade import LEVELS
from ..puzzles.room import Puzzle, puzzle_in, puzzles, texts
from ..sessions import solved
from ..sessions.languages import Language
from ..sessions.ledger import Ledger
from ..sessions.seats import Seats
from ..sessions.solving import IDLE, Mark, Solving, effort
from .faces import called, face_of
from .guard import App, Guard, Slowly
from .opening import Where
from .reader import LANGUAGE, Reader
from .shown import HERE, templates

SEAT = "puzzles"
"""The one place there is."""
YEAR = 365 * 24 * 3600
FRESH = {"cache-control": "no-store"}
LEVEL: Mapping[str, Words] = dict(
    zip(LEVELS, (say("easy"), say("medium"), say("hard"), say("fiendish")), strict=True)
)
SIGNS = {Mark.SURE: "✔", Mark.NOT: "·", None: ""}
_NEXT = {None: Mark.SURE, Mark.SURE: Mark.NOT, Mark.NOT: None}
"""What a tap makes of a mark."""
_TYPES = {".css": "text/css", ".svg": "image/svg+xml"}


class Label:
    """The words of the pages, by the name that templates have for them."""

    title = say("Puzzles")
    all = say("All puzzles")
    undo = say("Undo")
    redo = say("Redo")
    check = say("Check (counted)")
    hint = say("Hint (counted)")
    take = say("Mark what the hint has told")
    note = say("A note")
    keep = say("Write it down")
    tap = say("Tap once: sure. Twice: not. Three times: nothing. A whole answer is judged at once.")
    way = say("The way there")
    sit = say("Open the puzzles")
    again = say("Solve it again")


class Desk:
    """One puzzle at a time, as somebody solves it; saved at every tap."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self.said: dict[str, Words] = {}

    def standing(self, puzzle: Puzzle) -> Solving:
        """Return where somebody stands with `puzzle`."""
        self._since.setdefault(solved.key_of(puzzle), time())
        return solved.standing(puzzle)

    def keep(self, puzzle: Puzzle, solving: Solving, said: Words | None = None) -> None:
        """Save it with the time since the last tap; `said` is told on the next page."""
        key, now = solved.key_of(puzzle), time()
        passed = min(max(0.0, now - self._since.get(key, now)), IDLE)
        self._since[key] = now
        data = solving.data() | {"seconds": solving.seconds + passed}
        solved.keep(puzzle, Solving.from_data(data), now)
        if said is None:
            self.said.pop(key, None)
        else:
            self.said[key] = said


@lru_cache(maxsize=8)
def bundled(name: str) -> Puzzle | None:
    """Return the puzzle that an address names, by its game and its own name."""
    for puzzle in texts(name.partition(".")[0]):
        if puzzle[0] == name.partition(".")[2]:
            return puzzle_in(*puzzle)
    return None


def app_of(seats: Seats, names: tuple[str, ...] = (), secure: bool = False) -> App:
    """Return what serves the puzzles to whoever sits down; `names` are those of a table."""
    pages = Pages(seats, secure)
    routes = [
        Route("/", pages.home),
        Route("/sit/{secret}", pages.door),
        Route("/sit", pages.sit, methods=["POST"]),
        Route("/puzzle/{name}", pages.puzzle),
        Route("/puzzle/{name}/{deed}", pages.do, methods=["POST"]),
        Route("/language", pages.language, methods=["POST"]),
        Route("/static/{file}", pages.static),
        Route("/static/{game}/board.css", pages.style),
    ]
    return Guard(Starlette(routes=routes, exception_handlers={404: pages.nothing}), names)


class Pages:
    """What is answered to each request."""

    def __init__(self, seats: Seats, secure: bool) -> None:
        self._seats = seats
        self._secure = secure
        self._slowly = Slowly()
        self._desk = Desk()
        self._one = asyncio.Lock()

    # to come in

    async def door(self, request: Request) -> Response:
        """Show the button that lets a phone in; nothing is spent."""
        reader, secret = self._reader(request), request.path_params["secret"][:64]
        if self._slowly.is_crowded(_address(request)):
            return self._told(reader, TOO_OFTEN, 429)
        if self._seats.opened_by(secret) != SEAT:
            return await self._wrong_secret(request, reader)
        return self._page(reader, "sit.html", sit=Label.sit, secret=secret, kind="sit")

    async def sit(self, request: Request) -> Response:
        """Spend the secret, for whoever has it first."""
        reader, secret = self._reader(request), _fields(request).get("secret", "")[:64]
        if self._slowly.is_crowded(_address(request)):
            return self._told(reader, TOO_OFTEN, 429)
        sat = self._seats.sit(secret) if self._seats.opened_by(secret) == SEAT else None
        if sat is None:
            return await self._wrong_secret(request, reader)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            COOKIE, sat.key, YEAR, httponly=True, samesite="strict", secure=self._secure
        )
        return answer

    async def _wrong_secret(self, request: Request, reader: Reader) -> Response:
        await self._slowly.wrong(_address(request))
        return self._told(reader, say("This code opens nothing (any more)."), 404)

    async def language(self, request: Request) -> Response:
        """Keep the language that is chosen on this phone."""
        chosen = _fields(request).get("language", "")
        answer = RedirectResponse("/", 303)
        if chosen in list(Language):
            answer.set_cookie(LANGUAGE, chosen, YEAR, httponly=True, samesite="strict")
        return answer

    # pages

    async def home(self, request: Request) -> Response:
        """Return the list, to whoever sits here."""
        reader = self._reader(request)
        if reader.place != SEAT:
            return self._told(reader, say("Ask for the code of your seat, and open it here."))
        games = await asyncio.to_thread(_listed, reader)
        return self._page(reader, "puzzles.html", games=games, kind="puzzle")

    async def puzzle(self, request: Request) -> Response:
        """Return a puzzle as it stands."""
        reader, puzzle = self._reader(request), bundled(request.path_params["name"])
        if reader.place != SEAT:
            return RedirectResponse("/", 303)
        if puzzle is None:
            return await self.nothing(request, Exception())
        values = await asyncio.to_thread(self._shown, reader, puzzle)
        return self._page(reader, "puzzle.html", kind="puzzle", **values)

    def _shown(self, reader: Reader, puzzle: Puzzle) -> dict[str, Any]:
        solving, record = self._desk.standing(puzzle), puzzle.question
        game, face = record.game, face_of(record.game.name)
        board, hand = None, []
        if face is not None:
            template = templates(str(face.folder)).get_template("board.html")
            values = face.board(record)
            board = Markup(template.render(t=reader.tell, kept=_made, called=called, **values))
            if record.viewer in record.setup.players:
                hand = list(face.hand(record).items())
        done = self._done(puzzle)
        return {
            "puzzle": f"{game.name}.{puzzle.name}",
            "title": puzzle.title(reader.language),
            "level": LEVEL[puzzle.level],
            "game": game.title,
            "folder": game.name if face is not None else "",
            "board": board,
            "hand": hand,
            "viewer": record.viewer if record.viewer in record.setup.players else "",
            "about": puzzle.kind.about(record, puzzle.asked),
            "rows": [] if done else _rows(puzzle, solving),
            "notes": solving.sheet.notes,
            "undo": bool(solving.done_before),
            "redo": bool(solving.undone),
            "take": bool(solving.last_told(puzzle)),
            "said": self._desk.said.get(solved.key_of(puzzle)),
            "answer": say("The answer: {answer}", answer=listed(puzzle.said())) if done else None,
            "way": [thought.words for thought in puzzle.way.thoughts] if done else [],
        }

    def _done(self, puzzle: Puzzle) -> bool:
        """Tell whether it was solved here a moment ago."""
        return getattr(self._desk.said.get(solved.key_of(puzzle)), "template", "") == _SOLVED

    # what is done

    async def do(self, request: Request) -> Response:
        """Do what is asked of a puzzle, and lead back to it."""
        reader, name = self._reader(request), request.path_params["name"]
        puzzle, fields = bundled(name), _fields(request)
        if reader.place != SEAT:
            return Response("no seat", 403, media_type="text/plain", headers=FRESH)
        deed = _DEEDS.get(request.path_params["deed"])
        if puzzle is None or deed is None:
            return await self.nothing(request, Exception())
        async with self._one:
            await asyncio.to_thread(self._act, puzzle, deed, fields)
        row = fields.get("mark", "").partition(" ")[0]
        place = f"#row{row}" if row.isdecimal() else "#rows"
        return RedirectResponse(f"/puzzle/{name}{place}", 303)

    def _act(self, puzzle: Puzzle, deed: Deed, fields: Mapping[str, str]) -> None:
        before = self._desk.standing(puzzle)
        after, said = deed(before, puzzle, fields)
        if deed is _again:
            self._desk.said.pop(solved.key_of(puzzle), None)
            return
        if after.mistakes > before.mistakes and said is None:
            said = say("The answer is whole, but it is not right: a mistake more.")
        if after.solved:
            said = say(_SOLVED, effort=effort(after))
        self._desk.keep(puzzle, after, said)

    # shared

    async def nothing(self, request: Request, _: Exception) -> Response:
        """Answer for what is not there."""
        return self._told(self._reader(request), say("There is nothing here."), 404)

    async def static(self, request: Request) -> Response:
        """Return a file that is part of the pages."""
        files = {path.name: path for path in (HERE / "static").iterdir() if path.suffix in _TYPES}
        return await self._file(request, files.get(request.path_params["file"]))

    async def style(self, request: Request) -> Response:
        """Return the style of a game's board."""
        with suppress(KeyError):
            face = face_of(request.path_params["game"])
            return await self._file(request, face.folder / "board.css" if face else None)
        return await self.nothing(request, Exception())

    async def _file(self, request: Request, path: Path | None) -> Response:
        if path is None:
            return await self.nothing(request, Exception())
        kept = {"cache-control": "no-cache"}
        return Response(path.read_bytes(), media_type=_TYPES[path.suffix], headers=kept)

    def _reader(self, request: Request) -> Reader:
        return Reader(self._seats, COOKIE, request)

    def _page(self, reader: Reader, template: str, /, status: int = 200, **values: Any) -> Response:
        shown = templates("").get_template(template)
        told = {
            "t": reader.tell,
            "language": str(reader.language),
            "languages": [(str(each), name) for each, name in _NAMES.items()],
            "label": Label,
            "style": False,
            "game": reader.tell(Label.title),
            "title": reader.tell(Label.title),
            **values,
        }
        return HTMLResponse(shown.render(told), status, headers=FRESH)

    def _told(self, reader: Reader, words: Words, status: int = 200) -> Response:
        return self._page(reader, "told.html", status, words=words, back="", kind="told")


COOKIE = "aparte-puzzles"
TOO_OFTEN = say("Too many wrong codes came from there; wait a little.")
_NAMES = {Language.ENGLISH: "English", Language.FRENCH: "Français"}
_SOLVED = "Solved: {effort}."

Deed = Callable[[Solving, Puzzle, Mapping[str, str]], tuple[Solving, Words | None]]


def _mark(solving: Solving, puzzle: Puzzle, fields: Mapping[str, str]) -> tuple[Solving, None]:
    """Change the mark of an option: its row and its number are told."""
    row, _, option = fields.get("mark", "").partition(" ")
    if not (row.isdecimal() and option.isdecimal()) or len(row) + len(option) > 8:
        return solving, None
    n, at = int(row), int(option)
    if n >= len(puzzle.rows) or at >= len(puzzle.rows[n].options):
        return solving, None
    chosen = puzzle.rows[n].options[at]
    mark = _NEXT[solving.sheet.marks.get((n, chosen))]
    return solving.marked(puzzle, [(n, chosen)], mark), None


def _check(solving: Solving, puzzle: Puzzle, _: object) -> tuple[Solving, Words]:
    after, wrong = solving.checked(puzzle)
    if not wrong:
        return after, say("No mark is wrong.")
    return after, say_n("{n} mark is wrong.", "{n} marks are wrong.", wrong)


def _hint(solving: Solving, puzzle: Puzzle, _: object) -> tuple[Solving, Words]:
    return solving.hinted(puzzle)


def _take(solving: Solving, puzzle: Puzzle, _: object) -> tuple[Solving, Words | None]:
    told = solving.last_told(puzzle)
    if not told:
        return solving, say("No hint has told anything that can be marked.")
    for mark, pairs in told.items():
        solving = solving.marked(puzzle, pairs, mark)
    return solving, None


def _note(solving: Solving, _: object, fields: Mapping[str, str]) -> tuple[Solving, None]:
    text = " ".join(fields.get("note", "").split())[:200]
    return (solving.noted(text) if text else solving), None


def _again(solving: Solving, puzzle: Puzzle, fields: Mapping[str, str]) -> tuple[Solving, None]:
    """Begin anew: what was told of the way there is told no more."""
    return solving, None


_DEEDS: Mapping[str, Deed] = {
    "mark": _mark,
    "check": _check,
    "hint": _hint,
    "take": _take,
    "note": _note,
    "again": _again,
    "undo": lambda solving, puzzle, fields: (solving.undo(), None),
    "redo": lambda solving, puzzle, fields: (solving.redo(), None),
}


def _listed(reader: Reader) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the puzzles by game, the easiest first, with what has been done of them."""
    mine = solved.desk()
    done = {each.key for each in mine.solved}
    found = []
    for title, own in groupby(puzzles(), key=lambda puzzle: puzzle.record.game.title):
        rows = []
        for puzzle in sorted(own, key=lambda puzzle: LEVELS.index(puzzle.level)):
            key = solved.key_of(puzzle)
            rows.append(
                {
                    "address": f"{puzzle.record.game.name}.{puzzle.name}",
                    "title": puzzle.title(reader.language),
                    "level": LEVEL[puzzle.level],
                    "kind": puzzle.kind.called,
                    "sign": "✔" if key in done else "…" if key in mine.open else "",
                }
            )
        found.append((title, rows))
    return found


def _rows(puzzle: Puzzle, solving: Solving) -> list[dict[str, Any]]:
    """Return what is asked for, each option with its mark."""
    marks = solving.sheet.marks
    return [
        {
            "subject": row.call(row.subject),
            "options": [
                {
                    "value": f"{number} {at}",
                    "words": puzzle.call(row, option),
                    "mark": marks.get((number, option), ""),
                    "sign": SIGNS[marks.get((number, option))],
                }
                for at, option in enumerate(row.options)
            ],
        }
        for number, row in enumerate(puzzle.rows)
    ]


def _made(macro: Callable[..., Markup], *values: object) -> Markup:
    return macro(*values)


def _fields(request: Request) -> dict[str, str]:
    body: bytes = request.scope["state"]["body"]
    try:
        return dict(parse_qsl(body.decode(), True, max_num_fields=10, errors="strict"))
    except (UnicodeDecodeError, ValueError):
        return {}


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def serve(where: Where, told: Callable[[str], None]) -> None:
    """Serve the puzzles to one phone until Ctrl-C; `told` gets the address that lets it in.

    Raises BadRequest where nothing can be listened for.
    """
    from .server import server_of

    any_puzzle = next(puzzles())
    seats = Seats(Ledger(any_puzzle.question, {}, ""), (SEAT,))
    found = where.listening()
    try:
        origin = where.origin(found.getsockname()[1])
        names = (where.name,) if where.name else ()
        app = app_of(seats, names, secure=where.certificate is not None)
        server = server_of(app, where.certificate, where.key)
        told(f"{origin}/sit/{seats.secret(SEAT)}")
        with suppress(KeyboardInterrupt):
            asyncio.run(server.serve(sockets=[found]))
    finally:
        found.close()
