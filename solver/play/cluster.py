"""Much work on a dask.distributed cluster, and what is done where a part of it dies."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from ...models.words import say
from .simulate import Broken, Contest, Ended, Halted, parts, play_some

if TYPE_CHECKING:
    from distributed import Client

ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(\[[0-9A-Fa-f:.]+\]|[\w.-]+):(\d{1,5})", re.ASCII)
Task = TypeVar("Task")
Result = TypeVar("Result")
LOGS = ("distributed", "distributed.client", "tornado", "tornado.application")
ANSWER = 10.0
"""Seconds in which a scheduler answers."""
PATIENCE = 30.0
"""Seconds without any worker after which the games end."""
LOOK = 1.0
"""Seconds between two looks at the cluster while nothing ends."""


def where(address: str) -> tuple[str, int]:
    """Return the host and the port of a scheduler's address; raises ValueError if it is none."""
    found = ADDRESS.fullmatch(address)
    if not found or not 0 < int(found[2]) < 1 << 16:
        raise ValueError(address)
    return found[1].strip("[]"), int(found[2])


def play_on_cluster(
    contest: Contest, numbers: range, scheduler: str, patience: float = PATIENCE
) -> Generator[Ended]:
    """Play the games with these numbers on the cluster at `scheduler`; they come as they end.

    The games of a worker that dies are played by another, but for one that ends every worker.
    Raises ImportError without the extra `cluster`, ValueError for what is no address, and Halted if
    nobody answers there, the scheduler is gone, or there is no worker for `patience` seconds.
    """
    with _connected(scheduler) as client:
        work = _Work(client, partial(play_some, contest), _left_out)
        try:
            for part in parts(numbers, max(1, work.hands())):
                work.submit(part)
            while work.parts:
                yield from work.ended(patience)
        finally:
            work.cancel()


def done_on_cluster(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    scheduler: str,
    patience: float = PATIENCE,
) -> Generator[Result]:
    """Yield what `work` returns for each of `tasks`, in their order.

    Raises what `play_on_cluster` does, and what `work` does.
    """
    waiting: dict[int, Result] = {}
    at = 0
    with _connected(scheduler) as client:
        jobs = _Work(client, partial(_done, work, tuple(tasks)), _given_up)
        try:
            for number in range(len(tasks)):
                jobs.submit((number,))
            while jobs.parts:
                waiting |= dict(jobs.ended(patience))
                while at in waiting:
                    yield waiting.pop(at)
                    at += 1
        finally:
            jobs.cancel()


def _done(
    work: Callable[[Task], Result], tasks: Sequence[Task], part: Sequence[int]
) -> Sequence[tuple[int, Result]]:
    return [(number, work(tasks[number])) for number in part]


class _Work:
    """Work that is given to the cluster; `parts` are those that have not come back.

    `do` returns what comes of the tasks with some numbers, `killing` of one that ends all workers.
    """

    def __init__(
        self,
        client: Client,
        do: Callable[[Sequence[int]], Sequence[Any]],
        killing: Callable[[int], Sequence[Any]],
    ) -> None:
        self.client = client
        self.do = do
        self.killing = killing
        self.parts: dict[Any, Sequence[int]] = {}
        self.back: SimpleQueue[Any] = SimpleQueue()

    def submit(self, part: Sequence[int]) -> None:
        """Let the cluster do the tasks of `part`."""
        future = self.client.submit(self.do, part, pure=False)
        self.parts[future] = part
        future.add_done_callback(self.back.put)

    def ended(self, patience: float) -> Sequence[Any]:
        """Return what the next part brings that comes back, nothing if it has to be done again."""
        seen_at = monotonic()
        while True:
            future = self._next()
            if self.client.status != "running":
                raise _gone()
            games = self._games(future) if future else None
            if games is not None:
                del self.parts[future]
                return games
            if self.hands():
                seen_at = monotonic()
            elif monotonic() - seen_at > patience:
                raise Halted(
                    say("the cluster has had no worker for {n} seconds", n=round(patience))
                )

    def hands(self) -> int:
        """Return how many workers there are."""
        try:
            return len(self.client.nthreads())
        except OSError as error:
            raise _gone() from error

    def _next(self) -> Any:
        try:
            return self.back.get(timeout=LOOK)
        except Empty:
            return None

    def _games(self, future: Any) -> Sequence[Any] | None:
        """Return what `future` brings, None if who did it is gone before it arrived."""
        from distributed import KilledWorker

        part = self.parts[future]
        try:
            games: Sequence[Any] = future.result(timeout=LOOK)
            return games
        except TimeoutError:
            self.back.put(future)
            return None
        except (CancelledError, OSError) as error:
            if future.status == "error":  # it went wrong in a game
                raise
            raise _gone() from error
        except KilledWorker:
            if len(part) == 1:
                return self.killing(part[0])
            for number in part:  # one of them; alone, the others can be played
                self.submit((number,))
            return ()
        except ImportError as error:
            raise _not_installed(error) from error

    def cancel(self) -> None:
        """Let the cluster forget what has not come back, if it still hears."""
        with suppress(Exception):
            self.client.cancel(list(self.parts))


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    from distributed import Client, Security

    for name in LOGS:  # what happens is told in one message, ours
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    certified = Security().get_connection_args("client").get("ssl_context")
    if scheduler.startswith("tls:") and certified is None:
        raise Halted(say("tls:// needs certificates, which dask's own settings have to name"))
    try:
        # Client would try for all of its time where nobody listens.
        socket.create_connection(where(scheduler), ANSWER).close()
        client = Client(scheduler, timeout=ANSWER, set_as_default=False)
    except (OSError, AssertionError) as error:
        raise Halted(say("no cluster answers at {address}", address=scheduler)) from error
    try:
        yield client
    finally:
        with suppress(Exception):  # with a dead scheduler it fails in many ways
            client.close()


def _gone() -> Halted:
    return Halted(say("the scheduler of the cluster is gone"))


def _left_out(game: int) -> Sequence[Broken]:
    return [Broken(game, say("it ended every worker that played it"))]


def _given_up(task: int) -> Sequence[Any]:
    raise Halted(say("part {number} ended every worker that did it", number=task + 1))


def _not_installed(error: ImportError) -> Halted:
    return Halted(
        say(
            "the workers of the cluster cannot play ({reason}): "
            "pip install 'aparte[cluster]' there, too",
            reason=str(error),
        )
    )
