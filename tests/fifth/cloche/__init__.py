"""Cloche, a small game of deduction, as a package of its own brings it to Aparté."""

from aparte.models.games import Entry

ENTRY = Entry(
    rules="cloche.rules",
    play="cloche.play",
    look="cloche.look",
    catalogues="locale",
)
