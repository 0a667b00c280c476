"""What the extra dask gives: matches on many machines."""

from importlib import import_module

from twowaystreet import arena

print(import_module("distributed"), arena)
