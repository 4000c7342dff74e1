"""An interrupt from outside ends a session, whatever is worked on, and nothing is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep

import pytest

from aparte.cli.interrupts import interruptible
from aparte.cli.session.survival import ErrorBoundary
from aparte.contract.typist import Typist
from tests.aparte_cli import process
from tests.terminals import exit_status, pexpect, spawned

LINES = ("4P 4R 4T 5R 5T 9R", "1T 2T 3P 7R", "Bo disc h1 = 4", "Ana disc h1 = 3", "Cy disc h1 = 4")
PROMPTS = (6, 9, 10, 11)
"""The numbers of the lines that are asked for behind these."""


def interrupted() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def made_an_import_error() -> None:
    try:
        interrupted()
    except KeyboardInterrupt:
        raise ImportError("a library was being loaded") from None


def swallowed() -> None:
    with suppress(KeyboardInterrupt):
        interrupted()


@pytest.mark.parametrize("work", [interrupted, made_an_import_error])
def test_an_interrupt_is_one_whatever_is_made_of_it(work: Callable[[], None]) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interruptible():
        work()
    assert signal.getsignal(signal.SIGINT) is before


def test_another_error_stays_what_it_is() -> None:
    with pytest.raises(ImportError), interruptible():
        raise ImportError("it is not installed")


@pytest.mark.parametrize("work", [interrupted, made_an_import_error, swallowed])
def test_no_session_survives_an_interrupt(work: Callable[[], None]) -> None:
    with pytest.raises(KeyboardInterrupt), ErrorBoundary(Typist([])):
        work()


@pytest.mark.parametrize("seed", range(4))
def test_an_interrupt_ends_a_table_that_works_on_a_line(seed: int, tmp_path: Path) -> None:
    rng, home = Random(seed), str(tmp_path)
    seat = ("--players", "Ana,Bo,Cy", "--seat", "Ana")
    child = spawned("-m", "aparte.cli", "table", "adresses-jaunes", *seat, APARTE_HOME=home)
    child.expect("5 [^\r\n]*>")
    typed = LINES[: 2 + seed]
    for line, prompt in zip(typed[:-1], PROMPTS, strict=False):
        child.send(f"{line}\r")
        child.expect(f"{prompt} [^\r\n]*>")
    child.send(f"{typed[-1]}\r")
    sleep(rng.choice((0, 0.01, 0.05, 0.3)))
    child.kill(signal.SIGINT)
    child.expect(pexpect.EOF)
    assert exit_status(child) == 130
    kept = process("export", "1", APARTE_HOME=home).stdout
    assert all(line in kept for line in typed[:-1])
