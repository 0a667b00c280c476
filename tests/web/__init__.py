"""The tests of the page and of its server."""
