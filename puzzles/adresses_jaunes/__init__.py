"""Puzzles of Les Adresses Jaunes, and what makes new ones."""
