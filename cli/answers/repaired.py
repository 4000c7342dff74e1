"""Repairs of a record, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...models.core import Record
from ...models.wording import worded
from ...models.words import Words, say
from ...sessions.table import LEFT_OUT
from ..console import print_words

if TYPE_CHECKING:
    from ...solver.engine.repair import Repair, Repairs

SHOWN = 3
"""How many repairs are shown to people."""


def repaired(record: Record, found: Repairs) -> dict[str, Any]:
    """Return `found` as JSON, the likeliest first; a line left out has no text."""
    return {
        "repairs": [{"line": each.line, "text": each.text(record)} for each in found.found],
        "repaired_until": found.until if found.found else None,
        "stopped_early": not found.finished,
    }


def print_repairs(record: Record, found: Repairs) -> None:
    """Print the likeliest repairs, each as the command that makes it."""
    shown = found.found[:SHOWN]
    if found.retold is not None and found.retold not in shown:
        print_words(say("Line {line} itself may tell something wrong:", line=found.retold.line))
        print_words(_as_typed(found.retold, record))
    if shown:
        print_words(_head(found))
    for repair in shown:
        print_words(_as_typed(repair, record))
    if not found.finished:
        print_words(say("Time ran out before every change was tried."))
    elif not found.found:
        print_words(say("No change of a single line was found that repairs it."))


def _head(found: Repairs) -> Words:
    if found.whole:
        return say("One of these would repair it, the likeliest first:")
    return say(
        "One of these would repair it as far as line {line}, the likeliest first:",
        line=found.until,
    )


def _as_typed(repair: Repair, record: Record) -> Words:
    line = repair.text(record)
    text = worded(record, line) if line else LEFT_OUT
    return say("  {fix} {line} {text}", fix=say("fix"), line=repair.line, text=text)
