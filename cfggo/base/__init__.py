"""Errors, files, terminals, jitting, checkpoints: nothing here knows of Go."""
