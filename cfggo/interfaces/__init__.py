"""How people and programs talk to the engine: GTP, JSON analysis, a page, a board in a terminal."""
