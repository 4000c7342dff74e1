"""Who plays: bots, coaches, the dealer, and many games at once."""
