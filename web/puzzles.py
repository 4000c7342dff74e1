"""The collection of puzzles on one phone: the list, and a puzzle that is solved by tapping.

One phone sits down, with a secret as at a table. Every tap is saved where `aparte puzzle` saves, so
a puzzle begun at the terminal goes on here. Pages work without scripts: each mark is a button.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from time import time
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..models.games import face_of, listing, page_of
from ..models.words import Words, called, listed, say
from ..puzzles.bundled import LEVEL_NAMES, LEVELS
from ..puzzles.bundled import bundled as puzzles
from ..puzzles.room import Puzzle, puzzle_in
from ..sessions import solved
from ..sessions.languages import Language
from ..sessions.ledger import Ledger
from ..sessions.pencil import clues
from ..sessions.seats import Seats
from ..sessions.solving import IDLE, OptionMark, Solving
from ..sessions.store import opened
from .door import LANGUAGES, REFUSED, Door, fresh, sent
from .faces import drawn
from .guard import App
from .opening import Where
from .reader import PageReader
from .templates import templates

SEAT = "puzzles"
"""The only place."""
FEW = 6
"""Up to this many clues stand there unasked."""
SIGNS = {OptionMark.SURE: "✔", OptionMark.NOT: "·", None: ""}
_NEXT = {None: OptionMark.SURE, OptionMark.SURE: OptionMark.NOT, OptionMark.NOT: None}
"""The mark after a tap, by the mark before."""


class PuzzleLabel:
    """The words of the pages, by the names that templates use."""

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
    others = say("Mark other pieces")
    clues = say("Clues, by line")


class PuzzleDesk:
    """One puzzle at a time, as somebody solves it; saved at every tap."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._said: dict[str, Words] = {}
        self._done: set[str] = set()

    def standing(self, puzzle: Puzzle) -> Solving:
        """Return the progress on `puzzle`."""
        self._since.setdefault(solved.key_of(puzzle), time())
        with opened() as store:
            return solved.standing(store, puzzle)

    def keep(self, puzzle: Puzzle, solving: Solving, said: Words | None = None) -> None:
        """Save the progress with the time since the last tap; pages then say `said`."""
        key, now = solved.key_of(puzzle), time()
        passed = min(max(0.0, now - self._since.get(key, now)), IDLE)
        self._since[key] = now
        data = solving.data() | {"seconds": solving.seconds + passed}
        with opened() as store:
            stands = Solving.from_data(data)
            solved.keep(store, puzzle, stands, now)
            if stands.solved:
                line = solved.shared(puzzle, stands, solved.desk(store))
                said = say("Solved. To share: {line}", line=line)
        self.begin_anew(puzzle)
        if said is not None:
            self._said[key] = said
        if solving.solved:
            self._done.add(key)

    def said(self, puzzle: Puzzle) -> Words | None:
        """Return what the last tap led to."""
        return self._said.get(solved.key_of(puzzle))

    def is_done(self, puzzle: Puzzle) -> bool:
        """Tell whether the last tap has solved it."""
        return solved.key_of(puzzle) in self._done

    def begin_anew(self, puzzle: Puzzle) -> None:
        """Forget the messages about earlier taps."""
        self._said.pop(solved.key_of(puzzle), None)
        self._done.discard(solved.key_of(puzzle))


@lru_cache(maxsize=8)
def bundled(name: str) -> Puzzle | None:
    """Return the puzzle that an address names as GAME.NAME."""
    game, _, own = name.partition(".")
    return next((puzzle_in(each) for each in puzzles(game) if each.name == own), None)


def app_of(
    seats: Seats,
    names: tuple[str, ...] = (),
    secure: bool = False,
    house: Language = Language.ENGLISH,
) -> App:
    """Return the web application of the puzzles for one phone; the rest as for a table."""
    pages = PuzzlePages(seats, secure, house)
    routes = [
        Route("/puzzle/{name}", pages.puzzle),
        Route("/puzzle/{name}/{deed}", pages.do, methods=["POST"]),
        Route("/static/{game}/board.css", pages.style),
    ]
    return pages.app(routes, names)


class PuzzlePages(Door):
    """Answers each request."""

    def __init__(self, seats: Seats, secure: bool, house: Language) -> None:
        super().__init__(seats, f"aparte-puzzles-{seats.name}", secure, house)
        self._desk = PuzzleDesk()
        self._one = asyncio.Lock()

    def invitation(self, place: str) -> Words | None:
        """Return the text of the button that leads to the puzzles."""
        return PuzzleLabel.sit if place == SEAT else None

    def sat_down(self, place: str) -> str:
        """Return the address of the list."""
        return "/"

    # pages

    async def home(self, request: Request) -> Response:
        """Return the list, to whoever sits here."""
        reader = self.reader(request)
        if reader.place != SEAT:
            return self.notice(reader, say("Ask for the code of your seat, and open it here."))
        games = await asyncio.to_thread(_listed, reader)
        return self.page(reader, "puzzles.html", games=games, kind="puzzle")

    async def puzzle(self, request: Request) -> Response:
        """Return a puzzle as it stands."""
        reader, puzzle = self.reader(request), bundled(request.path_params["name"])
        if reader.place != SEAT:
            return RedirectResponse("/", 303)
        if puzzle is None:
            return await self.nothing(request)
        values = await asyncio.to_thread(self._shown, reader, puzzle)
        return self.page(reader, "puzzle.html", kind="puzzle", **values)

    def _shown(self, reader: PageReader, puzzle: Puzzle) -> dict[str, Any]:
        solving, record = self._desk.standing(puzzle), puzzle.question
        reader.at(record)
        game, own = record.game, page_of(record.game.name)
        template = templates(game.name).get_template("board.html")

        def sign(word: str) -> str:
            return reader.tell(record.notation.sign(word))

        told = {"t": reader.tell, "sign": sign}
        board = template.render(kept=_drawn, called=called, **told, **drawn(record))
        seated = record.viewer in record.setup.players
        done = self._desk.is_done(puzzle)
        return {
            "puzzle": f"{game.name}.{puzzle.name}",
            "title": puzzle.title(reader.language),
            "level": LEVEL_NAMES[puzzle.level],
            "game": game.title,
            "folder": game.name if own else "",
            "board": Markup(board),
            "sign": sign,
            "hand": list(face_of(game.name).hand(record).items()) if seated else [],
            "viewer": record.viewer if seated else "",
            "about": puzzle.kind.about(record, puzzle.asked),
            "clues": clues(puzzle),
            "few": FEW,
            "rows": [] if done else _rows(puzzle, solving),
            "notes": solving.sheet.notes,
            "undo": bool(solving.done_before),
            "redo": bool(solving.undone),
            "take": bool(solving.taken(puzzle)),
            "said": self._desk.said(puzzle),
            "answer": say("The answer: {answer}", answer=listed(puzzle.said())) if done else None,
            "way": [thought.words for thought in puzzle.way.thoughts] if done else [],
            "runner_up": puzzle.way.runner_up if done else None,
        }

    # what is done

    async def do(self, request: Request) -> Response:
        """Do what a request asks of a puzzle, and lead back to it."""
        reader, name = self.reader(request), request.path_params["name"]
        puzzle, fields = bundled(name), sent(request)
        if reader.place != SEAT:
            return REFUSED
        wanted = request.path_params["deed"]
        if puzzle is None or wanted not in (*_DEEDS, "again"):
            return await self.nothing(request)
        async with self._one:
            if wanted == "again":
                self._desk.begin_anew(puzzle)
            else:
                await asyncio.to_thread(self._act, puzzle, _DEEDS[wanted], fields)
        row = fields.get("mark", "").partition(" ")[0]
        place = f"#row{row}" if row.isdecimal() else "#rows"
        return RedirectResponse(f"/puzzle/{name}{place}", 303)

    def _act(self, puzzle: Puzzle, deed: Deed, fields: Mapping[str, str]) -> None:
        before = self._desk.standing(puzzle)
        after, said = deed(before, puzzle, fields)
        rows = puzzle.rows
        if said is None and after.sheet.answer(rows) != before.sheet.answer(rows):
            said = after.judged(puzzle, before)
        self._desk.keep(puzzle, after, said)

    # shared

    async def style(self, request: Request) -> Response:
        """Return the style of a game's board."""
        with suppress(KeyError):
            own = page_of(request.path_params["game"])
            return await self.file(request, own / "board.css" if own else None)
        return await self.nothing(request)

    def page(
        self, reader: PageReader, template: str, /, status: int = 200, **values: Any
    ) -> Response:
        """Return a page in the language of `reader`."""
        shown = templates().get_template(template)
        told = {
            "t": reader.tell,
            "language": str(reader.language),
            "languages": LANGUAGES,
            "label": PuzzleLabel,
            "style": False,
            "game": reader.tell(PuzzleLabel.title),
            "title": reader.tell(PuzzleLabel.title),
            **values,
        }
        return fresh(shown.render(told), status)


Deed = Callable[[Solving, Puzzle, Mapping[str, str]], tuple[Solving, Words | None]]


def _mark(solving: Solving, puzzle: Puzzle, fields: Mapping[str, str]) -> tuple[Solving, None]:
    """Change the mark of an option, given by its row and its number."""
    row, _, option = fields.get("mark", "").partition(" ")
    if not (row.isdecimal() and option.isdecimal()) or len(row) + len(option) > 8:
        return solving, None
    n, at = int(row), int(option)
    if n >= len(puzzle.markable) or at >= len(puzzle.markable[n].options):
        return solving, None
    chosen = puzzle.markable[n].options[at]
    mark = _NEXT[solving.sheet.marks.get((n, chosen))]
    if n >= len(puzzle.rows):  # no part of the answer, so nothing is judged
        return solving.put(puzzle, {(n, chosen): mark}), None
    return solving.marked(puzzle, [(n, chosen)], mark), None


def _take(solving: Solving, puzzle: Puzzle, _: object) -> tuple[Solving, Words | None]:
    told = solving.taken(puzzle)
    if not told:
        return solving, solving.nothing_told(puzzle)
    return solving.put(puzzle, told).handed_in(puzzle), None


def _note(solving: Solving, _: object, fields: Mapping[str, str]) -> tuple[Solving, None]:
    text = " ".join(fields.get("note", "").split())[:200]
    return (solving.noted(text) if text else solving), None


_DEEDS: Mapping[str, Deed] = {
    "mark": _mark,
    "check": lambda solving, puzzle, fields: solving.checked(puzzle),
    "hint": lambda solving, puzzle, fields: solving.hinted(puzzle),
    "take": _take,
    "note": _note,
    "undo": lambda solving, puzzle, fields: (solving.undo(), None),
    "redo": lambda solving, puzzle, fields: (solving.redo(), None),
}


def _listed(reader: PageReader) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the puzzles by game, the easiest first, with the progress on each."""
    with opened() as store:
        mine = solved.desk(store)
    done = {each.key for each in mine.solved}
    found = []
    for game, own in groupby(puzzles(), key=lambda puzzle: puzzle.tags["Game"]):
        listed = listing(game)
        rows = [
            {
                "address": f"{game}.{puzzle.name}",
                "title": puzzle.title(reader.language),
                "level": LEVEL_NAMES[puzzle.level],
                "kind": listed.kinds[puzzle.tags["Kind"]],
                "sign": "✔" if puzzle.key in done else "…" if puzzle.key in mine.open else "",
            }
            for puzzle in sorted(own, key=lambda puzzle: LEVELS.index(puzzle.level))
        ]
        found.append((listed.title, rows))
    return found


def _rows(puzzle: Puzzle, solving: Solving) -> list[dict[str, Any]]:
    """Return the rows of the question, then the other pieces, each option with its mark."""
    marks = solving.sheet.marks
    items = () if puzzle.kind.open else puzzle.hidden.items
    return [
        {
            "number": number,
            "asked": number < len(puzzle.rows),
            "piece": row.subject if row.subject in items else "",
            "subject": puzzle.call(row, row.subject),
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
        for number, row in enumerate(puzzle.markable)
    ]


def _drawn(macro: Callable[..., Markup], *values: object) -> Markup:
    """Draw a part of a board; unlike a table, nothing is cached for the next page."""
    return macro(*values)


def serve(where: Where, told: Callable[[str], None]) -> None:
    """Serve the puzzles to one phone until Ctrl-C; `told` gets the address that lets it in.

    Raises BadRequest if it cannot listen.
    """
    from .server import server_of

    any_puzzle = puzzle_in(next(puzzles()))
    seats = Seats(Ledger(any_puzzle.question, {}, ""), (SEAT,))
    found = where.listening()
    try:
        origin = where.origin(found.getsockname()[1])
        names = (where.name,) if where.name else ()
        app = app_of(seats, names, secure=where.certificate is not None, house=where.house)
        server = server_of(app, where.certificate, where.key)
        told(f"{origin}/sit/{seats.secret(SEAT)}")
        with suppress(KeyboardInterrupt):
            asyncio.run(server.serve(sockets=[found]))
    finally:
        found.close()
