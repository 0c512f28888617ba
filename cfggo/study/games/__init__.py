"""Games of people and the engine, as the page and the terminal have them."""
