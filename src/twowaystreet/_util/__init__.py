"""Helpers without knowledge of cards: numbers, text, random generators, constructors."""
