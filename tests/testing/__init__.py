"""The kit that users test with, tested."""
