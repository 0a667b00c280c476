"""Helpers for numbers, text, random generators and constructors, independent of cards."""
