"""`aparte check`: reads a record strictly, says what is wrong in it and how to repair it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...models.core import Contradiction, TableError
from ...models.record import Attempt, read_attempt, text_of
from ...models.words import say_n
from ...solver.engine.work import SECOND
from ..arguments import RecordFile
from ..console import AsJson, complain, print_json, print_words
from ..language import speak_of, tell

if TYPE_CHECKING:
    from ...solver.engine.steps import Chain

CLASHING = 2 * SECOND
"""Steps of work to find the steps that end in a contradiction."""


def check(file: RecordFile, json: AsJson = False) -> None:
    try:
        attempt = read_attempt(text_of(file))
        speak_of(attempt.record)
        fault = _fault(attempt)
    except TableError as error:
        attempt, fault = None, error
    if fault is not None:
        _tell_fault(attempt, fault, json)
        raise SystemExit(1)
    assert attempt is not None
    if json:
        print_json({"ok": True})
        return
    print_words(
        say_n(
            "Nothing is wrong in this record ({n} line of the game).",
            "Nothing is wrong in this record ({n} lines of the game).",
            len(list(attempt.record.events)),
        )
    )


def _fault(attempt: Attempt) -> TableError | None:
    from ...solver.engine.fitting import fault_of

    return fault_of(attempt)


def _tell_fault(attempt: Attempt | None, fault: TableError, json: bool) -> None:
    from ...solver.engine.repair import repairs_of
    from ..answers.repaired import print_repairs, repaired
    from ..answers.stepped import steps_data, tell_clash

    steps = _clash(attempt, fault)
    if not json:
        complain(fault.message)
        tell_clash(steps, fault.lines)
    unread = attempt is None or (attempt.error is not None and not attempt.rest)
    found = None if attempt is None or unread else repairs_of(attempt, fault)
    if not json:
        if attempt is not None and found is not None:
            print_repairs(attempt.record, found)
        return
    told: dict[str, Any] = {
        "ok": False,
        "kind": fault.kind,
        "lines": fault.lines,
        "words": tell(fault.message),
    }
    if steps is not None:
        told["steps"] = steps_data(steps)
    print_json(told | ({} if attempt is None or found is None else repaired(attempt.record, found)))


def _clash(attempt: Attempt | None, fault: TableError) -> Chain | None:
    """Return the steps that end in a contradiction; None for other faults, or if work ran out."""
    from ...solver.engine.steps import clash

    if attempt is None or attempt.error is not None or not isinstance(fault, Contradiction):
        return None
    found = clash(attempt.record.game.model.hidden(attempt.record), CLASHING)
    return found if found is not None and found.complete else None
