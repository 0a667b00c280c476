"""Playouts in plain Python, with random numbers that depend on a key and a place alone."""
