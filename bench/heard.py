"""How many lines are read as people say them: `python -m bench heard [FILE.jsonl ...]`.

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
from collections.abc import Sequence
from pathlib import Path

from tests.hearing import LINES, Heard, heard, rows


def main(arguments: Sequence[str]) -> None:
    """Print the lines that are not read right, and how many there are of each kind."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[LINES])
    parser.add_argument("--quiet", action="store_true", help="only the totals")
    options = parser.parse_args(arguments)
    counted = Counter[tuple[str, Heard]]()
    for row in (row for file in options.files for row in rows(file)):
        found, answer = heard(row)
        counted[row["language"], found] += 1
        if found is not Heard.RIGHT and not options.quiet:
            read = answer.line or answer.told
            print(f"{found:<8} {row['said']!r} means {row['means']!r}: {read}", flush=True)
    print(" " * 9 + "".join(f"{each:>9}" for each in Heard))
    for language in sorted({language for language, _ in counted}):
        print(f"{language:<9}" + "".join(f"{counted[language, each]:>9}" for each in Heard))
