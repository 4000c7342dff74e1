"""A chain of steps, for people and for programs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...models.words import listed, say
from ..console import print_words
from ..language import tell

if TYPE_CHECKING:
    from ...solver.engine.steps import Chain, ProofStep


def tell_steps(chain: Chain) -> None:
    """Print a chain; its steps are numbered from 1 if there are several."""
    if len(chain.steps) == 1 and chain.complete:
        print_words(chain.words[0])
        return
    for number, words in enumerate(chain.words, start=1):
        print_words(say("{number}. {step}", number=number, step=words))


def tell_clash(chain: Chain | None, told: Collection[int]) -> None:
    """Print why the lines just `told` cannot all be true, if a chain was found.

    A single step only repeats those lines, so only the open facts that it uses beside them are
    printed.
    """
    if chain is None or not chain.complete:
        return
    (last,) = chain.steps[-1:]
    if len(chain.steps) > 1 or last.case:
        tell_steps(chain)
        return
    beside = tuple(fact for fact in last.background if fact.because.line not in told)
    if seen := replace(last, background=beside).in_sight(chain.hidden):
        print_words(say("Also, this is in sight: {reasons}.", reasons=listed(seen, "; ")))


def steps_data(chain: Chain) -> list[dict[str, Any]]:
    """Return the steps of a chain as data for programs; `earlier` numbers them from 0."""
    return [_step_data(chain, step) for step in chain.steps]


def _step_data(chain: Chain, step: ProofStep) -> dict[str, Any]:
    return {
        "pattern": step.pattern,
        "conclusion": tell(step.conclusion_in_words(chain.hidden)),
        "lines": step.lines,
        "background": [tell(words) for words in step.in_sight(chain.hidden)],
        "earlier": step.earlier,
        **_case_data(chain, step),
    }


def _case_data(chain: Chain, step: ProofStep) -> dict[str, Any]:
    """Return the case of a step, if it has one; its steps have further reasons."""
    if step.case is None:
        return {}
    return {
        "case": {
            "supposed": tell(step.case.supposed.in_words(chain.hidden)),
            "steps": [
                _step_data(chain, each) | {"within": each.within, "supposed": each.supposed}
                for each in step.case.steps
            ],
        }
    }
