"""The guard before every page: who may ask, from where, how often, and what may be sent.

The address called must be one of this table's own; otherwise somebody else's page may have been
pointed at it (DNS rebinding). What changes something must come from a page of this table.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from ..sessions import faults
from ..sessions.store import StoreError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST = 4_096
"""Most bytes in the body of a request."""
PATIENCE = 5.0
"""Seconds in which the body must arrive."""
LONGEST_PATH = 300
PLACE = "aparte.place"
"""The key in the scope of a request for the place of its phone, None for strangers."""

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    # Not no-referrer: browsers would then say of a form that it comes from nowhere.
    ("referrer-policy", "strict-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("x-robots-tag", "noindex, nofollow"),
)


class Guard:
    """Refuses requests that do not belong here before `app`, and adds `HEADERS` to answers.

    `names` are other names of this table beside the address listened on; `place_of` returns the
    place of the phone that sends a request. Nothing is sent before `safe` returns: what an answer
    may tell of is on the disk then.
    """

    def __init__(
        self,
        app: App,
        names: tuple[str, ...],
        place_of: Callable[[Scope], str | None],
        safe: Callable[[], Awaitable[None]],
    ) -> None:
        self._app = app
        self._place_of = place_of
        self._safe = safe
        self._names = frozenset(name.casefold() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        unsaved = False

        async def sends(message: Message) -> None:
            nonlocal unsaved
            try:
                await self._safe()
            except StoreError:
                unsaved = True
                raise
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS]
                message["headers"] = [*message.get("headers", ()), *added]
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await _answer(sends, *refused)
            return
        scope[PLACE] = self._place_of(scope)
        if scope["method"] == "POST":
            try:
                body = await asyncio.wait_for(_body(receive), PATIENCE)
            except TimeoutError:
                await _answer(sends, 408, "too slow")
                return
            if body is None:
                await _answer(sends, 413, "too much")
                return
            scope["state"] = {**scope.get("state", {}), "body": body}
        try:
            await self._app(scope, receive, sends)
        except Exception as fault:
            if not unsaved:
                faults.report(fault)  # what has been answered says nothing of it

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the text of a refusal, None if nothing is wrong."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "GET or POST"
        if len(scope["raw_path"] or scope["path"]) + len(scope["query_string"]) > LONGEST_PATH:
            return 414, "too long"
        hosts = headers.get("host", [])
        if len(hosts) != 1 or hosts[0].casefold() not in self._own(scope):
            return 421, "not this host"
        if scope["method"] == "POST":
            if headers.get("origin") != [f"{scope['scheme']}://{hosts[0]}"]:
                return 403, "not from a page of this table"
            length = headers.get("content-length", ["0"])[0]
            if not length.isdecimal() or int(length[:9]) > MOST:
                return 413, "too much"
        if headers.get("sec-fetch-site", ["none"])[0] == "cross-site" and not _navigates(headers):
            return 403, "not from a page of this table"
        return None

    def _own(self, scope: Scope) -> set[str]:
        """Return the names and addresses under which this server was reached."""
        host, port = scope["server"]
        bare = f"[{host}]" if ":" in host else host
        names = {bare, *self._names}
        if host in ("127.0.0.1", "::1"):
            names.add("localhost")
        usual = {"http": 80, "https": 443}[scope["scheme"]]
        return {f"{name}:{port}" for name in names} | (names if port == usual else set())


def _navigates(headers: Mapping[str, list[str]]) -> bool:
    """Tell whether somebody followed a link: looking at a page from elsewhere is allowed."""
    return headers.get("sec-fetch-mode", [""])[0] == "navigate"


async def _body(receive: Receive) -> bytes | None:
    """Return the body of a request, None if it is too large."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += bytes(message.get("body", b""))
        if len(body) > MOST:
            return None
        if not message.get("more_body", False):
            return body


async def _answer(send: Send, status: int, word: str) -> None:
    body = word.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Slowly:
    """Makes whoever gives a wrong secret wait, longer each time."""

    FIRST, LONGEST, ADDRESSES, AT_ONCE = 0.1, 5.0, 1024, 4

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, int] = OrderedDict()
        self._waiting: Counter[str] = Counter()

    def is_crowded(self, address: str) -> bool:
        """Tell whether too many requests of `address` are waiting already."""
        return self._waiting[address] >= self.AT_ONCE

    async def wrong(self, address: str) -> None:
        """Wait after a wrong secret from `address`."""
        count = self._wrong.pop(address, 0)
        self._wrong[address] = count + 1
        while len(self._wrong) > self.ADDRESSES:
            self._wrong.popitem(last=False)
        self._waiting[address] += 1
        try:
            await asyncio.sleep(min(self.FIRST * 2 ** min(count, 10), self.LONGEST))
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
