"""How many lines are read as people say them: `python -m bench heard [FILE.jsonl ...]`.

With `--rolls SEED GAMES` rolls of so many games of Battle of the Bards are told in many ways
instead, the first game drawn by SEED.

Each line of the file is an object:

    {"record": "tests/golden/overseers-4.rec", "at": 60, "language": "en",
     "said": "Cy pleads not guilty", "means": "Cy denies"}

`record` is a file, `at` how many of its lines below the header are kept, `said` what somebody says
then; a list is said one after the other, as a line and the answer to what was asked back. `means`
is the line of the record, several with `; ` between them; null is for what nobody may read as a
line. `seat` is who reads it: by default the viewer of the record, of a referee's record the table
where it sees the line that comes next, else whoever sees it.

A line is `right`; `asked` about alone, or as one of two to four (`which`); asked `astray`, where
the question names other lines only; `refused`; or `wrong`: read as another line without a question.
What is no line is `right` if nothing is asked, else `idle`: somebody has to say no.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from aparte.solver.play.simulate import wilson
from tests.hearing import LINES, Heard, heard, rows
from tests.told_rolls import rolls_heard

ROLLS = 5
"""How many rolls of a game are told."""


def main(arguments: Sequence[str]) -> None:
    """Print the lines that are not read right, and how many there are of each kind."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[LINES])
    parser.add_argument("--quiet", action="store_true", help="only the totals")
    parser.add_argument("--rolls", nargs=2, type=int, metavar=("SEED", "GAMES"))
    options = parser.parse_args(arguments)
    if options.rolls:
        _tell_rolls(*options.rolls, quiet=options.quiet)
        return
    counted = Counter[tuple[str, Heard]]()
    for row in (row for file in options.files for row in rows(file)):
        found, answer = heard(row)
        counted[row["language"], found] += 1
        if found is not Heard.RIGHT and not options.quiet:
            read = answer.line or answer.told
            print(f"{found:<8} {row['said']!r} means {row['means']!r}: {read}", flush=True)
    _print_table(counted)


def _print_table(counted: Mapping[tuple[str, Heard], int]) -> None:
    heads = list(dict.fromkeys(head for head, _ in counted))
    width = max(map(len, heads)) + 2
    print(" " * width + "".join(f"{each:>9}" for each in Heard))
    for head in heads:
        print(f"{head:<{width}}" + "".join(f"{counted[head, each]:>9}" for each in Heard))


def _tell_rolls(seed: int, games: int, quiet: bool) -> None:
    """Print the rolls of some games that are noted wrong, and what becomes of each way."""
    counted = Counter[tuple[str, Heard]]()
    for told in (told for n in range(games) for told in rolls_heard(seed + n, ROLLS)):
        counted[told.way, told.came] += 1
        if told.came is Heard.WRONG and not quiet:
            print(f"{told.said!r} means {told.means!r}: {told.answer.line}", flush=True)
    _print_table(counted)
    wrong, of = sum(n for (_, came), n in counted.items() if came is Heard.WRONG), counted.total()
    low, high = wilson(wrong, of)
    print(f"{of} texts, {wrong} noted wrong ({low:.2%} to {high:.2%})")
