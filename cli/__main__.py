"""Where `aparte` begins, and `python -m aparte.cli`: it can be interrupted while it is loaded."""

from __future__ import annotations

from .interrupts import interruptible


def run() -> None:
    """Load the command and run it; exits with 130 if it is interrupted."""
    try:
        with interruptible():
            from .main import run

            run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    run()
