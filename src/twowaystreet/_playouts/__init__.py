"""Playouts through ``apply``, with random numbers that depend on a key and a place alone."""
