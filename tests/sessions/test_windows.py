"""A saved game that is open in a window is locked."""

import errno
import fcntl
from pathlib import Path

import pytest

from aparte.sessions.windows import window


@pytest.mark.parametrize(
    ("error", "free"),
    [(errno.EAGAIN, False), (errno.EACCES, False), (errno.ENOLCK, True), (errno.ENOTSUP, True)],
)
def test_only_a_lock_of_another_process_says_that_a_game_is_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: int, free: bool
) -> None:
    def refuse(*_: int) -> None:
        raise OSError(error, "")

    monkeypatch.setattr(fcntl, "lockf", refuse)
    with window(tmp_path / "games", 1) as found:
        assert found is free
