"""Listens for phones: on one address, for so many of them, and not for ever to a slow one."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from pathlib import Path
from typing import ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import App

SILENCE = 20.0
"""Seconds in which a request has to come whole, and the next one behind it."""
MOST, MOST_OF_ONE = 512, 96
"""Connections at once: in all, and from one address."""
LONGEST_HEADERS = 8_192
"""Bytes."""
SOMEWHERE = "192.0.2.1"
"""An address that nobody has (RFC 5737): nothing is sent to find out which way it would go."""


class Bounded(H11Protocol):
    """A connection that is dropped if there are too many, or if it says nothing for too long."""

    open_from: ClassVar[Counter[str]] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or drop it."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._from = str(peer[0]) if peer else ""
        self.open_from[self._from] += 1
        self._check: asyncio.TimerHandle | None = None
        if self.open_from.total() > MOST or self.open_from[self._from] > MOST_OF_ONE:
            transport.abort()
            return
        self._last: object = self
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._check is not None:
            self._check.cancel()
        self.open_from[self._from] -= 1
        if not self.open_from[self._from]:
            del self.open_from[self._from]
        super().connection_lost(exc)

    def _look_again(self) -> None:
        """Drop a connection that has brought no whole request since the last look."""
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
    """Return what serves `app`; nothing of a request is logged."""
    config = uvicorn.Config(
        app,
        http=Bounded,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    return uvicorn.Server(config)
