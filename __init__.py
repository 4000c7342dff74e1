"""Aparté: a referee for hidden-information tabletop games, and a coach for one seat."""

__version__ = "0.1.0"
