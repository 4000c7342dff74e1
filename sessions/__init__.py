"""What happens when people play, as values: terminal and pages show them."""

if __name__ != "aparte.sessions":  # a second copy of every class would compare unequal to the first
    raise ImportError(f"import aparte.sessions, not {__name__}")
