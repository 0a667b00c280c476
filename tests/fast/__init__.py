"""Compiled playouts, checked against ``apply`` move by move."""
