"""Passage planning: how far, how fast, how long."""
