"""Games of people and the engine, for the page and the terminal."""
