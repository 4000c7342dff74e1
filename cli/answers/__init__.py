"""How answers are printed, by commands and in sessions alike."""
