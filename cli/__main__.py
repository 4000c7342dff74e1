"""Lets `python -m aparte.cli` do what `aparte` does."""

from .main import run

if __name__ == "__main__":
    run()
