"""The same work for many tasks, in several processes of this machine.

`cluster.py` does it on several machines. Both take `work`, which must not change anything here, and
`died`, which returns the result for a task that kills every process it is given to.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.resource_tracker import ensure_running
from threading import Thread
from typing import TypeVar

from ...models.errors import TableError
from ...models.notice import listening, notice
from ...models.words import Words

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2
"""Tasks handed out per process, so that none waits."""


class Halted(TableError):
    """Nobody can go on with the work; what was done counts."""

    kind = "halted"


def in_processes(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: int,
    died: Callable[[Task], Result],
) -> Generator[tuple[Task, Result]]:
    """Yield each of `tasks` with what `work` returns for it, as they come.

    If a process dies, what was handed out is done again, one task after the other. Notices of the
    processes are passed on here, each once. Raises what `work` and `died` raise.
    """
    waiting = deque(tasks)
    noticed = set[Words]()
    while waiting:
        suspects = yield from _until_one_dies(work, waiting, workers, AHEAD * workers, noticed)
        while suspects:
            for task in (yield from _until_one_dies(work, suspects, 1, 1, noticed)):
                yield task, died(task)


def in_order(tasks: Iterable[Task], found: Iterable[tuple[Task, Result]]) -> Iterator[Result]:
    """Yield the results `found` in the order of `tasks`, no two of which are equal."""
    early: dict[Task, Result] = {}
    coming = iter(found)
    for task in tasks:
        while task not in early:
            early.update([next(coming)])
        yield early.pop(task)


def _until_one_dies(
    work: Callable[[Task], Result],
    waiting: deque[Task],
    workers: int,
    most: int,
    noticed: set[Words],
) -> Generator[tuple[Task, Result], None, deque[Task]]:
    """Do the tasks `waiting`, `most` at a time; return those handed out when a process died."""
    given: dict[Future[tuple[Result, list[Words]]], Task] = {}
    with _pool(min(workers, len(waiting))) as pool, suppress(BrokenProcessPool):
        while waiting or given:
            while waiting and len(given) < most:
                with _uninterrupted():  # a process may start
                    future = pool.submit(_listened, work, waiting[0])
                given[future] = waiting.popleft()
            for future in wait(given, return_when=FIRST_COMPLETED).done:
                result, heard = future.result()
                for words in heard:
                    if words not in noticed:  # else each of them would tell it
                        notice(words)
                    noticed.add(words)
                yield given.pop(future), result
    return deque(given.values())


def _listened(work: Callable[[Task], Result], task: Task) -> tuple[Result, list[Words]]:
    heard: list[Words] = []
    with listening(heard.append):
        return work(task), heard


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool whose processes end with the block, or with this process."""
    others = {*active_children()}
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin)
    try:
        yield pool
    finally:
        for process in {*active_children()} - others:
            process.kill()  # also one that is stopped
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that collects hears it
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "only processes of a pool begin so"
    parent.join()
    os._exit(1)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Make processes that start in the block ignore interrupts from their first moment on.

    An interrupt that comes meanwhile reaches this process a moment later.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # once it runs, starting a process leaves the mask alone
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
