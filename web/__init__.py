"""What phones and the laptop's browser show of a game: a page for every seat, one for the table."""

if __name__ != "aparte.web":  # a second copy of every class would compare unequal to the first
    raise ImportError(f"import aparte.web, not {__name__}")
