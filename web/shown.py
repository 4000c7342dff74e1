"""The content of a page: made from the view of its reader, and from nothing else."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from ..models.core import TABLE, Event, View
from ..models.event import to_first_word
from ..models.games import face_of, page_of
from ..models.record import read_words, write_event
from ..models.words import Tell, Words, called, say, say_n
from ..sessions.bots import bot_called
from ..sessions.calls import Called, calls_now
from ..sessions.lessons import can_be_taught
from ..sessions.news import Told, sentence
from ..sessions.seats import WATCH
from ..sessions.tapping import Tapping
from .chances import Chances, Place
from .doing import counts, declined, held, outcome, proposal, status
from .faces import Values, drawn
from .labels import LABEL
from .live import MUCH, Live
from .reader import PageReader
from .templates import templates

KEPT = 64
"""Pages that are cached, for readers who look again or see the same."""
PARTS = 32
"""Parts of pages that are cached, of each kind."""
BOARDS = 8
"""Boards that are cached: all who look on in a language have the same."""


LATEST = 10
"""How many of the last lines the table's page shows, since nobody knows what its readers have
seen."""
ROWS = 6
"""Most rows of pieces to tap."""


class Shown:
    """The content of the pages of one table."""

    def __init__(self, live: Live, name: str) -> None:
        game = live.hosting.record.game
        self._live = live
        self._face = face_of(game.name)
        self._name = name
        self._title = game.title
        self._own = page_of(game.name)
        self._templates = templates(game.name)
        self._lines: dict[tuple[str, str], dict[int, tuple[Told, Markup]]] = {}
        self._kept: dict[tuple[str, ...], tuple[object, str]] = {}
        self._parts: dict[tuple[str, str], deque[tuple[tuple[object, ...], Markup]]] = {}
        self._boards: deque[tuple[str, Values, Markup]] = deque(maxlen=BOARDS)

    def page(self, reader: PageReader, template: str, /, **values: Any) -> str:
        """Return a page in the language of `reader`."""
        return self._templates.get_template(template).render(
            **{
                "t": reader.tell,
                "kept": self._part(reader.language),
                "sign": self._sign(reader.tell),
                "called": called,
                "bot_called": bot_called,
                "language": str(reader.language),
                "label": LABEL,
                "style": self._own is not None,
                "game": self._title,
                "title": self._title,
                "names": {},
                "proposal": None,
                "question": None,
                "real": self._live.hosting.pieces.real,
                **values,
            }
        )

    def now(self, reader: PageReader, wanted: str = "") -> str:
        """Return the changing part of a page; `wanted` is whose code the table shows."""
        code = self._whose_code(wanted) if reader.home == "table" else ""
        key, version = (reader.home, reader.viewer, reader.language, code), self._live.version
        known = self._kept.pop(key, None)
        if known is None or known[0] != version:
            values = self._now(reader, code)
            known = version, self.page(reader, f"{reader.home}_now.html", **values)
        self._kept[key] = known
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return known[1]

    def _now(self, reader: PageReader, code: str) -> dict[str, Any]:
        hosting, viewer = self._live.hosting, reader.viewer
        view, question = hosting.view(viewer), None
        if reader.home == "seat":
            question = hosting.question(viewer)
        values: dict[str, Any] = {
            "version": self._live.version,
            "at": hosting.at,
            "table": self._name,
            "viewer": viewer,
            "last": view.last,
            "title": self.title(reader),
            "where": self._face.now(view),
            "doing": status(self._live, view, question),
            "board": self.board(view, reader),
            "outcome": outcome(view),
            "news": self._news(view, reader),
            "draw": None,
            "proposal": proposal(hosting, viewer),
            "clash": hosting.tellings.clash,
        }
        if reader.home == "table":
            values |= self._of_table(code)
        if reader.home == "seat":
            values |= self._of_seat(viewer, view, reader)
        return values

    def _sign(self, tell: Tell) -> Callable[[str], str]:
        """Return a function that says what is written on a piece."""
        notation = self._live.hosting.record.notation
        return lambda word: tell(notation.sign(word))

    def title(self, reader: PageReader) -> str:
        """Return the title of a page."""
        if reader.home != "seat":
            return self._title
        return f"{called(reader.viewer)} – {self._title}"

    def _part(self, language: str) -> Callable[..., Markup]:
        """Return a function that makes a part of a page by a macro, with a cache.

        Seats that see the same share it, and a part that a move does not change is not made again.
        """

        def made(macro: Callable[..., Markup], *values: object) -> Markup:
            name: str = macro.name  # type: ignore[attr-defined]
            known = self._parts.setdefault((language, name), deque(maxlen=PARTS))
            for of, part in known:
                if of == values:
                    return part
            part = macro(*values)
            known.appendleft((values, part))
            return part

        return made

    def board(self, view: View, reader: PageReader) -> Markup:
        """Return the table as the viewer of `view` sees it."""
        values = {**drawn(view), "awaited": self._live.hosting.awaited()}
        for language, of, board in self._boards:
            if language == reader.language and of == values:
                return board
        template = self._templates.get_template("board.html")
        kept = self._part(reader.language)
        told = {"t": reader.tell, "sign": self._sign(reader.tell)}
        made = Markup(template.render(kept=kept, called=called, **told, **values))
        self._boards.appendleft((reader.language, values, made))
        return made

    def map(self, view: View, reader: PageReader, place: Place, found: Chances) -> Markup:
        """Return the pieces, on the board if they are there, with their chance to be at `place`.

        If `place` is one of the odds, the board shows what luck may bring.
        """
        name = "odds.html" if place in found.odds else "map.html"
        template = self._templates.get_template(name)
        told = {"t": reader.tell, "sign": self._sign(reader.tell), "called": called}
        values = {**drawn(view), "shades": place.shades, "about": place.about, "chances": found}
        return Markup(template.render(kept=lambda macro, *of: macro(*of), **told, **values))

    def _news(self, view: View, reader: PageReader) -> list[Mapping[str, Any]]:
        """Return the latest events; the page hides those that its reader has seen."""
        lines = [(part, told) for part, told in self._live.latest(view) if told.is_shown]
        return self.told(view, lines if reader.home == "seat" else lines[-LATEST:], reader)

    def told(
        self, view: View, lines: Sequence[tuple[Words | None, Told]], reader: PageReader
    ) -> list[Mapping[str, Any]]:
        """Return past lines for a page, each with the part of the game that it belongs to."""
        return [
            {
                "part": part,
                "lines": tuple(self._line(view, told, reader) for _, told in same),
            }
            for part, same in groupby(lines, lambda line: line[0])
        ]

    def _line(self, view: View, told: Told, reader: PageReader) -> tuple[int, Markup, str]:
        """Return a past line as a sentence, cached for the next page, with the words of it."""
        kept = self._lines.setdefault((view.viewer, reader.language), {})
        known = kept.get(told.number)
        if known is None or known[0] is not told:
            line = (sentence(view, told.event),) if told.said else ()
            first = (str(escape(reader.tell(words))) for words in line)
            rest = (f"<em>{escape(reader.tell(words))}</em>" for words in told.followed)
            known = told, Markup("<br>".join((*first, *rest)))
            for number in [number for number in kept if number <= told.number - MUCH]:
                del kept[number]
            kept[told.number] = known
        event = told.event
        words = (event.actor, *event.words, *event.outcome) if told.said else ()
        return told.number, known[1], " ".join(words).strip()

    def _of_seat(self, viewer: str, view: View, reader: PageReader) -> dict[str, Any]:
        hosting = self._live.hosting
        question, draw = hosting.question(viewer), None
        if question is not None and question.draw is not None and not question.sealed:
            draw = self.draw(view, question.draw, question.key, "/seat/move")
        free = hosting.awaited()
        bots = [bot for bot in hosting.bots if question and bot in free and not question.secret]
        return {
            "question": question,
            "draw": draw,
            "held": held(hosting, viewer),
            "has_chosen": any(event.actor == viewer for _, event in view.events),
            "alone": hosting.pieces.is_asked_alone(viewer),
            "taught": can_be_taught(hosting.record),
            **self.in_hand(view, question.moves if question else (), reader.tell),
            "chosen": self._chosen(view, question.chosen) if question else "",
            "declined": declined(hosting, viewer),
            "bots": bots,
            "lets": {bot: say("Let {player} go first", player=bot) for bot in bots},
        }

    def in_hand(self, view: View, moves: Sequence[Event], tell: Tell) -> dict[str, Any]:
        """Return what a page needs to show the hand of the viewer, and to put a move together."""
        names = self._face.names(view)
        used = {word for move in moves for word in (move.verb, *move.words)}
        told = {word: tell(words) for word, words in names.items() if word in used}
        return {
            "moves": self.moves(view, moves, tell),
            "names": names,
            "texts": self._face.texts(view),
            "told_names": json.dumps(told, ensure_ascii=False, sort_keys=True),
            "hand": list(self._face.hand(view).items()),
        }

    def moves(self, view: View, moves: Sequence[Event], tell: Tell) -> list[tuple[str, str]]:
        """Return the lines of moves, each with the words of its button."""
        return [(write_event(view, each), tell(self._face.button(view, each))) for each in moves]

    def draw(
        self, view: View, draw: Tapping, key: str, action: str, line: str = ""
    ) -> Mapping[str, Any]:
        """Return what a page needs for telling a `draw`, to be sent to `action`."""
        names = self._face.names(view)
        verbs = view.notation.verbs
        verb = next(word for word in draw.head.split() if word in verbs)
        given = verbs[verb].seers is to_first_word
        yours = given and draw.head.startswith(f"{verb} {view.viewer}")
        return {
            "key": key,
            "action": action,
            "head": draw.head,
            "line": line or draw.told or f"{draw.head} ",
            "size": draw.size,
            "ordered": draw.ordered,
            "about": _yours(draw.size) if yours and draw.size else verbs[verb].about,
            "count": say("(0 of {n})", n=draw.size) if draw.size else say("(0)"),
            "rows": [
                [(each, most, names.get(each, say("{piece}", piece=each))) for each, most in row]
                for row in _rows(draw.pieces)
            ],
        }

    def tellings(self, player: str) -> list[Mapping[str, Any]]:
        """Return what a page needs so that `player` can correct what they told."""
        hosting = self._live.hosting
        view = hosting.view(player)
        return [
            {
                **self.draw(view, told.draw, str(told.number), "/seat/tell", told.line),
                "told": told.line,
            }
            for told in hosting.pieces.told_by(player)
        ]

    def _chosen(self, view: View, line: str) -> Words:
        if not line:
            return say("–")
        event = read_words(view, line, outcome=False)
        return self._face.button(view, event) if event.actor else sentence(view, event)

    def _whose_code(self, wanted: str) -> str:
        """Return whose code the table shows, if there is one: at first that of a free seat."""
        places = self._live.places()
        free = [p["player"] for p in places if not p["bot"] and not p["taken"]]
        return wanted if wanted == WATCH or wanted in free else next(iter(free), "")

    def _of_table(self, code: str) -> dict[str, Any]:
        hosting, pieces = self._live.hosting, self._live.hosting.pieces
        asked, draw = hosting.question(TABLE), None
        places = self._live.places()
        sit = sum(bool(place["bot"] or place["taken"]) for place in places)
        if asked is not None and asked.draw is not None:
            draw = self.draw(asked.view, asked.draw, asked.key, "/table/tell")
        return {
            "calls": self._calls(),
            "draw": draw,
            "places": places,
            "all_sit": sit == len(places),
            "sitting": say("{n} of {all}", n=sit, all=len(places)),
            "onlooker": WATCH,
            "makers": list(pieces.makers),
            "counts": counts(hosting.tellings),
            "can_open": hosting.tellings.can_be_opened,
            "held": held(hosting, TABLE),
            "code": self._code(code) if code else None,
        }

    def _calls(self) -> Sequence[Called]:
        """Return what hands have to do now, beside what the page says of the move awaited."""
        hosting = self._live.hosting
        if not hosting.pieces.real or hosting.over:
            return ()
        view = hosting.view(TABLE)
        doing = str(status(self._live, view, None))
        now = calls_now(view, hosting.tellings.silent)
        return [each for each in now if str(each.told) != f"{doing}."]

    def _code(self, place: str) -> Mapping[str, Any] | None:
        secret = self._live.seats.secret(place)
        if secret is None:
            return None
        address = f"{self._live.origin}/sit/{secret}"
        words = say("To look on") if place == WATCH else say("Seat of {player}", player=place)
        return {"words": words, "address": address, "svg": Markup(_drawn(address))}


def _rows(pieces: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Return short pieces in rows by their first or last character; long ones in one row."""
    if all(len(piece) <= 3 for piece, _ in pieces):
        for sign in (0, -1):
            found: dict[str, list[tuple[str, int]]] = {}
            for piece in pieces:
                found.setdefault(piece[0][sign], []).append(piece)
            if 1 < len(found) <= ROWS and len(found) < len(pieces):
                return list(found.values())
    return [list(pieces)]


@cache
def _yours(n: int) -> Words:
    return say_n("the {n} piece that you have got", "the {n} pieces that you have got", n)


def _drawn(address: str) -> str:
    """Return the QR code of an address as an SVG."""
    import segno

    return segno.make(address, error="m").svg_inline(
        border=2, omitsize=True, svgclass=None, lineclass=None
    )
