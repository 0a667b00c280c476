"""Fuzzing of every function that reads input, with inputs that are nearly right."""
