"""Worlds: the complete states that agree with the view of a seat."""
