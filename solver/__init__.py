"""Deduction, counting, search and coaching over what a view leaves open."""

if __name__ != "aparte.solver":  # a second copy of every class would compare unequal to the first
    raise ImportError(f"import aparte.solver, not {__name__}")
