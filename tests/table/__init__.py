"""The tests of tables."""
