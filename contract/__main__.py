"""Holds the games that are named to the contract; options are those of pytest."""

import sys

from . import main

if __name__ == "__main__":
    typed = sys.argv[1:]
    first = next((at for at, word in enumerate(typed) if word.startswith("-")), len(typed))
    raise SystemExit(main(typed[:first], *typed[first:]))
