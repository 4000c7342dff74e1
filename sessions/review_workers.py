"""Choices judged in several processes of this machine; they come as they are done."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from ..models.core import Event
from ..models.errors import TableError
from ..models.record import read, write
from ..models.words import say
from ..solver.play.coach import Budget
from ..solver.play.judging import Judged, judged
from ..solver.play.processes import uninterrupted
from .review import Task, judge_of


def in_processes(todo: Sequence[Task], budget: Budget, workers: int) -> Iterator[Judged]:
    """Judge what is `todo` in so many processes; raises TableError if one of them dies."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _deaf)
    try:
        with uninterrupted():  # the first that is submitted starts the processes
            pending = [
                pool.submit(_judged, write(task.view), task.move, task.line, budget)
                for task in todo
            ]
        for each in as_completed(pending):
            yield each.result()
    except BrokenProcessPool:
        words = say("a process of the review died; what was judged before is kept")
        raise TableError(words) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _judged(view: str, move: Event, line: int, budget: Budget) -> Judged:
    record = read(view)
    return judged(judge_of(record), record, move, line, budget)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that collects hears it
