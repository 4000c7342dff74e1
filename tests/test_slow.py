"""What is left to `make test-all` is there."""

from pathlib import Path

TESTS = Path(__file__).parent


def test_every_slow_case_is_there() -> None:
    for case in (TESTS / "slow.txt").read_text(encoding="utf-8").splitlines():
        path, _, name = case.partition("::")
        source = (TESTS.parent / path).read_text(encoding="utf-8")
        assert f"def {name.partition('[')[0]}(" in source, f"{case}: strike it from tests/slow.txt"
