"""Numbers of moves and arrays of views, for programs that learn; needs NumPy."""
