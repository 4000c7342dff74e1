"""Runs every benchmark, or only those named: `python -m bench [NAME ...]`."""

import pkgutil
import sys
from importlib import import_module

import bench


def main(wanted: list[str]) -> None:
    modules = pkgutil.iter_modules(bench.__path__)
    names = [module.name for module in modules if not module.name.startswith("_")]
    if unknown := set(wanted).difference(names):
        sys.exit(f"no such benchmark: {', '.join(sorted(unknown))}; there are: {', '.join(names)}")
    for name in wanted or names:
        print(f"== {name}", flush=True)
        import_module(f"bench.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
