"""The aparte command: referee, table session, hints and puzzles in a terminal."""

if __name__ != "aparte.cli":  # a second copy of every class would compare unequal to the first
    raise ImportError(f"import aparte.cli, not {__name__}")
