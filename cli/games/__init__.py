"""How each game looks in the terminal, and the commands that it brings."""
