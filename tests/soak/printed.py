"""What a printed step names: read from its English text, with nothing of how it was found.

A step is true if it follows from that alone, and the rules of the box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aparte.models.hidden import Count, Fact, Hidden, Only
from aparte.solver.engine.steps import Conclusion, ProofStep

_LINE = re.compile(r"line (\d+), ")
_STEP = re.compile(r"step \w+|what was supposed|there are \d+ .* in all|.*: \d+ in all")
_SUM = re.compile(
    r"(else )?\d.* counted, but at most .* can be|\d+ .*: at least \d+ .*|at most .* in both"
)
"""What the reasons come to, which is none of its own."""
_OTHERS = re.compile(r"\d+ others are in sight elsewhere")
_ELSEWHERE = re.compile(r"(.*) (?:is|are) in sight elsewhere")
_PLACED = re.compile(r"(.*?) (?:is|are|was|were) .*")
_NUMBER = re.compile(r"^\d+ ")


def named(hidden: Hidden, step: ProofStep, known: Sequence[Conclusion]) -> list[Fact] | None:
    """Return the facts that a step names as it is printed, and the rules; None if not all is read.

    `hidden` has all that lies open as facts of the set-up; `known` is what the step rests on.
    """
    lots = list(_named(hidden, str(step.words(hidden)), known))
    rules = [fact for fact in hidden.facts if fact.because.rule]
    return None if None in lots else [*rules, *(fact for lot in lots for fact in lot or ())]


def _named(
    hidden: Hidden, text: str, known: Sequence[Conclusion]
) -> Iterator[Sequence[Fact] | None]:
    """Yield for each reason of a printed step the facts that it names, None where it is not read.

    `known` are conclusions it rests on, which may stand there in full.
    """
    _, _, reasons = text.partition("): ")
    lying = [fact for fact in hidden.facts if fact.because.setup]
    seen = [fact for fact in lying if _piece(hidden, fact)]
    told = {str(each.in_words(hidden)) for each in known}
    for reason in reasons.split("; ") if reasons else ():
        if line := _LINE.match(reason):
            yield [fact for fact in hidden.facts if fact.because.line == int(line[1])]
        elif _STEP.fullmatch(reason) or _SUM.fullmatch(reason) or reason in told:
            yield []
        elif _OTHERS.fullmatch(reason):
            yield seen
        elif elsewhere := _ELSEWHERE.fullmatch(reason):
            yield [fact for fact in seen if _is_one_of(hidden, fact, elsewhere[1])]
        else:
            yield [*_said(hidden, lying, seen, reason), *_placed(hidden, seen, reason)] or None


def _said(
    hidden: Hidden, lying: Sequence[Fact], seen: Sequence[Fact], reason: str
) -> Iterator[Fact]:
    """Yield what a sentence such as "Ana holds 4 tiles, among them 1R" names."""
    for fact in lying:
        words = str(fact.because.words)
        if reason != words and not reason.startswith((f"{words}, ", f"{words}: ")):
            continue
        yield fact
        here = [each for each in seen if each.places <= fact.places]
        rest = reason.removeprefix(words)
        if rest.endswith("in sight"):
            yield from here
        else:
            pieces = rest.removeprefix(", among them").removeprefix(":") or words
            yield from (each for each in here if _is_one_of(hidden, each, pieces.replace(",", "")))


def _placed(hidden: Hidden, seen: Sequence[Fact], reason: str) -> Iterator[Fact]:
    """Yield what a sentence such as "1T, 2T are with Ana" names."""
    places = [name for name in hidden.names if reason.endswith(f" {hidden.call(name).name}")]
    found = _PLACED.fullmatch(reason)
    for name in places if found else ():
        for fact in seen:
            if fact.places <= hidden.places_of(name) and _is_one_of(hidden, fact, found[1]):
                yield fact


def _piece(hidden: Hidden, fact: Fact) -> bool:
    """Tell whether a fact that lies open shows where pieces of one kind are."""
    alone = isinstance(fact, Only) or (len(fact.items) == 1 and fact.lo > 0)
    return alone and fact.because.line > 0 and len({hidden.name_of(p) for p in fact.places}) == 1


def _is_one_of(hidden: Hidden, fact: Fact, pieces: str) -> bool:
    """Tell whether the piece that a fact shows stands among `pieces`, as people call it."""
    (item,) = fact.items if isinstance(fact, Count) else (fact.item,)
    named = {_NUMBER.sub("", each.strip()) for each in pieces.split(", ")} | set(pieces.split())
    return not named.isdisjoint({item, str(hidden.piece(item)), item.rpartition(":")[2]})
