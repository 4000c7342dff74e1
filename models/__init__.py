"""The rules of the games, and what each seat can see of a game."""

if __name__ != "aparte.models":  # a second copy of every class would compare unequal to the first
    raise ImportError(f"import aparte.models, not {__name__}")
