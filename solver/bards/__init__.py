"""The planner of Battle of the Bards: what a position is worth, and the best plan for it."""
