"""The bots, the coach and the counter of each game, a folder a game."""
