"""Answers as they are printed, to commands and in sessions alike."""
