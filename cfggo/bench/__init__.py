"""Measuring speed: playouts, searches, and the memory of a tree."""
