"""The bots, the coach and the counter of each game, one folder per game."""
