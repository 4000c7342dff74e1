"""The games: what is true, what each seat sees, and what is hidden from it."""

if __name__ != "aparte.models":  # a second copy of every class would compare unequal to the first
    raise ImportError(f"import aparte.models, not {__name__}")
