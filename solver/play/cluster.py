"""Many tasks on a dask.distributed cluster, and what happens to those whose worker dies."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import islice
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic

from ...models.words import say
from .workers import AHEAD, Halted, Result, Task

if TYPE_CHECKING:
    from distributed import Client

ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(\[[0-9A-Fa-f:.]+\]|[\w.-]+):(\d{1,5})", re.ASCII)
LOGS = ("distributed", "distributed.client", "tornado", "tornado.application")
ANSWER = 10.0
"""Seconds to wait for a scheduler to answer."""
PATIENCE = 30.0
"""Seconds without any worker after which the run ends."""
LOOK = 1.0
"""Seconds between two looks at the cluster while no task ends."""


def where(address: str) -> tuple[str, int]:
    """Return host and port of a scheduler's address; raises ValueError for a bad address."""
    found = ADDRESS.fullmatch(address)
    if not found or not 0 < int(found[2]) < 1 << 16:
        raise ValueError(address)
    return found[1].strip("[]"), int(found[2])


def on_cluster(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    scheduler: str,
    died: Callable[[Task], Result],
    patience: float = PATIENCE,
) -> Generator[tuple[Task, Result]]:
    """Yield each of `tasks` with what `work` returns for it on the cluster, as they come.

    The tasks of a worker that dies are given to another one; a task that has killed several workers
    is done again when nothing else is left. Raises ImportError without the extra `cluster`,
    ValueError for a bad address, Halted if nobody answers there, if the scheduler is gone, or if
    there is no worker for `patience` seconds; and whatever `work` and `died` raise.
    """
    with _connected(scheduler) as client:
        given = _Given[Task, Result](client, work)
        try:
            suspects = yield from given.done(iter(tasks), patience)
            for suspect in suspects:
                for task in (yield from given.done(iter((suspect,)), patience)):
                    yield task, died(task)
        finally:
            given.cancel()


class _Given(Generic[Task, Result]):
    """The tasks that were given to the cluster and have not come back."""

    def __init__(self, client: Client, work: Callable[[Task], Result]) -> None:
        self.client = client
        self.work = work
        self.tasks: dict[Any, Task] = {}
        self.back: SimpleQueue[Any] = SimpleQueue()

    def done(
        self, waiting: Iterator[Task], patience: float
    ) -> Generator[tuple[Task, Result], None, list[Task]]:
        """Yield the results of all tasks `waiting`; return the tasks that killed workers."""
        from distributed import KilledWorker

        suspects: list[Task] = []
        seen_at = monotonic()
        while True:
            for task in islice(waiting, max(0, AHEAD * max(1, self.hands()) - len(self.tasks))):
                future = self.client.submit(self.work, task, pure=False)
                self.tasks[future] = task
                future.add_done_callback(self.back.put)
            if not self.tasks:
                return suspects
            future = self._next()
            if self.client.status != "running":
                raise _gone()
            if future is not None:
                try:
                    result = self._result(future)
                except KilledWorker:
                    suspects.append(self.tasks.pop(future))
                    continue
                except TimeoutError:  # who did it is gone before it arrived
                    self.back.put(future)
                else:
                    yield self.tasks.pop(future), result
                    continue
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

    def _result(self, future: Any) -> Result:
        """Return the result of `future`; raises TimeoutError if it does not arrive."""
        try:
            result: Result = future.result(timeout=LOOK)
            return result
        except TimeoutError:
            raise
        except (CancelledError, OSError) as error:
            if future.status == "error":  # the work itself has raised it
                raise
            raise _gone() from error
        except ImportError as error:
            raise _not_installed(error) from error

    def cancel(self) -> None:
        """Make the cluster drop the tasks that have not come back, if it still answers."""
        with suppress(Exception):
            self.client.cancel(list(self.tasks))


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


def _not_installed(error: ImportError) -> Halted:
    return Halted(
        say(
            "the workers of the cluster cannot play ({reason}): "
            "pip install 'aparte[cluster]' there, too",
            reason=str(error),
        )
    )
