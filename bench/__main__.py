"""Runs every benchmark, or only those named: `python -m bench [NAME ...] [options]`."""

import pkgutil
import sys
from importlib import import_module
from itertools import takewhile

import bench


def main(arguments: list[str]) -> None:
    modules = pkgutil.iter_modules(bench.__path__)
    names = [module.name for module in modules if not module.name.startswith("_")]
    wanted = list(takewhile(names.__contains__, arguments))
    if not wanted and arguments and not arguments[0].startswith("-"):
        sys.exit(f"no such benchmark: {arguments[0]}; there are: {', '.join(names)}")
    for name in wanted or names:
        print(f"== {name}", flush=True)
        import_module(f"bench.{name}").main(arguments[len(wanted) :])


if __name__ == "__main__":
    main(sys.argv[1:])
