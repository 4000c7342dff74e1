"""What a page shows: made from the view of who looks, and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request

from ..models.core import TABLE, View
from ..models.record import write_event
from ..models.words import Tell, Words, listed, say
from ..sessions.hosting import Proposal, Tapping
from ..sessions.news import news, sentence
from ..sessions.real import CLASH, Real
from ..sessions.seats import WATCH
from .faces import Face, called
from .live import Live
from .reader import Reader

HERE = Path(__file__).parent
MUCH = 24
"""Lines back that are told as new, at most; the log has all."""


ROWS = 6
"""Pieces are tapped in so many rows at most."""


class Shown:
    """What the pages of one table show."""

    def __init__(self, live: Live, face: Face | None) -> None:
        self._live = live
        self._face = face
        self._title = live.hosting.record.game.title
        self._templates = templates(str(face.folder) if face else "")

    def now(self, reader: Reader, request: Request) -> dict[str, Any]:
        """Return what the page of `reader` shows now; new is what comes behind the line `seen`."""
        hosting, viewer = self._live.hosting, reader.viewer
        view, question = hosting.view(viewer), None
        if reader.home == "seat":
            question = hosting.question(viewer)
        asked = question is not None and not question.sealed
        values: dict[str, Any] = {
            "version": self._live.version,
            "viewer": viewer,
            "last": view.last,
            "game": self._title,
            "title": f"{called(viewer)} – {self._title}" if reader.home == "seat" else self._title,
            "where": self._face.now(view) if self._face else say("{game}", game=self._title),
            "doing": self._status(viewer, asked, asked and question is not None and question.draw),
            "board": self._board(view, reader.tell),
            "outcome": _outcome(view),
            "news": self._news(view, request.query_params.get("seen", "")),
            "real": hosting.real,
            "draw": None,
        }
        if reader.home == "table":
            values |= self._of_table(request)
        if reader.home == "seat":
            values |= self._of_seat(viewer, view, reader.tell)
        return values

    def _status(self, viewer: str, asked: bool, draw: object) -> Words:
        hosting = self._live.hosting
        if self._live.fault:
            return say("The program has made a mistake; the laptop tells more.")
        if hosting.over:
            return say("The game is over.")
        if isinstance(hosting, Real) and hosting.held:
            player = hosting.held.player
            return say("{player} is asked about a line that was noted.", player=called(player))
        awaited = [called(player) for player in hosting.awaited()]
        if asked and viewer in hosting.awaited():
            others = [name for name in awaited if name != called(viewer)]
            if draw:
                return say("Tap in what was drawn.")
            if not others:
                return say("It is your turn.")
            return say("You choose; so do {names}.", names=listed(others))
        chosen = [called(player) for player in hosting.chosen()]
        if chosen:
            return say(
                "Waiting for {names}; {chosen}: chosen.",
                names=listed(awaited),
                chosen=listed(chosen),
            )
        return say("Waiting for {names}.", names=listed(awaited))

    def _board(self, view: View, tell: Tell) -> Markup | None:
        if self._face is None:
            return None
        template = self._templates.get_template("board.html")
        return Markup(template.render(t=tell, called=called, **self._face.board(view)))

    def _news(self, view: View, seen: str) -> list[Mapping[str, Any]]:
        """Return what has happened behind the line that was `seen`: the last of it, if much."""
        known = int(seen) if seen.isdecimal() and len(seen) < 7 else view.last
        since = self._live.seen(view, max(known, view.last - MUCH))
        return [
            {
                "part": passage.part,
                "lines": [
                    (
                        told.number,
                        sentence(view, told.event) if told.said else None,
                        told.followed,
                    )
                    for told in passage.lines
                    if told.said or told.followed
                ],
            }
            for passage in news(view, since)
        ]

    def _of_seat(self, viewer: str, view: View, tell: Tell) -> dict[str, Any]:
        hosting, face = self._live.hosting, self._face
        question = hosting.question(viewer)
        names = face.names(view) if face else {}
        moves, verbs = [], {}
        draw = None
        if question is not None and question.draw is not None and not question.sealed:
            draw = self.draw(view, question.draw, question.key, "/seat/move")
        if question is not None:
            moves = [(write_event(view.game, move), move.verb) for move in question.moves]
            verbs = {verb: view.game.verbs[verb].about for _, verb in moves}
        used = {word for move in (question.moves if question else ()) for word in move.words}
        told = {word: tell(words) for word, words in names.items() if word in used}
        told |= {verb: f"{verb}: {tell(about)}" for verb, about in verbs.items()}
        free = hosting.awaited()
        bots = [bot for bot in hosting.bots if question and bot in free and not question.secret]
        return {
            "question": question,
            "draw": draw,
            "held": self._held(viewer),
            "clash": CLASH if isinstance(hosting, Real) and hosting.clash else None,
            "moves": moves,
            "verbs": list(verbs.items()),
            "names": names,
            "told_names": json.dumps(told, ensure_ascii=False),
            "hand": list(face.hand(view).items()) if face else [],
            "proposal": self._proposal(viewer),
            "bots": bots,
            "lets": {bot: say("Let {player} go first", player=bot) for bot in bots},
        }

    def draw(
        self, view: View, draw: Tapping, key: str, action: str, line: str = ""
    ) -> Mapping[str, Any]:
        """Return what a page shows to tell a `draw`, which `action` takes."""
        names = self._face.names(view) if self._face else {}
        verb = next(word for word in draw.head.split() if word in view.game.verbs)
        return {
            "key": key,
            "action": action,
            "head": draw.head,
            "line": line or f"{draw.head} ",
            "size": draw.size,
            "ordered": draw.ordered,
            "about": say("{line}: {about}", line=draw.head, about=view.game.verbs[verb].about),
            "count": say("(0 of {n})", n=draw.size),
            "rows": [
                [(each, most, names.get(each, say("{piece}", piece=each))) for each, most in row]
                for row in _rows(draw.pieces)
            ],
        }

    def _held(self, viewer: str) -> Mapping[str, Any] | None:
        hosting = self._live.hosting
        held = hosting.held if isinstance(hosting, Real) else None
        if held is None or held.player != viewer:
            return None
        noted = say("At the laptop this was noted:")
        return {"noted": noted, "line": held.line, "words": held.words, "stands": held.stands}

    def _proposal(self, viewer: str) -> Mapping[str, Any] | None:
        proposal = self._live.hosting.proposal
        if proposal is None:
            return None
        agreed = listed(called(player) for player in sorted(proposal.agreed))
        return {
            "words": self._proposed(proposal),
            "line": proposal.line,
            "mine": viewer in proposal.agreed,
            "agreed": say("Agreed so far: {names}", names=agreed),
        }

    def _proposed(self, proposal: Proposal) -> Words:
        record = self._live.hosting.record
        if proposal.event is not None:
            line = sentence(record, proposal.event)
            return say("{player} proposes: {line}", player=proposal.player, line=line)
        events = dict(self._live.hosting.view(TABLE).events)
        line = sentence(record, events[proposal.line])
        return say(
            "{player} asks to take back line {n} and all behind it: {line}",
            player=proposal.player,
            n=proposal.line,
            line=line,
        )

    def _of_table(self, request: Request) -> dict[str, Any]:
        places = self._live.places()
        wanted = request.query_params.get("code", "")
        free = [p["player"] for p in places if not p["bot"] and not p["taken"]]
        shown = wanted if wanted == WATCH or wanted in free else next(iter(free), "")
        hosting = self._live.hosting
        draw = hosting.shared() if isinstance(hosting, Real) else None
        key = hosting.shared_key if isinstance(hosting, Real) else ""
        return {
            "draw": self.draw(hosting.view(TABLE), draw, key, "/table/tell") if draw else None,
            "places": places,
            "makers": list(self._live.hosting.makers),
            "code": self._code(shown) if shown else None,
        }

    def _code(self, place: str) -> Mapping[str, Any] | None:
        secret = self._live.seats.secret(place)
        if secret is None:
            return None
        address = f"{self._live.origin}/sit/{secret}"
        words = say("To look on") if place == WATCH else say("Seat of {player}", player=place)
        return {"words": words, "address": address, "svg": Markup(_drawn(address))}


def _rows(pieces: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Return short pieces in rows of those that begin, or end, with the same sign; else one row."""
    if all(len(piece) <= 3 for piece, _ in pieces):
        for sign in (0, -1):
            found: dict[str, list[tuple[str, int]]] = {}
            for piece in pieces:
                found.setdefault(piece[0][sign], []).append(piece)
            if 1 < len(found) <= ROWS and len(found) < len(pieces):
                return list(found.values())
    return [list(pieces)]


def _outcome(view: View) -> Mapping[str, Any] | None:
    outcome = view.game.outcome(view.state)
    if outcome is None:
        return None
    if outcome.together:
        words = say("All have won.") if outcome.winners else say("All have lost.")
    else:
        words = say("Won by {names}", names=listed(map(called, outcome.winners)))
    return {"words": words, "scores": tuple(outcome.scores.items())}


@cache
def _drawn(address: str) -> str:
    """Return the QR code of an address, as a drawing."""
    import segno

    return segno.make(address, error="m").svg_inline(
        scale=4, border=2, svgclass=None, lineclass=None
    )


@cache
def templates(folder: str) -> Environment:
    """Return the templates of the pages, with those of a game's `folder`."""
    folders = [str(HERE / "pages"), *([folder] if folder else [])]
    return Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
