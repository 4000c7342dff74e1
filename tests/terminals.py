"""A pseudo-terminal for tests, which waits for what happens there and never for a while."""

from __future__ import annotations

import signal
import sys

import pytest

from tests.aparte_cli import environment

pexpect = pytest.importorskip("pexpect", reason="there are no pseudo-terminals here")
if not hasattr(pexpect, "spawn"):
    pytest.skip("there are no pseudo-terminals here", allow_module_level=True)

ROWS, COLUMNS = 24, 80


def spawned(*arguments: str, **extra: str) -> pexpect.spawn:
    """Run Python at a pseudo-terminal."""
    child = pexpect.spawn(
        sys.executable,
        [*arguments],
        env=environment(TERM="xterm-256color", PROMPT_TOOLKIT_NO_CPR="1", **extra),
        dimensions=(ROWS, COLUMNS),
        encoding="utf-8",
        timeout=300,
    )
    child.delaybeforesend = None
    child.ptyproc.delayafterclose = 0
    return child


def exit_status(child: pexpect.spawn) -> int | None:
    """Wait until a program has ended whose output has; to close at once would send it signals."""
    child.wait()
    child.close()
    return child.exitstatus


def killed(child: pexpect.spawn) -> None:
    """End a program at once."""
    child.kill(signal.SIGKILL)
    exit_status(child)
