"""A short form of the fuzzing: the same inputs at every run, and what would be found is found."""

import os
import time

import pytest

from aparte.models import record as records
from aparte.models.errors import BadNotation
from tests.soak import fuzz as soak
from tests.soak.fuzz import KINDS, fuzz, made

INPUTS = {"records": 50, "positions": 50, "cards": 30, "commands": 25, "sessions": 30}
LONG = {"sessions"}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.soak] * (kind in LONG)) for kind in KINDS]
)
def test_nothing_wrong_is_found(kind: str) -> None:
    home = os.environ.get("APARTE_HOME")
    report = fuzz(kind, seed=11, n=INPUTS[kind])
    assert report.inputs == INPUTS[kind]
    assert not report.findings, str(report)
    assert os.environ.get("APARTE_HOME") == home


def test_an_input_is_made_again_from_its_number() -> None:
    for kind in KINDS:
        assert made(kind, 1, 5) == made(kind, 1, 5) != made(kind, 2, 5)


@pytest.mark.parametrize(
    ("broken", "patience", "said"),
    [
        (lambda text: 1 // 0, 60, "ZeroDivisionError"),
        (lambda text: time.sleep(60), 0.2, "stopped"),
        (lambda text: _refuse("\x1b[31m"), 60, "is told"),
        (lambda text: b"x" * (400 << 20) and _refuse("no"), 60, "MB above"),
    ],
)
def test_what_is_wrong_is_found(monkeypatch, broken, patience: float, said: str) -> None:
    monkeypatch.setattr(soak, "PATIENCE", patience)
    monkeypatch.setattr(soak, "good", lambda kind: ())
    monkeypatch.setattr(soak, "tell", str)  # without the marks
    monkeypatch.setattr(records, "new_record", broken)
    for number in range(20):
        report = fuzz("records", seed=number, n=1)
        if report.findings:
            break
    assert said in report.findings[0].what


def _refuse(words: str) -> None:
    from aparte.models.words import say

    raise BadNotation(say("{words}", words=words))
