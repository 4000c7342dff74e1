"""What is left to `make test-all` is there."""

from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_slow_case_of_these_files_is_there(collected: set[str], slow: frozenset[str]) -> None:
    """One that is called otherwise by now would run with the quick ones."""
    files = {case.partition("::")[0] for case in collected}
    of = {case: case.partition("::")[0] for case in slow - collected}
    gone = {case for case, file in of.items() if file in files or not (ROOT / file).exists()}
    assert not gone, "strike these from tests/slow.txt, or write how they are called now"
