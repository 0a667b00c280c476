"""Tests that a view holds everything its seat may know, and nothing more."""
