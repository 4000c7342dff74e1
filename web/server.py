"""Listens for phones on one address, with a limited number of connections and time for each."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import PLACE, App, Scope

SILENCE = 20.0
"""Seconds in which a whole request has to come, and then the next one."""
MOST, MOST_OF_ONE = 200, 96
"""Connections at once: in all, and from one address."""
AT_A_TIME = 64
"""Connections that are accepted at once, before any is closed."""
FILES = 4096
"""The wanted limit of open files in this process, connections included, if the system allows it."""
LONGEST_HEADERS = 8_192
"""Most bytes of headers."""
SOMEWHERE = "192.0.2.1"
"""An address that nobody has (RFC 5737): nothing is sent, only the route to it is looked up."""


class Room:
    """The open connections, the oldest first; if they are too many, one is closed.

    A newcomer always gets in, or a few addresses could keep all others out. A stranger's connection
    is closed, from the address with the most: so a flood pushes out itself, not the phones that
    sit.
    """

    def __init__(self) -> None:
        self._open: dict[Bounded, None] = {}

    def enter(self, connection: Bounded) -> None:
        """Let `connection` in, and close another one if need be."""
        before = list(self._open)
        near = [each for each in before if each.address == connection.address]
        self._open[connection] = None
        if len(near) >= MOST_OF_ONE:
            self._drop_one(near)
        elif len(before) >= MOST:
            self._drop_one(before)

    def leave(self, connection: Bounded) -> None:
        """Forget `connection`, if it is still known."""
        self._open.pop(connection, None)

    def _drop_one(self, among: Sequence[Bounded]) -> None:
        strangers = [each for each in among if not each.place]
        count = Counter(each.place or each.address for each in strangers or among)
        ((most, _),) = count.most_common(1)
        goes = next(e for e in strangers or among if (e.place or e.address) == most)
        self.leave(goes)
        goes.transport.abort()


class Bounded(H11Protocol):
    """A connection that is closed when its `room` is full, or when it is silent for too long."""

    def __init__(self, room: Room, *of: Any, **named: Any) -> None:
        super().__init__(*of, **named)
        self._room = room
        self._check: asyncio.TimerHandle | None = None
        self._last: object = self
        self.address = ""

    @property
    def place(self) -> str | None:
        """The place of the phone that sent the last request, None for strangers."""
        scope: Scope = self.scope or {}  # type: ignore[assignment]
        return cast("str | None", scope.get(PLACE))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Enter the room."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self._room.enter(self)
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the room."""
        if self._check is not None:
            self._check.cancel()
        self._room.leave(self)
        super().connection_lost(exc)

    def _look_again(self) -> None:
        """Close a connection that has sent no whole request since the last look."""
        waits = self.cycle is None or self.cycle.response_complete
        if waits and self.cycle is self._last:
            self.transport.abort()
            return
        self._last = self.cycle
        self._check = self.loop.call_later(SILENCE / 2, self._look_again)


def listening(address: str, port: int) -> socket.socket:
    """Return a socket that listens on `address`; raises OSError."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
        found.listen(128)
    except OSError:
        found.close()
        raise
    return found


def network_address() -> str | None:
    """Return the address that this machine has on its network, None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((SOMEWHERE, 9))
            found = str(asked.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def server_of(app: App, certificate: Path | None = None, key: Path | None = None) -> uvicorn.Server:
    """Return the server of `app`; it logs nothing of a request."""
    _let_many_in()
    config = uvicorn.Config(
        app,
        http=cast(Any, partial(Bounded, Room())),
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=AT_A_TIME,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    return uvicorn.Server(config)


def _let_many_in() -> None:
    """Raise the limit of open files: some systems begin with 256."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= least < FILES:
            resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, most))
