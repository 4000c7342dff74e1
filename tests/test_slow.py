"""What is left to `make test-all` is there."""


def test_every_slow_case_of_these_files_is_there(collected: set[str], slow: frozenset[str]) -> None:
    """One that is called otherwise by now would run with the quick ones."""
    files = {case.partition("::")[0] for case in collected}
    gone = {case for case in slow - collected if case.partition("::")[0] in files}
    assert not gone, "strike these from tests/slow.txt, or write how they are called now"
