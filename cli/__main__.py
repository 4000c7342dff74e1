"""The entry point of `aparte` and `python -m aparte.cli`: interruptible while it loads."""

from __future__ import annotations

from .interrupts import interruptible


def run() -> None:
    """Load the command and run it; exit with 130 if it is interrupted."""
    try:
        with interruptible():
            from .main import run

            run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    run()
