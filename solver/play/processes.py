"""Many games in several processes of this machine, and what is done where one of them dies.

Every process is given its games over a pipe and sends each as it ends. So it is known which game a
process died of, and which of its games have to be played again.
"""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running

from ...models.notice import listening, notice
from ...models.words import Words, say
from .simulate import Broken, Contest, Ended, Halted, parts, tried

TRIES = 3
"""So many processes die of a game before it is left out."""
GIVEN_UP = 3
"""So many games are left out so, one after the other, before all are given up."""


class Worker:
    """A process that plays the games `left` of `contest`, the first of them now."""

    def __init__(self, contest: Contest, left: Iterable[int]) -> None:
        context = get_context("spawn")
        self.contest = contest
        self.left = deque(left)
        self.pipe, its_end = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_play, args=(contest, its_end), daemon=True
        )
        with uninterrupted():
            self.process.start()
        its_end.close()
        self.give(self.left)

    def give(self, games: Iterable[int]) -> None:
        """Let it play `games`."""
        self.left = deque(games)
        with suppress(OSError):  # it has died, which `heard` will find
            self.pipe.send(tuple(self.left))

    def heard(self) -> Ended | Words | None:
        """Return what it has sent: a game, or a notice; None if it has died."""
        try:
            sent: Ended | Words = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if not isinstance(sent, Words):
            self.left.popleft()
        return sent

    def end(self) -> int | None:
        """End the process, and return its exit code."""
        self.pipe.close()
        self.process.terminate()
        self.process.join()
        return self.process.exitcode


def play_in_processes(contest: Contest, numbers: range, workers: int) -> Generator[Ended]:
    """Play the games with these numbers in `workers` processes; they come as they end.

    The games of a process that dies are played by another, but for one of which `TRIES` have died.
    Raises Halted where that helps nothing: so it is with one game after the other.
    """
    waiting = deque(parts(numbers, workers))
    died_of: Counter[int] = Counter()
    given_up = 0
    noticed: set[Words] = set()
    crew: list[Worker] = []
    try:
        crew += [Worker(contest, waiting.popleft()) for _ in range(min(workers, len(waiting)))]
        while crew:
            for worker in _speaking(crew):
                sent = worker.heard()
                if isinstance(sent, Words):
                    if sent not in noticed:  # else each of them would tell it
                        notice(sent)
                    noticed.add(sent)
                elif sent is not None:
                    given_up = 0
                    yield sent
                else:
                    crew.remove(worker)
                    code, game = worker.end(), worker.left[0]
                    died_of[game] += 1
                    if died_of[game] == TRIES:
                        worker.left.popleft()
                        given_up += 1
                        yield Broken(game, _died(code))
                    if given_up == GIVEN_UP:
                        raise Halted(say("every process that plays here dies"))
                    if worker.left:
                        crew.append(Worker(contest, worker.left))
                    elif waiting:
                        crew.append(Worker(contest, waiting.popleft()))
                    continue
                if not worker.left and waiting:
                    worker.give(waiting.popleft())
                elif not worker.left:
                    crew.remove(worker)
                    worker.end()
    finally:
        for worker in crew:
            worker.end()


def _speaking(crew: list[Worker]) -> list[Worker]:
    pipes = wait([worker.pipe for worker in crew])
    return [worker for worker in crew if worker.pipe in pipes]


def _died(code: int | None) -> Words:
    return say(
        "it ended the process that played it {times} times (exit code {code})",
        times=TRIES,
        code=code,
    )


def _play(contest: Contest, pipe: Connection) -> None:
    """Play what comes through `pipe` until nobody is left at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that collects hears it
    with suppress(EOFError, OSError), listening(pipe.send):
        while True:
            for number in pipe.recv():
                pipe.send(tried(contest, number))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let processes that start in here not hear of interrupts, from their first moment on.

    An interrupt that comes meanwhile is heard here a moment later.
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
