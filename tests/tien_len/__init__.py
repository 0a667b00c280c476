"""Tests of Tien Len by its rules."""
