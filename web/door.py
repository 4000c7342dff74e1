"""How a phone comes in, at a table and at the puzzles: a secret is spent for a place, once.

To look at an address spends nothing, since messengers look at what they pass on; who presses the
button sits down, and a cookie of this machine opens the place again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ..models.words import Words, say
from ..sessions.languages import Language
from ..sessions.seats import Seats
from .guard import App, Guard, Slowly
from .reader import LANGUAGE, Reader
from .shown import HERE

YEAR = 365 * 24 * 3600
FRESH = {"cache-control": "no-store"}
REFUSED = Response("no seat", 403, media_type="text/plain", headers=FRESH)
LANGUAGES = [(str(Language.ENGLISH), "English"), (str(Language.FRENCH), "Français")]
"""What a phone can choose, each in its own language."""
LONGEST_SECRET = 64
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Door(ABC):
    """Lets phones in at `seats` and remembers them by `cookie`; pages behind it derive from it.

    What they have of their own is told by `home`, `invitation`, `sat_down` and `page`.
    """

    wrong = say("This code opens nothing (any more).")
    """What is said of a secret that opens nothing."""

    def __init__(self, seats: Seats, cookie: str, secure: bool) -> None:
        self._seats = seats
        self._cookie = cookie
        self._secure = secure
        self._slowly = Slowly()
        self.files = {path.name: path for path in (HERE / "static").iterdir()}

    def app(self, routes: list[Route], names: tuple[str, ...]) -> App:
        """Return what answers to the door and to `routes`; it may be called by `names`."""
        doors = [
            Route("/", self.home),
            Route("/sit/{secret}", self.door),
            Route("/sit", self.sit, methods=["POST"]),
            Route("/language", self.language, methods=["POST"]),
            Route("/static/{file}", self.static),
        ]
        found = Starlette(routes=doors + routes, exception_handlers={404: self.nothing})
        return Guard(found, names)

    # what pages have of their own

    @abstractmethod
    async def home(self, request: Request) -> Response:
        """Answer whoever asks for nothing in particular."""

    @abstractmethod
    def invitation(self, place: str) -> Words | None:
        """Return what stands on the button that leads to `place`, None if it is not let to."""

    @abstractmethod
    def sat_down(self, place: str) -> str:
        """Do what has to be done when somebody sits down at `place`; return its address."""

    @abstractmethod
    def page(self, reader: Reader, template: str, /, status: int = 200, **values: Any) -> Response:
        """Return a page in the language of `reader`."""

    # to come in

    async def door(self, request: Request) -> Response:
        """Show what one can sit down at; nothing is spent."""
        reader, secret = self.reader(request), request.path_params["secret"]
        if self._slowly.is_crowded(_address(request)):
            return self._too_often(reader)
        sit = self._invited(secret)
        if sit is None:
            return await self._wrong_secret(request, reader)
        return self.page(reader, "sit.html", sit=sit, secret=secret, kind="sit")

    async def sit(self, request: Request) -> Response:
        """Spend the secret of a place, for whoever has it first."""
        reader, secret = self.reader(request), sent(request).get("secret", "")
        if self._slowly.is_crowded(_address(request)):
            return self._too_often(reader)
        sat = self._seats.sit(secret) if self._invited(secret) else None
        if sat is None:
            return await self._wrong_secret(request, reader)
        answer = RedirectResponse(self.sat_down(sat.place), 303)
        answer.set_cookie(
            self._cookie, sat.key, YEAR, httponly=True, samesite="strict", secure=self._secure
        )
        return answer

    def _invited(self, secret: str) -> Words | None:
        if len(secret) > LONGEST_SECRET:
            return None
        place = self._seats.opened_by(secret)
        return None if place is None else self.invitation(place)

    async def _wrong_secret(self, request: Request, reader: Reader) -> Response:
        await self._slowly.wrong(_address(request))
        return self.told(reader, self.wrong, 404)

    def _too_often(self, reader: Reader) -> Response:
        return self.told(reader, say("Too many wrong codes came from there; wait a little."), 429)

    # what all pages share

    async def language(self, request: Request) -> Response:
        """Keep the language that is chosen on this phone."""
        chosen = sent(request).get("language", "")
        answer = RedirectResponse("/", 303)
        if chosen in list(Language):
            answer.set_cookie(LANGUAGE, chosen, YEAR, httponly=True, samesite="strict")
        return answer

    async def nothing(self, request: Request, _: Exception | None = None) -> Response:
        """Answer for what is not there."""
        return self.told(self.reader(request), say("There is nothing here."), 404)

    async def static(self, request: Request) -> Response:
        """Return a file that is part of the pages."""
        return await self.file(request, self.files.get(request.path_params["file"]))

    async def file(self, request: Request, path: Path | None) -> Response:
        """Return the file at `path`, or say that there is nothing."""
        if path is None:
            return await self.nothing(request)
        kept = {"cache-control": "no-cache"}
        return Response(path.read_bytes(), media_type=_TYPES[path.suffix], headers=kept)

    def reader(self, request: Request) -> Reader:
        """Return who asks."""
        return Reader(self._seats, self._cookie, request)

    def told(self, reader: Reader, words: Words, status: int = 200, back: str = "") -> Response:
        """Return a page that says `words`, with a way `back`."""
        return self.page(reader, "told.html", status, words=words, back=back, kind="told")


def fresh(page: str, status: int = 200) -> Response:
    """Return a page that is not kept by anybody."""
    return HTMLResponse(page, status, headers=FRESH)


def sent(request: Request) -> dict[str, str]:
    """Return what was sent along, by name; nothing if that cannot be read."""
    body: bytes = request.scope["state"]["body"]
    try:
        return dict(parse_qsl(body.decode(), True, max_num_fields=10, errors="strict"))
    except (UnicodeDecodeError, ValueError):
        return {}


def _address(request: Request) -> str:
    return request.client.host if request.client else ""
