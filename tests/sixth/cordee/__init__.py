"""Cordée, a small game of climbers who do not see their own packs, as a package of its own."""

from aparte.models.games import Entry, Listing

ENTRY = Entry(
    rules="cordee.rules",
    play="cordee.play",
    face="cordee.face",
    look="cordee.look",
    catalogues="locale",
    listing=Listing("Cordée", range(2, 5), ("roped together",)),
)
