"""What is printed on paper: shapes, sheets of puzzles, and the files they are written to."""
