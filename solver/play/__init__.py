"""Who plays: what a bot and a coach are, the dealer, and many games at once."""
