"""The browser of the tests that play in one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser import chromium


@pytest.fixture(scope="module")
def _chromium() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def browser(_chromium: Any) -> Iterator[Any]:
    """The browser; phones that a test opens in it are put away at its end."""
    yield _chromium
    for context in _chromium.contexts:
        context.close()
