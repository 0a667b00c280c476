"""Tests of views as text."""
