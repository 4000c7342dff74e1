"""Who plays Onstage."""

from __future__ import annotations

BOTS: dict[str, object] = {}
