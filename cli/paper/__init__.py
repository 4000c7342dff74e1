"""Printing on paper: shapes, sheets of puzzles, and their file formats."""
