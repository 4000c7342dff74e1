"""Cloche, a small game of deduction, as a package of its own brings it to Aparté."""

from aparte.models.games import Entry, Listing

ENTRY = Entry(
    rules="cloche.rules",
    play="cloche.play",
    face="cloche.face",
    look="cloche.look",
    catalogues="locale",
    listing=Listing("Cloche", range(3, 6), ("under the cloche", "sous la cloche")),
)
