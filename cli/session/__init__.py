"""Games in progress: people at one laptop, and people at a real table."""
