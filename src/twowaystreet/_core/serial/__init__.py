"""Conversion between values and plain data, driven by their types."""
